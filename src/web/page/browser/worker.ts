/**
 * The thread that computes: opens the rules it is given and answers one question after the other.
 * Guarantees: the rows of a cross leave as they are made, so that the page can tell how far it is; a thread that is no
 * longer wanted is ended from outside, whatever it does.
 */
import type { Fields, OffspringAnswer, Possibility } from '../../../coats/answers.js'
import { ContractError } from '../../../coats/contract-error.js'
import type { GenesAnswer } from '../../../coats/genes.js'
import { openRobe, type Picture, type ResultAnswer, type Robe } from '../library.js'
import type { FoalRow } from '../form/foals.js'

export type Kind = 'genes' | 'horse' | 'picture' | 'foals'

/** What the page asks. The text of the rules comes first. */
export type Asked =
  | { readonly kind: 'rules'; readonly text: string }
  | { readonly kind: Kind; readonly id: number; readonly fields: Fields }

export type Told =
  | { readonly id: number; readonly genes: GenesAnswer }
  | { readonly id: number; readonly horse: ResultAnswer }
  | { readonly id: number; readonly picture: Picture }
  | FoalsTold
  | { readonly id: number; readonly fault: Fault }

/** Some more foals; the envelope comes with the last of them. */
export interface FoalsTold {
  readonly id: number
  readonly rows: readonly FoalRow[]
  readonly envelope?: Omit<OffspringAnswer, 'results'>
}

/** Why there is no answer. */
export interface Fault {
  readonly code: string
  readonly message: string
}

const ROWS_AT_A_TIME = 400

export function answerQuestions(): void {
  let robe: Robe | undefined
  const tell = (told: Told): void => postMessage(told)
  addEventListener('message', ({ data }: MessageEvent<Asked>) => {
    if (data.kind === 'rules') {
      robe = openRobe(data.text)
      return
    }
    const { id, kind, fields } = data
    if (robe === undefined) return
    try {
      if (kind === 'genes') tell({ id, genes: robe.genes(fields) })
      else if (kind === 'horse') tell({ id, horse: robe.result(fields) })
      else if (kind === 'picture') tell({ id, picture: robe.picture(fields) })
      else for (const some of foalsOf(robe, fields)) tell({ id, ...some })
    } catch (error) {
      if (!(error instanceof ContractError)) throw error
      tell({ id, fault: { code: error.code, message: error.message } })
    }
  })
}

function* foalsOf(robe: Robe, fields: Fields): Generator<Omit<FoalsTold, 'id'>> {
  const { envelope, rows } = robe.listOffspring(fields)
  const baseOf = baseNames(robe, fields['lang'])
  let some: FoalRow[] = []
  for (const row of rows) {
    some.push({ ...row, base: baseOf(row.genotype) })
    if (some.length < ROWS_AT_A_TIME) continue
    yield { rows: some }
    some = []
  }
  yield { rows: some, envelope }
}

/** What the coat would be called if only the genes that every question must name were known. */
function baseNames(robe: Robe, lang: unknown): (genotype: Possibility['genotype']) => string {
  const required = robe.genes().genes.filter((gene) => gene.required)
  const known = new Map<string, string>()
  return (genotype) => {
    const key = required.map(({ gene }) => genotype[gene]?.join('/')).join(' ')
    const name = known.get(key) ?? robe.result({ ...groups(required, genotype), lang }).translate
    known.set(key, name)
    return name
  }
}

function groups(genes: GenesAnswer['genes'], genotype: Possibility['genotype']): Fields {
  const group = (name: string): Fields =>
    Object.fromEntries(
      genes.filter((each) => each.group === name).map(({ gene }) => [gene, genotype[gene] ?? []]),
    )
  return { base: group('base'), others: group('others') }
}

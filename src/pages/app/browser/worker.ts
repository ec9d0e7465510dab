/**
 * The web worker: opens the rules and answers questions one after the other.
 * Guarantees: rows of a cross are posted as they are computed, so that the page can show progress. To cancel, the page terminates the
 * worker.
 */
import type { Fields } from '../../../operations/read/decode-fields.js'
import type { Possibility } from '../../../operations/generate-child/row.js'
import { ClientError, type ErrorDetails } from '../../../operations/client-error.js'
import type { GenesAnswer } from '../../../operations/genes/genes.js'
import {
  openRobe,
  type AnimalWords,
  type InferAnswer,
  type ListedOffspring,
  type OpenRow,
  type Picture,
  type ResultAnswer,
  type Robe,
} from '../library.js'
import type { FoalRow } from '../form/foals.js'
import { sexOf } from '../form/choice.js'
import { withGenesSeen, type InferFields } from '../form/relatives.js'
import { coatNames } from '../form/coat-names.js'

export type Kind = 'genes' | 'horse' | 'picture' | 'names' | 'foals' | 'infer'

/** Messages from the page. The text of the rules comes first. */
export type WorkerQuestion =
  | { readonly kind: 'rules'; readonly text: string }
  | { readonly kind: Kind; readonly id: number; readonly fields: Fields }

export type WorkerAnswer =
  | { readonly id: number; readonly genes: GenesAnswer; readonly animal: AnimalWords }
  | { readonly id: number; readonly horse: ResultAnswer }
  | { readonly id: number; readonly picture: Picture }
  | { readonly id: number; readonly names: readonly string[] }
  | ({ readonly id: number } & Inferred)
  | FoalsAnswer
  | { readonly id: number; readonly fault: Fault }

/** The next rows of foals; the last message includes the envelope. */
export interface FoalsAnswer {
  readonly id: number
  readonly rows: readonly FoalRow[]
  readonly envelope?: ListedOffspring['envelope']
}

/** The answer with its question. */
export interface Inferred {
  readonly inferred: InferAnswer
  readonly body: Fields
  /** For each coat or foal ask, the names of its rows by their base genes. */
  readonly bases: readonly (readonly string[])[]
}

/** An error instead of an answer. */
export interface Fault {
  readonly code: string
  readonly message: string
  readonly details: ErrorDetails | undefined
}

const ROWS_AT_A_TIME = 400

export function answerQuestions(): void {
  let robe: Robe | undefined
  const tell = (answer: WorkerAnswer): void => postMessage(answer)
  addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
    if (data.kind === 'rules') {
      robe = openRobe(data.text)
      return
    }
    const { id, kind, fields } = data
    if (robe === undefined) return
    try {
      if (kind === 'genes') tell({ id, ...genesOf(robe, fields) })
      // These animals are always genotyped.
      else if (kind === 'horse') tell({ id, horse: robe.result(fields) })
      else if (kind === 'picture') tell({ id, picture: robe.picture(fields) })
      else if (kind === 'names') tell({ id, names: suggestedNames(robe, String(fields['lang'])) })
      else if (kind === 'infer') tell({ id, ...inferred(robe, fields as InferFields) })
      else for (const some of foalsOf(robe, fields)) tell({ id, ...some })
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
      const { code, message, details } = error
      tell({ id, fault: { code, message, details } })
    }
  })
}

/** Names of coats, and the words of passports that are read as some. */
function suggestedNames(robe: Robe, lang: string): readonly string[] {
  return [...new Set([...coatNames(robe, lang), ...robe.passportWords(lang)])]
}

function genesOf(robe: Robe, fields: Fields) {
  const genes = robe.genes(fields)
  return { genes, animal: robe.animal(genes.language) }
}

function inferred(robe: Robe, fields: InferFields): Inferred {
  const lang = String(fields['lang'])
  const { genes } = robe.genes()
  const body = withGenesSeen(fields, genes, (seen, field) => robe.genesSeen(seen, field, lang))
  const answer = robe.infer(body)
  const baseOf = baseNames(robe, lang)
  const bases = answer.answers.map((each) =>
    'results' in each ? each.results.map(({ genotype }) => baseOf(genotype)) : [],
  )
  return { inferred: answer, body, bases }
}

function* foalsOf(robe: Robe, fields: Fields): Generator<Omit<FoalsAnswer, 'id'>> {
  const { envelope, rows } = robe.listOffspring(fields)
  const baseOf = baseNames(robe, String(fields['lang']))
  let some: FoalRow[] = []
  for (const row of rows) {
    some.push({ ...row, base: baseOf(row.genotype) })
    if (some.length < ROWS_AT_A_TIME) continue
    yield { rows: some }
    some = []
  }
  yield { rows: some, envelope }
}

/** The name of the coat by its required genes alone. */
function baseNames(robe: Robe, lang: string): (genotype: OpenRow['genotype']) => string {
  const required = robe.genes().genes.filter((gene) => gene.required)
  const known = new Map<string, string>()
  return (genotype) => {
    const key = required.map(({ gene }) => genotype[gene]?.join('/')).join(' ')
    const sex = sexOf(genotype, required)
    const name = known.get(key) ?? robe.result({ ...groups(required, genotype), sex, lang }).translate
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

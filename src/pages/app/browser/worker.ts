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
  type ReportAnswer,
  type Robe,
} from '../library.js'
import type { FoalRow } from '../form/foals.js'
import { sexOf } from '../form/choice.js'
import { findMates, type MatesFound, type MatesQuestion } from '../form/plan/find-mates.js'
import { findParentage, type ParentageFound, type ParentageQuestion } from '../form/plan/find-parentage.js'
import { findTests, type TestsFound, type TestsQuestion } from '../form/plan/find-tests.js'
import { observed, opened } from '../form/observed.js'
import type { InferFields } from '../form/relatives.js'
import { coatWords, type CoatWords } from '../form/coat-names.js'
import { geneCounter, type CountGenes } from '../form/gene-totals.js'
import type { GeneTotals } from '../form/totals.js'

export type Kind = 'genes' | 'horse' | 'picture' | 'names' | 'report' | 'foals' | 'infer' | PlanKind

/** Questions of the views that compare, check and plan, with their answers. */
export interface Plans {
  readonly mates: MatesFound
  readonly parentage: ParentageFound
  readonly tests: TestsFound
}
export type PlanKind = keyof Plans

/** Messages from the page. The text of the rules comes first. */
export type WorkerQuestion =
  | { readonly kind: 'rules'; readonly text: string }
  | { readonly kind: Kind; readonly id: number; readonly fields: Fields }

export type HorseAnswer = ReturnType<Robe['result']>

export type WorkerAnswer =
  | { readonly id: number; readonly genes: GenesAnswer; readonly animal: AnimalWords }
  | { readonly id: number; readonly horse: HorseAnswer }
  | { readonly id: number; readonly picture: Picture }
  | { readonly id: number; readonly words: CoatWords }
  | { readonly id: number; readonly report: ReportAnswer }
  | ({ readonly id: number } & Inferred)
  | FoalsAnswer
  | PlanAnswer
  | { readonly id: number; readonly fault: Fault }

/** The next rows of foals; the last message includes the envelope. */
export interface FoalsAnswer {
  readonly id: number
  readonly rows: readonly FoalRow[]
  readonly envelope?: ListedOffspring['envelope']
  /** Genes and risks of all foals, with the envelope, unless only bounds are known. */
  readonly totals?: GeneTotals
  /** The question as it was answered, with the envelope. */
  readonly body?: Fields
}

/** One part of an answer; the last one may be empty. */
export interface PlanAnswer {
  readonly id: number
  readonly part: Plans[PlanKind] | undefined
  readonly isLast: boolean
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
  let count: CountGenes | undefined
  const tell = (answer: WorkerAnswer): void => postMessage(answer)
  addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
    if (data.kind === 'rules') {
      robe = openRobe(data.text)
      count = geneCounter(robe)
      return
    }
    const { id, kind, fields } = data
    if (robe === undefined || count === undefined) return
    try {
      if (kind === 'genes') tell({ id, ...genesOf(robe, fields) })
      else if (kind === 'horse') tell({ id, horse: robe.result(opened(robe, fields)) })
      else if (kind === 'picture') tell({ id, picture: robe.picture(fields) })
      else if (kind === 'names') tell({ id, words: coatWords(robe, String(fields['lang'])) })
      else if (kind === 'report') tell({ id, report: robe.readReport(fields) })
      else if (kind === 'infer') tell({ id, ...inferred(robe, fields as InferFields) })
      else if (kind === 'foals') for (const some of foalsOf(robe, count, fields)) tell({ id, ...some })
      else {
        for (const part of partsOf(robe, kind, fields)) tell({ id, part, isLast: false })
        tell({ id, part: undefined, isLast: true })
      }
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
      const { code, message, details } = error
      tell({ id, fault: { code, message, details } })
    }
  })
}

function partsOf(robe: Robe, kind: PlanKind, fields: Fields): Iterable<Plans[PlanKind]> {
  if (kind === 'mates') return findMates(robe, fields as MatesQuestion)
  return [
    kind === 'tests'
      ? findTests(robe, fields as TestsQuestion)
      : findParentage(robe, fields as ParentageQuestion),
  ]
}

function genesOf(robe: Robe, fields: Fields) {
  const genes = robe.genes(fields)
  return { genes, animal: robe.animal(genes.language) }
}

function inferred(robe: Robe, fields: InferFields): Inferred {
  const lang = String(fields['lang'])
  const body = observed(robe, fields, lang)
  const answer = robe.infer(body)
  const baseOf = baseNames(robe, lang)
  const bases = answer.answers.map((each) =>
    'results' in each ? each.results.map(({ genotype }) => baseOf(genotype)) : [],
  )
  return { inferred: answer, body, bases }
}

function* foalsOf(robe: Robe, count: CountGenes, fields: Fields): Generator<Omit<FoalsAnswer, 'id'>> {
  const lang = String(fields['lang'])
  const parent = (name: 'mother' | 'father', sex: string): Fields => {
    const { sex: _, ...known } = opened(robe, { ...(fields[name] as Fields), sex }, lang)
    return known
  }
  const body = { ...fields, mother: parent('mother', 'f'), father: parent('father', 'm') }
  const { envelope, rows } = robe.listOffspring(body)
  const baseOf = baseNames(robe, lang)
  let some: FoalRow[] = []
  let areBounds = false
  for (const row of rows) {
    areBounds ||= row.percentage === undefined
    some.push({ ...row, base: baseOf(row.genotype) })
    if (some.length < ROWS_AT_A_TIME) continue
    yield { rows: some }
    some = []
  }
  yield { rows: some, envelope, body, ...(areBounds ? {} : { totals: count(body, lang) }) }
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

/**
 * Asks for the foals of two parents and adds up the answer by what a test looks at.
 * Guarantees: no percentage is rounded here; a row counts once.
 */
import { ClientError } from '../../src/operations/client-error.js'
import type { OffspringAnswer } from '../../src/operations/generate-child/offspring.js'
import type { Ruleset } from '../../src/operations/ruleset.js'
import { answerOffspring } from '../support/exact-answers.js'

/** gene key → alleles, base and other genes in one object. */
export type Genes = Readonly<Record<string, readonly unknown[]>>
export type Further = Readonly<Record<string, unknown>>

const BASE = ['agouti', 'extension']
/** A horse that hands on nothing but recessive alleles and wild types. */
export const PLAIN: Genes = { agouti: ['a', 'a'], extension: ['e', 'e'] }

/** The two fields of a parent. */
export function parent(genes: Genes): { readonly base: Genes; readonly others: Genes } {
  const part = (isBase: boolean): Genes =>
    Object.fromEntries(Object.entries(genes).filter(([gene]) => BASE.includes(gene) === isBase))
  return { base: part(true), others: part(false) }
}

export function foals(
  ruleset: Ruleset,
  mother: Genes,
  father: Genes,
  further: Further = {},
): OffspringAnswer {
  const fields = { mother: parent(mother), father: parent(father), ...further }
  return answerOffspring(ruleset, fields, 'en').body
}

/** Percentages by the alleles at some genes, such as `E/e DW7`. */
export function shares(answer: OffspringAnswer, ...genes: readonly string[]): Record<string, number> {
  return added(answer, ({ genotype }) => genes.map((gene) => genotype[gene]?.join('/') ?? '-').join(' '))
}

/** Percentages by coat name. */
export function coats(answer: OffspringAnswer): Record<string, number> {
  return added(answer, ({ coat }) => coat)
}

export function sum(answer: OffspringAnswer): number {
  return answer.results.reduce((all, { percentage }) => all + percentage, 0)
}

/** The codes of an answer's notes with their fields, such as `linkage-not-carried@kit_linkage.mother`. */
export function noteCodes({ notes = [] }: OffspringAnswer): readonly string[] {
  return notes.map(({ code, field }) => `${code}@${field}`)
}

/** What a client reads of a refusal. */
export function refusal(ask: () => unknown): Pick<ClientError, 'status' | 'code' | 'message' | 'details'> {
  try {
    ask()
  } catch (error) {
    if (error instanceof ClientError) {
      const { status, code, message, details } = error
      return { status, code, message, details }
    }
    throw error
  }
  throw new Error('not refused')
}

/** Compares numbers that a recombination fraction had a part in. */
export function near(
  found: Readonly<Record<string, number>>,
  wanted: Readonly<Record<string, number>>,
): boolean {
  const keys = (record: Readonly<Record<string, number>>): string => Object.keys(record).sort().join()
  const isNear = ([key, value]: readonly [string, number]): boolean =>
    Math.abs((found[key] ?? NaN) - value) <= 1e-9
  return keys(found) === keys(wanted) && Object.entries(wanted).every(isNear)
}

function added(
  { results }: OffspringAnswer,
  keyOf: (row: OffspringAnswer['results'][number]) => string,
): Record<string, number> {
  const totals: Record<string, number> = {}
  for (const row of results) totals[keyOf(row)] = (totals[keyOf(row)] ?? 0) + row.percentage
  return totals
}

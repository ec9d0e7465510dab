/**
 * Questions in few words: populations by allele, horses with tests and coats seen.
 */
import { compareCopies, type Copy } from '../../src/genetics/locus.js'
import type { Ruleset } from '../../src/operations/ruleset.js'
import type { CoatPattern, CopyTerm, KnownHorse, Seen, Test } from '../../src/inference/question.js'
import type { ModelLocus } from '../../src/model/model.js'
import type { CopyFrequency, Population, Ratio } from '../../src/model/population.js'

export function ratio(numerator: number | bigint, denominator: number | bigint): Ratio {
  return { numerator: BigInt(numerator), denominator: BigInt(denominator) }
}

export function locusOf({ model }: Ruleset, key: string): ModelLocus {
  const locus = model.loci.find((each) => each.key === key)
  if (locus === undefined) throw new Error(`no locus ${key}`)
  return locus
}

/** `To+DW20`, or the name that stands for no copy. */
export function copyOf(locus: ModelLocus, text: string): Copy {
  return text
    .split('+')
    .map((name) => locus.alleles.indexOf(name))
    .sort((a, b) => a - b)
}

export function copyName(locus: ModelLocus, copy: Copy): string {
  return copy.map((allele) => locus.alleles[allele]).join('+')
}

/** Counts of copies; intervals are the counts themselves unless `ends` gives others. */
export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>

export function populationOf(
  ruleset: Ruleset,
  counts: Counts,
  others: Population['others'] = 'unstated',
  ends: (best: Ratio) => readonly [Ratio, Ratio] = (best) => [best, best],
): Population {
  const loci = Object.entries(counts).map(([key, own]) => {
    const locus = locusOf(ruleset, key)
    const all = Object.values(own).reduce((sum, count) => sum + count, 0)
    const frequencies = Object.entries(own).map(([text, count]): CopyFrequency => {
      const best = ratio(count, all)
      const [low, high] = ends(best)
      return { copy: copyOf(locus, text), best, low, high }
    })
    return [locus.index, frequencies.sort((a, b) => compareCopies(a.copy, b.copy))] as const
  })
  return { key: 'test', name: 'test', sampled: undefined, loci: new Map(loci), others }
}

/** `E`, `?`, `!Cr`, `DW20+?`, `e|ea`. */
function patternOf(locus: ModelLocus, text: string): readonly CopyTerm[] {
  return text.split('|').map((term): CopyTerm => {
    if (term === '?') return { has: [], lacks: [], more: true }
    if (term.startsWith('!')) return { has: [], lacks: copyOf(locus, term.slice(1)), more: true }
    const more = term.endsWith('+?')
    return { has: copyOf(locus, more ? term.slice(0, -2) : term), lacks: [], more }
  })
}

export function testOf(ruleset: Ruleset, key: string, texts: readonly [string, string]): Test {
  const locus = locusOf(ruleset, key)
  const [one, other] = texts.map((text) => patternOf(locus, text))
  return { field: key, text: texts.join('/'), pairs: [[one ?? [], other ?? []]] }
}

export function tested(
  ruleset: Ruleset,
  tests: Readonly<Record<string, readonly [string, string]>>,
): KnownHorse['tests'] {
  return new Map(
    Object.entries(tests).map(([key, texts]) => [locusOf(ruleset, key).index, testOf(ruleset, key, texts)]),
  )
}

export function seen(...patterns: readonly Partial<CoatPattern>[]): Seen {
  const coats = patterns.map((pattern): CoatPattern => ({
    exactly: undefined,
    has: [],
    lacks: [],
    ...pattern,
  }))
  return { field: 'seen', text: JSON.stringify(patterns), coats }
}

export function horse(id: string, more: Partial<KnownHorse> = {}): KnownHorse {
  return { id, sex: undefined, mother: undefined, father: undefined, tests: new Map(), seen: [], ...more }
}

/** Mother and father of fifteen animals by place, founders first: inbred, with many loops. */
export const FIFTEEN: readonly (readonly [] | readonly [mother: number, father: number])[] = [
  [],
  [],
  [],
  [],
  [0, 1],
  [0, 1],
  [2, 3],
  [4, 6],
  [5, 6],
  [7, 3],
  [4, 1],
  [8, 9],
  [10, 9],
  [11, 12],
  [13, 9],
]

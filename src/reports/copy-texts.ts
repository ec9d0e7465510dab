/**
 * Copies as requests write them.
 */
import type { ModelLocus } from '../model/model.js'
import { UNPHASED } from '../rules/notation.js'
import { type CopyFact, type PairFact, UNKNOWN_PAIR, allelesOf, layoutsOf, pairKey } from './copies.js'

/** The longest list of `X|Y|Z` that is written instead of what is excluded. */
const MAX_LISTED = 3

function copyText(locus: ModelLocus, { has, lacks }: CopyFact): string {
  const name = (allele: number): string => locus.alleles[allele] ?? ''
  const excluded = lacks.map((allele) => `!${name(allele)}`).join('&')
  if (has.length > 0) {
    const text = has.map(name).join('+')
    if (!locus.cis) return text
    return lacks.length === 0 ? `${text}+?` : `${text}+?&${excluded}`
  }
  if (lacks.length === 0) return '?'
  const left = allelesOf(locus).filter((allele) => !lacks.includes(allele))
  return left.length <= MAX_LISTED ? left.map(name).join('|') : excluded
}

/** As requests write it: known copies first. */
export function pairText(locus: ModelLocus, pair: PairFact): readonly string[] {
  const rank = ({ has, lacks }: CopyFact): number => (has.length > 0 ? 0 : lacks.length > 0 ? 1 : 2)
  const first = ({ has }: CopyFact): number => has[0] ?? -1
  return [...pair]
    .sort((a, b) => rank(a) - rank(b) || first(a) - first(b))
    .map((copy) => copyText(locus, copy))
}

/**
 * As requests write it. Undefined if no notation says exactly this.
 * Variants of unknown phase: `[X, Y, "unphased", "?"]`.
 */
export function factText(locus: ModelLocus, pairs: readonly PairFact[]): readonly string[] | undefined {
  const [pair] = pairs
  if (pair === undefined) return undefined
  if (pairs.length === 1) return pairText(locus, pair)
  if (!locus.cis) return undefined
  const variants = pair.flatMap(({ has }) => has).sort((a, b) => a - b)
  const every = pairs.flatMap((each) => [...each])
  const lacks = pair[0].lacks.filter((allele) => every.every((copy) => copy.lacks.includes(allele)))
  const written = layoutsOf(variants, lacks).map(pairKey)
  const meant = new Set(pairs.map(pairKey))
  if (new Set(written).size !== meant.size || !written.every((key) => meant.has(key))) return undefined
  return [
    ...variants.map((allele) => locus.alleles[allele] ?? ''),
    UNPHASED,
    copyText(locus, { has: [], lacks }),
  ]
}

/** What all arrangements share, for a gene that no notation describes exactly. */
export function commonPair(pairs: readonly PairFact[]): PairFact {
  const [pair] = pairs
  if (pair === undefined || pair.length === 1) return pair ?? UNKNOWN_PAIR
  const every = pairs.flatMap((each) => [...each])
  const lacks = pair[0].lacks.filter((allele) => every.every((copy) => copy.lacks.includes(allele)))
  const shared = pair
    .flatMap(({ has }) => has)
    .find((allele) => pairs.every((each) => each.some(({ has }) => has.includes(allele))))
  return [
    { has: shared === undefined ? [] : [shared], lacks },
    { has: [], lacks },
  ]
}

/**
 * Seeded random horses of any rule set: every allele, alias, order and notation a client may use.
 * Guarantees: the same seed gives the same horses; every horse is one that the service must accept.
 */
import type { Given, LocusTable, RuleTables } from '../../src/rules/tables.js'

/** Numbers in [0, 1), the same for the same seed. */
export type Random = () => number

export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function oneOf<Value>(random: Random, values: readonly Value[]): Value {
  if (values.length === 0) throw new Error('nothing to choose from')
  return values[Math.floor(random() * values.length)] as Value
}

/** Some of the values, all different, in random order. */
export function someOf<Value>(random: Random, values: readonly Value[], count: number): readonly Value[] {
  const left = [...values]
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [value] = left.splice(Math.floor(random() * left.length), 1)
    return value as Value
  })
}

/** A horse that names every required gene and each further autosomal one two times in three. */
export function randomHorse(tables: RuleTables, random: Random): Given {
  const autosomal = tables.loci.filter(({ noCopy }) => noCopy === undefined)
  const named = autosomal.filter((locus) => locus.required || random() < 2 / 3)
  const keys = named.map((locus) => locus.locus)
  return Object.fromEntries(
    named.map((locus) => [
      locus.locus,
      locus.cis ? cisAlleles(locus, keys, random) : pairAlleles(locus, random),
    ]),
  )
}

function pairAlleles(locus: LocusTable, random: Random): readonly string[] {
  const spellings = locus.alleles.flatMap((row) => [row.allele, ...row.aliases])
  if (locus.compact && random() < 0.3) return [oneOf(random, spellings)]
  return [oneOf(random, spellings), oneOf(random, spellings)]
}

/** One to three variants on each copy, an unphased list, or nothing; now and then an allele lent by another locus. */
function cisAlleles(locus: LocusTable, named: readonly string[], random: Random): readonly string[] {
  const wild = locus.wildType ?? ''
  const own = locus.alleles.filter((row) => row.standsFor === undefined && row.allele !== wild)
  const lent = locus.alleles.filter(
    (row) => row.standsFor !== undefined && !named.includes(row.standsFor.locus),
  )
  const spelled = (row: (typeof own)[number]): string => oneOf(random, [row.allele, ...row.aliases])
  const copy = (): string =>
    random() < 0.3
      ? wild
      : someOf(random, own, 1 + Math.floor(random() * 3))
          .map(spelled)
          .join('+')
  const kind = random()
  const alleles =
    kind < 0.15
      ? [wild]
      : kind < 0.3
        ? someOf(random, own, 1).map(spelled)
        : kind < 0.75
          ? [copy(), copy()]
          : unphased(own.map(spelled), random)
  if (lent.length === 0 || random() < 0.7) return alleles
  const extra = spelled(oneOf(random, lent))
  return random() < 0.5 ? [...alleles, extra] : [extra, ...alleles, extra]
}

/** Three to six variants, one of them perhaps twice. */
function unphased(spellings: readonly string[], random: Random): readonly string[] {
  const once = someOf(random, spellings, 3 + Math.floor(random() * 3))
  return random() < 0.3 ? [...once, once[0] ?? ''] : once
}

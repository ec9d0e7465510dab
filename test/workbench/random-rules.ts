/**
 * Invented rule sets made at random, small enough to list every genotype, with everything the analyses must
 * get right: variants of one copy, first and collect tables, tokens asked for, hiding, words that run together.
 */
import type { Ruleset } from '../../src/operations/ruleset.js'
import type { HorseGenotype, LocusGenotype } from '../../src/model/model.js'
import { pairOf } from '../../src/genetics/genotype.js'
import { copiesOf } from '../../src/model/space/smallest-example.js'
import type { SmallRules } from '../model/small-rules.js'
import { oneOf, type Random } from '../phenotypes/random-horse.js'

type Json = Readonly<Record<string, unknown>>

const LOCI: SmallRules['loci'] = {
  base: { alleles: { A: {}, a: {} }, required: true, group: 'base' },
  shade: { alleles: { S: {}, T: {}, n: {} } },
  white: {
    cis: true,
    alleles: { X: { expression: 'full' }, Y: { expression: 'part' }, Z: { expression: 'part' }, n: {} },
  },
  spot: { alleles: { P: {}, n: {} } },
}
const ALLELES: Readonly<Record<string, readonly string[]>> = {
  base: ['A', 'a'],
  shade: ['S', 'T', 'n'],
  white: ['X', 'Y', 'Z'],
  spot: ['P', 'n'],
}
const TOKENS = ['red', 'pale', 'dark', 'snow', 'dots']

/** Words that read alike when they stand side by side, so that some random sets name two coats the same. */
const WORDS = ['a', 'b', 'ab', 'ba', 'c']

/** @returns a rule set that compiles, whatever the random numbers */
export function randomRules(random: Random): SmallRules {
  const tables: SmallRules['tables'] = {
    ground: {
      hit: 'unique',
      reads: ['base'],
      rules: [
        { id: 'ground-dark', when: { base: { has: 'A' } }, then: ['black'] },
        { id: 'ground-light', when: { base: ['a', 'a'] }, then: [oneOf(random, ['bay', 'black'])] },
      ],
    },
    tint: {
      hit: 'first',
      reads: ['shade', 'white'],
      rules: [
        ...numbered(random, 'tint', 2, (id) => rule(random, id, ['shade', 'white'])),
        { id: 'tint-none', when: {}, then: [] },
      ],
    },
    marks: {
      hit: 'collect',
      reads: ['white', 'spot'],
      rules: numbered(random, 'marks', 3, (id) => hiding(random, rule(random, id, ['white', 'spot']))),
    },
    late: {
      hit: 'first',
      reads: ['spot'],
      rules: [
        ...numbered(random, 'late', 2, (id) => asking(random, rule(random, id, ['spot']))),
        { id: 'late-none', when: {}, then: [] },
      ],
    },
  }
  return { loci: LOCI, tables, words: randomWords(random, tables) }
}

function randomWords(random: Random, tables: SmallRules['tables']): Json {
  const tokens = [
    ...new Set(
      Object.values(tables).flatMap(({ rules }) => rules.flatMap((each) => each['then'] as string[])),
    ),
  ]
  const word = (): string => oneOf(random, WORDS)
  const [first, ...rest] = tokens
  return {
    names: [
      ...(first === undefined ? [] : [{ tokens: [first], term: word() }]),
      ...rest.filter((_, i) => i % 2 === 0).map((token) => ({ tokens: [token], term: word() })),
      ...(tokens.length > 2 && random() < 0.5 ? [{ tokens: tokens.slice(0, 2), term: word() }] : []),
    ],
    modifiers: rest
      .filter((_, i) => i % 2 === 1)
      .map((token) =>
        random() < 0.3
          ? { token, wrap: `${word()} ({name})` }
          : { token, term: word(), place: oneOf(random, ['before', 'after']) },
      ),
  }
}

/** Another version of a rule set: one rule, one word, or nothing at all is different. */
export function revised(random: Random, rules: SmallRules): SmallRules {
  const kind = random()
  if (kind < 0.15) return rules
  if (kind < 0.4) return { ...rules, words: randomWords(random, rules.tables) }
  const fresh = randomRules(random)
  const name = oneOf(random, ['tint', 'marks', 'late'])
  const tables = { ...rules.tables, [name]: fresh.tables[name] as SmallRules['tables'][string] }
  return {
    loci: LOCI,
    tables,
    words: random() < 0.5 ? randomWords(random, tables) : wordsWithin(rules, tables, random),
  }
}

/** The same words as before, as far as every token still has one. */
function wordsWithin(before: SmallRules, tables: SmallRules['tables'], random: Random): Json {
  const given = new Set(
    Object.values(tables).flatMap(({ rules }) => rules.flatMap((each) => each['then'] as string[])),
  )
  const { names = [], modifiers = [] } = (before.words ?? {}) as {
    names?: readonly { tokens: readonly string[] }[]
    modifiers?: readonly { token: string }[]
  }
  const kept = names.filter(({ tokens }) => tokens.every((token) => given.has(token)))
  const keptModifiers = modifiers.filter(({ token }) => given.has(token))
  const spoken = new Set([
    ...kept.filter(({ tokens }) => tokens.length === 1).flatMap(({ tokens }) => tokens),
    ...keptModifiers.map(({ token }) => token),
  ])
  const fresh = [...given].filter((token) => !spoken.has(token))
  return {
    names: [...kept, ...fresh.map((token) => ({ tokens: [token], term: oneOf(random, WORDS) }))],
    modifiers: keptModifiers,
  }
}

function numbered(random: Random, table: string, most: number, make: (id: string) => Json): readonly Json[] {
  const count = 1 + Math.floor(random() * most)
  return Array.from({ length: count }, (_, i) => make(`${table}-${i}`))
}

function rule(random: Random, id: string, loci: readonly string[]): Json {
  const chosen = loci.filter(() => random() < 0.7)
  return {
    id,
    when: Object.fromEntries(chosen.map((locus) => [locus, predicate(random, locus)])),
    then: TOKENS.filter(() => random() < 0.3),
    ...(random() < 0.15
      ? { viability: { status: 'lethal', evidence: 'established', cause: `cause-of-${id}` } }
      : {}),
  }
}

function predicate(random: Random, locus: string, depth = 0): unknown {
  const allele = (): string => oneOf(random, ALLELES[locus] ?? [])
  const choices: readonly (() => unknown)[] = [
    () => ({ has: allele() }),
    () => ({ copies: 1 + Math.floor(random() * 2), of: allele() }),
    () => ({ none_of: [allele()] }),
    () =>
      locus === 'white'
        ? {
            expression: oneOf(random, ['full', 'part']),
            copies: 2,
            ...(random() < 0.5 ? { same: random() < 0.5 } : {}),
          }
        : [allele(), allele()],
    ...(depth > 0
      ? []
      : [
          () => ({ any: [predicate(random, locus, 1), predicate(random, locus, 1)] }),
          () => ({ not: predicate(random, locus, 1) }),
        ]),
  ]
  return oneOf(random, choices)()
}

function hiding(random: Random, made: Json): Json {
  if (random() < 0.25) return { ...made, hides: 'all' }
  return random() < 0.2 ? { ...made, hides: ['black'] } : made
}

function asking(random: Random, made: Json): Json {
  const when = made['when'] as Json
  return random() < 0.5
    ? { ...made, when: { ...when, [oneOf(random, ['token', 'no_token'])]: 'black' } }
    : made
}

/** Every genotype as a laboratory reports it: copies of each variant, phase aside. */
export function everyHorse(ruleset: Ruleset): readonly HorseGenotype[] {
  return ruleset.model.loci.reduce<readonly HorseGenotype[]>(
    (horses, locus) => {
      const genotypes: LocusGenotype[] = everyDosage(locus.alleles.length, locus.cis, locus.wildType).map(
        (dosage) => ruleset.genotypes.of(locus, [pairOf(...copiesOf(locus, dosage))]),
      )
      return horses.flatMap((horse) => genotypes.map((genotype) => [...horse, genotype]))
    },
    [[]],
  )
}

function everyDosage(alleles: number, cis: boolean, wildType: number | null): readonly Uint8Array[] {
  const all = Array.from({ length: alleles }, (_, allele) => allele)
  if (!cis) {
    const pairs = all.flatMap((a) => all.slice(a).map((b) => [a, b] as const))
    return pairs.map(([a, b]) =>
      Uint8Array.from(all, (allele) => Number(allele === a) + Number(allele === b)),
    )
  }
  return all
    .filter((allele) => allele !== wildType)
    .reduce<readonly Uint8Array[]>(
      (some, allele) =>
        some.flatMap((dosage) =>
          [0, 1, 2].map((copies) => {
            const more = dosage.slice()
            more[allele] = copies
            return more
          }),
        ),
      [new Uint8Array(alleles)],
    )
}

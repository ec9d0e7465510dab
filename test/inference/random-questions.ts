/**
 * Random questions about up to four horses: pedigrees with loops, tests of all kinds, coats seen. Most are about animals
 * that could be; some contradict themselves.
 */
import type { Ruleset } from '../../src/operations/ruleset.js'
import { pairOf } from '../../src/genetics/genotype.js'
import type { Copy } from '../../src/genetics/locus.js'
import type { CoatPattern, KnownHorse, Question, Seen, Test } from '../../src/inference/question.js'
import type { ModelLocus } from '../../src/model/model.js'
import { copyName, locusOf, populationOf, seen, testOf } from './questions.js'
import { variantOf } from '../../src/rules/notation.js'

export interface RandomQuestion {
  readonly question: Question
  /** The loci that vary. */
  readonly open: readonly number[]
}

/** Which loci vary, and the copies that are met. */
export type Scene = Readonly<Record<string, readonly string[]>>

export type Random = () => number

export function randomNumbers(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** @param isWeighed whether observed coats have random likelihoods */
export function randomQuestion(
  ruleset: Ruleset,
  varying: Scene,
  most: number,
  random: Random,
  isWeighed = false,
): RandomQuestion {
  // A locus without a wild type is everybody's first allele, unless it varies.
  const required = ruleset.model.loci.filter(({ wildType }) => wildType === null)
  const scene = {
    ...Object.fromEntries(required.map(({ key, alleles }) => [key, alleles.slice(0, 1)])),
    ...varying,
  }
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const population = populationOf(
    ruleset,
    Object.fromEntries(
      Object.entries(scene).map(([key, copies]) => [
        key,
        Object.fromEntries(copies.map((copy) => [copy, 1 + Math.floor(random() * 9)])),
      ]),
    ),
    pick(['unstated', 'wild-type']),
  )
  const loci = Object.keys(scene).map((key) => locusOf(ruleset, key))
  const sexed = loci.some(({ noCopy }) => noCopy !== null)
  const count = 1 + Math.floor(random() * most)
  const sexes = Array.from({ length: count }, () => pick(['female', 'male'] as const))
  const parents = sexes.map((_, horse) => {
    const among = (sex: string): readonly (number | undefined)[] => [
      undefined,
      ...[...sexes.keys()]
        .filter((other) => other < horse && sexes[other] === sex)
        .flatMap((other) => [other, other]),
    ]
    return { mother: pick(among('female')), father: pick(among('male')) }
  })
  const draw = (locus: ModelLocus): Copy =>
    pick((scene[locus.key] ?? []).map((text) => copyFrom(ruleset, locus, text)))
  const truths: (readonly (readonly [Copy, Copy])[])[] = []
  parents.forEach(({ mother, father }, horse) => {
    truths.push(
      loci.map((locus, l) => {
        const from = (parent: number | undefined): Copy => {
          const pair = parent === undefined ? undefined : truths[parent]?.[l]
          const own = pair?.filter(([allele]) => allele !== locus.noCopy || locus.noCopy === null)
          return own === undefined ? draw(locus) : pick(own)
        }
        const isMale = locus.noCopy !== null && sexes[horse] === 'male'
        return [from(mother), isMale ? [locus.noCopy ?? 0] : from(father)] as const
      }),
    )
  })
  const wild = random() < 0.1
  const horses = parents.map(({ mother, father }, horse): KnownHorse => {
    const truth = truths[wild ? Math.floor(random() * count) : horse] ?? []
    const tests = new Map<number, Test>()
    loci.forEach((locus, l) => {
      const pair = truth[l]
      if (pair !== undefined && random() < 0.35)
        tests.set(locus.index, randomTest(ruleset, locus, pair, scene[locus.key] ?? [], random))
    })
    const isParent = parents.some((other) => other.mother === horse || other.father === horse)
    return {
      id: `h${horse}`,
      sex: isParent || sexed || random() < 0.5 ? sexes[horse] : undefined,
      mother,
      father,
      tests,
      seen: random() < 0.6 ? [randomlySeen(ruleset, loci, truth, random, isWeighed)] : [],
    }
  })
  return { question: { population, horses }, open: loci.map(({ index }) => index) }
}

function copyFrom(_ruleset: Ruleset, locus: ModelLocus, text: string): Copy {
  return text
    .split('+')
    .map((name) => locus.alleles.indexOf(name))
    .sort((a, b) => a - b)
}

function randomTest(
  ruleset: Ruleset,
  locus: ModelLocus,
  pair: readonly [Copy, Copy],
  copies: readonly string[],
  random: Random,
): Test {
  const isHemizygous = pair.some(([allele]) => locus.noCopy !== null && allele === locus.noCopy)
  const texts = pairOf(...pair).map((copy) => copyName(locus, copy))
  const pick = (items: readonly string[]): string => items[Math.floor(random() * items.length)] ?? ''
  const vague = texts.map((text, i) => {
    if (isHemizygous && i === 1) return text
    if (random() < 0.5) return text
    const others = copies.filter((other) => other !== text)
    return pick(
      [
        '?',
        `${text}|${pick(others)}`,
        ...(locus.cis || others.length === 0 ? [`${text}+?`] : [`!${pick(others)}`]),
      ].filter((each) => !each.endsWith('|')),
    )
  })
  return testOf(ruleset, locus.key, [vague[0] ?? '?', vague[1] ?? '?'])
}

function randomlySeen(
  ruleset: Ruleset,
  loci: readonly ModelLocus[],
  truth: readonly (readonly [Copy, Copy])[],
  random: Random,
  isWeighed: boolean,
): Seen {
  const genotype = ruleset.model.loci.map((locus) => {
    const pair = truth[loci.indexOf(locus)]
    return pair === undefined
      ? ruleset.genotypes.wildType(locus)
      : ruleset.genotypes.of(locus, [pairOf(...pair)])
  })
  const { tokens } = ruleset.phenotypes.of(genotype).coat
  const given = ruleset.model.tables.flatMap(({ outcomes }) => outcomes.flatMap((outcome) => outcome.tokens))
  // Nobody sees a laboratory's number.
  const all = [...new Set(given)].filter((token) => variantOf(token) === undefined)
  const pattern = (): Partial<CoatPattern> => {
    const some = tokens.filter(() => random() < 0.5)
    const missing = all.filter((token) => !tokens.includes(token) && random() < 0.15)
    return random() < 0.4 ? { exactly: tokens } : { has: some, lacks: missing }
  }
  const other = (): Partial<CoatPattern> => ({
    has: all.filter(() => random() < 0.06),
    lacks: tokens.slice(0, 1),
  })
  if (isWeighed) return weighed(ruleset, [pattern(), pattern(), other()], all, random)
  return random() < 0.3 ? seen(pattern(), other()) : seen(pattern())
}

/** Up to three patterns with random weights and traits; of some traits nobody counted how often they are missed. */
function weighed(
  { model }: Ruleset,
  patterns: readonly Partial<CoatPattern>[],
  tokens: readonly string[],
  random: Random,
): Seen {
  const rules = model.tables.flatMap(({ source }) => source.rules)
  const chance = (): number => Math.ceil(random() * 20) / 20
  const some = patterns.filter((_, place) => place === 0 || random() < 0.5)
  const named = some.map((pattern): Partial<CoatPattern> => {
    const traits = tokens.flatMap((token) => {
      if (pattern.lacks?.includes(token) === true || random() < 0.4) return []
      const giving = rules.flatMap(({ id, then }) => (then.includes(token) ? [id] : []))
      const own = giving
        .filter(() => random() < 0.7)
        .filter((id) => model.source.looks.some(({ by }) => by.includes(id)))
      const misses = own.length > 0 && random() < 0.7 ? own.map((id) => [id]) : [undefined]
      return [{ token, misses: misses.map((by) => ({ by, chance: random() < 0.8 ? chance() : undefined })) }]
    })
    return { ...pattern, weight: random() < 0.7 ? chance() : 1, traits }
  })
  return seen(...named)
}

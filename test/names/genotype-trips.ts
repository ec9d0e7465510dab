/**
 * Trips from a genotype to its coat's name, from the name to all genotypes of it, and back.
 */
import { onceFor } from '../../src/common/memo.js'
import { dosageOf, pairOf } from '../../src/genetics/genotype.js'
import { copiesOf } from '../../src/model/space/smallest-example.js'
import type { HorseGenotype, LocusGenotype, ModelLocus } from '../../src/model/model.js'
import { keyOfPlace, placesOf } from '../../src/model/coat-sets/places.js'
import { ask, wholeBody } from '../../src/operations/ask.js'
import type { ReadingAnswer } from '../../src/operations/genotypes-of/genotypes-of.js'
import { genotypesOf } from '../../src/operations/genotypes-of/operation.js'
import type { Ruleset } from '../../src/operations/ruleset.js'
import type { Random } from '../phenotypes/random-horse.js'

export { seeded as randomFrom, type Random } from '../phenotypes/random-horse.js'

/** By locus index. */
const placesBy = onceFor((ruleset: Ruleset) =>
  ruleset.model.loci.map((locus) => placesOf(locus, ruleset.genotypes)),
)

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item
}

/** How often a locus, and each variant of one that carries several, is not wild type. */
const VARIED = 0.35
const VARIANTS = 1.2

/** Any genotype, wild types and few variants more often than not. */
export function anyAnimal(ruleset: Ruleset, random: Random): HorseGenotype {
  const { model } = ruleset
  const hasOneCopy = random() < 0.5
  return model.loci.map((locus) => {
    const { cis, wildType, alleles, noCopy } = locus
    if (cis && wildType !== null) {
      const carried = new Map<number, number>()
      for (const variant of alleles.keys())
        if (variant !== wildType && random() < VARIANTS / alleles.length)
          for (const own of [variant, ...(locus.alwaysWith?.get(variant) ?? [])])
            carried.set(own, Math.max(carried.get(own) ?? 0, random() < 0.7 ? 1 : 2))
      // What always occurs with a variant is there at least as often.
      for (const [variant, others] of locus.alwaysWith ?? [])
        for (const other of others)
          carried.set(other, Math.max(carried.get(other) ?? 0, carried.get(variant) ?? 0))
      return genotypeWith(ruleset, locus, carried)
    }
    const isVaried = locus.required || random() < VARIED
    const values = placesBy(ruleset)[locus.index]?.[0]?.values ?? []
    const possible = values.filter(
      ({ copies, carried }) =>
        (copies === undefined || (copies === 1) === hasOneCopy) && (isVaried || carried === 0),
    )
    return pick(
      random,
      possible.length > 0
        ? possible
        : values.filter(({ copies }) => noCopy === null || (copies === 1) === hasOneCopy),
    ).genotype
  })
}

export function readingsOf(ruleset: Ruleset, name: string, lang: string): readonly ReadingAnswer[] {
  return wholeBody(ask(genotypesOf, ruleset, { name, lang }, lang)).readings
}

/** In how many of the products the genotype lies: the products are disjoint, so that it is one or none. */
export function productsWith(
  ruleset: Ruleset,
  { genotypes: products, any }: Pick<ReadingAnswer, 'genotypes' | 'any'>,
  animal: HorseGenotype,
): number {
  const texts = textsOf(ruleset, animal)
  return products.filter((product) =>
    texts.every(([key, gene, text, isWildType]) => {
      if (any.includes(key) || any.includes(gene)) return true
      const allowed = product[key]
      if (allowed !== undefined && (key !== gene || !isVariant(texts, gene))) return allowed.includes(text)
      return isWildType
    }),
  ).length
}

type PlaceText = readonly [key: string, gene: string, text: string, isWildType: boolean]

function isVariant(texts: readonly PlaceText[], gene: string): boolean {
  return texts.some(([key, own]) => own === gene && key !== gene)
}

/** The genotype's value at each place, as answers write it. */
function textsOf(ruleset: Ruleset, animal: HorseGenotype): readonly PlaceText[] {
  return animal.flatMap((atLocus: LocusGenotype) => {
    const { locus } = atLocus
    const [pair] = atLocus.layouts
    if (pair === undefined) return []
    const dosage = dosageOf(locus, pair)
    return (placesBy(ruleset)[locus.index] ?? []).map((place): PlaceText => {
      const value =
        place.variant === undefined
          ? place.values.find(({ genotype }) => genotype === atLocus)
          : place.values[dosage[place.variant] ?? 0]
      return [keyOfPlace(place), locus.key, value?.text ?? '', (value?.carried ?? 0) === 0]
    })
  })
}

/** Any genotype of the products. */
export function anyOf(
  ruleset: Ruleset,
  { genotypes: products, any }: ReadingAnswer,
  random: Random,
): HorseGenotype {
  const product = pick(random, products)
  const { model } = ruleset
  const base = anyAnimal(ruleset, random)
  const hasOneCopy = model.loci.some(
    ({ index, noCopy }) => noCopy !== null && base[index]?.alleles.length === 1,
  )
  const isFitting = (copies: 1 | 2 | undefined): boolean =>
    copies === undefined || (copies === 1) === hasOneCopy
  /** Both sexes may not be in the product. */
  const sexes = model.loci.flatMap((locus) => {
    if (locus.noCopy === null || product[locus.key] === undefined) return []
    const values = placesBy(ruleset)[locus.index]?.[0]?.values ?? []
    return values.some(({ copies, text }) => isFitting(copies) && product[locus.key]?.includes(text))
      ? []
      : [locus]
  })
  if (sexes.length > 0) return anyOf(ruleset, { genotypes: products, any } as ReadingAnswer, random)
  return model.loci.map((locus) =>
    anyAt(ruleset, locus, product, any, base[locus.index] as LocusGenotype, random, isFitting),
  )
}

function anyAt(
  ruleset: Ruleset,
  locus: ModelLocus,
  product: Readonly<Record<string, readonly string[]>>,
  any: readonly string[],
  other: LocusGenotype,
  random: Random,
  isFitting: (copies: 1 | 2 | undefined) => boolean,
): LocusGenotype {
  if (any.includes(locus.key)) return other
  const places = placesBy(ruleset)[locus.index] ?? []
  const chosen = places.map((place) => {
    const key = keyOfPlace(place)
    const allowed = any.includes(key) ? undefined : (product[key] ?? [place.values[0]?.text ?? ''])
    return pick(
      random,
      [...place.values.keys()].filter((v) => {
        const { text, copies } = place.values[v] ?? {}
        return isFitting(copies) && (allowed === undefined || allowed.includes(text ?? ''))
      }),
    )
  })
  const [first] = places
  if (first?.variant === undefined) return first?.values[chosen[0] ?? 0]?.genotype ?? other
  // What always occurs with a variant is there at least as often.
  places.forEach(({ variant }, p) => {
    for (const always of locus.alwaysWith?.get(variant ?? -1) ?? []) {
      const place = places.findIndex((each) => each.variant === always)
      chosen[place] = Math.max(chosen[place] ?? 0, chosen[p] ?? 0)
    }
  })
  return genotypeWith(ruleset, locus, new Map(places.map(({ variant }, p) => [variant ?? 0, chosen[p] ?? 0])))
}

/** Variants that are carried once lie on one copy; no coat depends on it. */
function genotypeWith(
  { genotypes }: Ruleset,
  locus: ModelLocus,
  carried: ReadonlyMap<number, number>,
): LocusGenotype {
  const dosage = Uint8Array.from(locus.alleles, (_, allele) => carried.get(allele) ?? 0)
  return genotypes.of(locus, [pairOf(...copiesOf(locus, dosage))])
}

/** What goes wrong on trips of so many random animals, in one language. */
export function failedTrips(
  ruleset: Ruleset,
  language: string,
  count: number,
  random: Random,
): readonly string[] {
  const failures: string[] = []
  const nameOf = (animal: HorseGenotype): string =>
    ruleset.nameOf(ruleset.phenotypes.visible.of(animal).coat, language)
  for (let i = 0; i < count; i++) {
    const animal = anyAnimal(ruleset, random)
    const name = nameOf(animal)
    const { tokens } = ruleset.phenotypes.visible.of(animal).coat
    const readings = readingsOf(ruleset, name, language)
    const own = readings.filter((reading) => sameTokens(reading.tokens, tokens))
    const [reading] = own
    if (own.length !== 1 || reading === undefined) {
      failures.push(`${language} ${name}: ${own.length} readings are the coat`)
      continue
    }
    if (BigInt(reading.products) === BigInt(reading.genotypes.length)) {
      const found = productsWith(ruleset, reading, animal)
      if (found !== 1) failures.push(`${language} ${name}: its animal is in ${found} products`)
    }
    if (reading.genotypes.length === 0) continue
    const back = anyOf(ruleset, reading, random)
    if (nameOf(back) !== name)
      failures.push(`${language} ${name}: ${back.map(({ text }) => text).join(' ')} is ${nameOf(back)}`)
  }
  return failures
}

function sameTokens(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((token) => others.includes(token))
}

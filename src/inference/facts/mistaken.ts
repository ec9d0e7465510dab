/**
 * Animals whose coat was mistaken for another or a trait of which was missed: no genotype that is left shows the coat as it was
 * named. Looks at each locus by itself, so that not all of them are found.
 */
import { pairOf } from '../../genetics/genotype.js'
import { phenotypeOf } from '../../model/phenotype/phenotype.js'
import type { CoatPattern } from '../question.js'
import type { Rules } from '../rules.js'
import type { LocusCopies } from './copies.js'
import { hasOnePair } from './determined.js'
import { evidenceByFacts, type Evidence } from './evidence.js'
import { combinationsOf, type GenotypeSet, type Rectangle } from './genotype-sets.js'
import { likelihoodOf } from './likelihood/of-pattern.js'
import { intersects, pairsIn } from './pair-sets.js'

/**
 * Whether the facts determine a pair without any coat that was mistaken, where nobody counted how often that happens.
 * @param evidence by the facts and priors
 */
export function createIsSupported(
  rules: Rules,
  evidence: Evidence,
): (animal: number, locus: number) => boolean {
  const { reading } = evidence
  const mistaken = reading.facts.flatMap(({ place, constraints }) => {
    if (place.kind !== 'seen') return []
    const { animal, field } = place
    const { literal } = reading.question.horses[animal]?.seen.find((each) => each.field === field) ?? {}
    if (literal === undefined || hasWitness(rules, evidence, animal, constraints, literal)) return []
    const named = reading.coats.genotypesShowing(literal).constraints
    return named.every((set) => isLeft(evidence, animal, set)) ? [] : [place]
  })
  if (mistaken.length === 0) return () => true
  const others = reading.facts.filter(({ place }) => place.kind !== 'seen' || !mistaken.includes(place))
  const { possible } = evidenceByFacts(reading, others)
  return (animal, locus) => hasOnePair(reading.copies[locus] as LocusCopies, possible, animal)
}

function isLeft({ possible }: Evidence, animal: number, set: GenotypeSet): boolean {
  return set.some((rectangle) =>
    [...rectangle].every(([locus, pairs]) =>
      intersects(possible.pairs[locus]?.[animal] as Uint8Array, pairs),
    ),
  )
}

/** Genotypes that are tried; reading the coat as it was named takes as long as some hundred. */
const MAX_WITNESSES = 8

/** Whether one of a few genotypes shows the coat as it was named, which is usual. */
function hasWitness(
  { model, genotypes }: Rules,
  { reading, possible }: Evidence,
  animal: number,
  constraints: readonly GenotypeSet[],
  literal: readonly CoatPattern[],
): boolean {
  let left = MAX_WITNESSES
  for (const rectangles of combinationsOf(constraints.map(possible.leftOf))) {
    if (left-- === 0) return false
    const genotype = reading.copies.map((place) => {
      const pair = likeliestPair(place, possible.pairs[place.locus.index]?.[animal] as Uint8Array, rectangles)
      const [a, b] = pair.map((copy) => place.copies[copy] ?? [])
      return genotypes.of(place.locus, [pairOf(a ?? [], b ?? [])])
    })
    const { tokens } = phenotypeOf(model, genotype).coat
    const shown = { isWhole: true, tokens, givenBy: new Map() }
    if (literal.some((pattern) => likelihoodOf(pattern, shown, undefined) > 0)) return true
  }
  return false
}

/** The wild type where the animal can have it, else the first pair. */
function likeliestPair(
  { locus, copies }: LocusCopies,
  possible: Uint8Array,
  rectangles: readonly Rectangle[],
): readonly [number, number] {
  const sets = rectangles.flatMap((rectangle) => rectangle.get(locus.index) ?? [])
  const pairs = pairsIn(
    possible.map((is, place) => (sets.every((set) => set[place] === 1) ? is : 0)),
    copies.length,
  )
  const isWild = (copy: number): boolean => copies[copy]?.join() === String(locus.wildType)
  return pairs.find((pair) => pair.every(isWild)) ?? pairs[0] ?? [0, 0]
}

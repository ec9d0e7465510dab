/**
 * Rules genotypes out that take more assumed variants than the facts need, before anything is multiplied. Only what takes the
 * fewest counts (network/lowest-order.ts); this makes the exact work small.
 * Guarantees: nothing that takes the fewest is ruled out. Where every animal is unrelated to the others, all that is left takes
 * equally many, so that no orders are needed. The work is bounded: what would take longer is left to the arithmetic.
 */
import type { Evidence } from '../evidence.js'
import type { GenotypeSet, Rectangle } from '../genotype-sets.js'
import { narrowed } from '../possible.js'
import { withoutNeedless } from './needless-loci.js'
import { fewestOfUnrelated } from './unrelated-animals.js'

export function withFewestVariants(evidence: Evidence): Evidence {
  const { reading, possible, isOrdered } = evidence
  if (isOrdered !== true || possible.isEmpty) return evidence
  const { animals } = reading
  const parents = new Set(animals.flatMap(({ mother, father }) => [mother, father]))
  const isRelated = animals.map(
    ({ mother, father }, animal) => mother !== undefined || father !== undefined || parents.has(animal),
  )
  const related = withoutNeedless(
    evidence,
    [...animals.keys()].filter((animal) => isRelated[animal]),
  )
  const pairs = related.pairs.map((own) => [...own])
  const replaced = new Map<GenotypeSet, GenotypeSet>()
  const weights = new Map<Rectangle, number>()
  let [order, isConstant] = [0, !isRelated.includes(true)]
  for (const animal of animals.keys()) {
    if (isRelated[animal] === true) continue
    const fewest = fewestOfUnrelated(evidence, animal)
    if (fewest === undefined) {
      isConstant = false
      continue
    }
    order += fewest.order
    fewest.pairs.forEach((set, locus) => pairs[locus]?.splice(animal, 1, set))
    for (const [constraint, rectangles] of fewest.constraints) replaced.set(constraint, rectangles)
    for (const [rectangle, weight] of fewest.weights) weights.set(rectangle, weight)
  }
  const leftOf = (all: GenotypeSet): GenotypeSet => replaced.get(all) ?? related.leftOf(all)
  const unchanged = pairs.map((own) => own.map(() => false))
  const left = narrowed(reading, evidence.facts, pairs, unchanged, leftOf)
  const facts = evidence.facts.map((fact) =>
    isRelated[fact.place.animal] === true
      ? fact
      : { ...fact, weights: new Map([...(fact.weights ?? []), ...weights]) },
  )
  return { ...evidence, facts, possible: left, isOrdered: !isConstant, ...(isConstant && { order }) }
}

/** The same with only what holds under any frequencies of other loci. */
export function withoutNeedlessVariants(evidence: Evidence): Evidence {
  if (evidence.isOrdered !== true || evidence.possible.isEmpty) return evidence
  return { ...evidence, possible: withoutNeedless(evidence, [...evidence.reading.animals.keys()]) }
}

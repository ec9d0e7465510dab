/**
 * Animals whose coat was mistaken for another or a trait of which was missed: no genotype that is left shows the coat as it was
 * named. Looks at each locus by itself, so that not all of them are found.
 */
import type { LocusCopies } from './copies.js'
import { hasOnePair } from './determined.js'
import { evidenceByFacts, type Evidence } from './evidence.js'
import type { GenotypeSet } from './genotype-sets.js'
import { intersects } from './pair-sets.js'

/**
 * Whether the facts determine a pair without any coat that was mistaken, where nobody counted how often that happens.
 * @param evidence by the facts and priors
 */
export function createIsSupported(evidence: Evidence): (animal: number, locus: number) => boolean {
  const { reading } = evidence
  const mistaken = reading.question.horses.flatMap((_, animal) =>
    isMistaken(evidence, animal) ? [animal] : [],
  )
  if (mistaken.length === 0) return () => true
  const others = reading.facts.filter(
    ({ place }) => place.kind !== 'seen' || !mistaken.includes(place.animal),
  )
  const { possible } = evidenceByFacts(reading, others)
  return (animal, locus) => hasOnePair(reading.copies[locus] as LocusCopies, possible, animal)
}

function isMistaken({ reading, possible }: Evidence, animal: number): boolean {
  const isLeft = (set: GenotypeSet): boolean =>
    set.some((rectangle) =>
      [...rectangle].every(([locus, pairs]) =>
        intersects(possible.pairs[locus]?.[animal] as Uint8Array, pairs),
      ),
    )
  const named = (reading.question.horses[animal]?.seen ?? []).flatMap(({ literal = [] }) =>
    literal.length === 0 ? [] : reading.coats.genotypesShowing(literal).constraints,
  )
  return !named.every(isLeft)
}

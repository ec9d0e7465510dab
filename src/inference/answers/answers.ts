/**
 * Answers, the fourth stage: what follows from the evidence for animals and their foals.
 * Takes the facts and the posterior of a question. Gives an answer for each request: genotypes, phases, coats, foals, several
 * foals, bounds, the probability of the evidence, a contradiction.
 * Guarantees: pure; nothing is computed before it is asked for, and every answer states its cost before it is computed. The
 * same request always costs the same, except for reading wanted and named coats, which costs only the first time.
 * Requests take `left`, the operations that they may take: beyond that they are not planned to the end.
 */
import { pairOf } from '../../genetics/genotype.js'
import { once } from '../../common/memo.js'
import type { BoundedAnswer, CoatAnswer, CoatOptions, Contradiction } from '../answer.js'
import type { LocusCopies } from '../facts/copies.js'
import { hasOnePair, pairsAt } from '../facts/determined.js'
import type { Facts } from '../facts/facts.js'
import { intersection } from '../facts/genotype-sets.js'
import { createIsSupported } from '../facts/mistaken.js'
import type { Possible } from '../facts/possible.js'
import { hasOrders, isVaried, type Prior, type Priors } from '../facts/priors.js'
import type { Animal } from '../facts/reading.js'
import { withOperations } from '../planning/drafts.js'
import { workOf, type Work } from '../planning/planning.js'
import { posteriorOf, type Posterior } from '../posterior/posterior.js'
import type { CoatPattern } from '../question.js'
import { NOTHING } from '../../model/ratio.js'
import type { Rules } from '../rules.js'
import { coatBounds } from './bounds/coat-bounds.js'
import { componentsOf, foalBounds } from './bounds/foal-bounds.js'
import { createCoats } from './coats.js'
import { contradictionIn } from './contradiction.js'
import { evidenceOf } from './evidence.js'
import { genotypesOf, type Certainty } from './genotypes.js'
import { phasesOf } from './phase.js'
import { coatsOfCross, determinedParent } from './plain-cross.js'
import { sensitivityOf, type Sensitivity } from './sensitivity.js'
import { parentClasses } from './several-foals.js'

/** The search for contradicting facts may take so many times as long as a question: cut short, it names too many facts. */
const CONTRADICTION_SEARCH = 1.5

export type Answers = Readonly<ReturnType<ReturnType<typeof createAnswers>>>

/** @param most operations that a question may take; `left` of each request, where it is not given */
export function createAnswers(rules: Rules, most: number) {
  const coats = createCoats(rules)
  const components = once(() => componentsOf(rules))
  return (facts: Facts, posterior: Posterior) => {
    const { reading, byFacts, evidence, determined } = facts
    const { animals, copies, question } = reading
    const certainty = once(() => certaintyOf(facts, posterior))
    const isSupported = once(() => createIsSupported(rules, evidence))
    const sensitivity = once((): Sensitivity => {
      const { population } = question
      return population === undefined
        ? { posterior, changes: [] }
        : sensitivityOf(facts, posterior, population)
    })
    const varied = copies.flatMap(({ locus, isFixed }) => (isFixed ? [] : [locus.index]))
    const coatWork = (
      animal: number,
      foal: Animal | undefined,
      { sensitivity: isBanded = false, limit = Infinity }: CoatOptions,
      left: number,
    ): Work<CoatAnswer> => {
      const own = isBanded ? sensitivity() : { posterior, changes: [] }
      // Without a frequency that can change, a convention has no interval.
      const hasIntervals = question.population?.convention === undefined || own.changes.length > 0
      const intervals = isBanded && question.population !== undefined && hasIntervals ? limit : 0
      return workOf(coats({ ...own, animal, foal, intervals }, left))
    }
    return {
      /** What reading the question cost. Where it is more than is allowed, not all of it was read. */
      readingOperations: reading.operations,
      /** Where it is defined, only bounds can be answered. */
      fault: determined.fault,
      /** Whether some founder needs a prior, so that answers depend on the population. */
      needsPriors: facts.needsPriors,
      /** Whether the facts alone leave an animal one genotype at a locus, as far as each locus by itself shows. */
      isDetermined: (animal: number, locus: number): boolean =>
        hasOnePair(copies[locus] as LocusCopies, byFacts.possible, animal),
      /** Facts that leave some animal nothing at a locus. Cheap, but does not find every contradiction. */
      contradiction: (): Contradiction | undefined =>
        evidence.possible.isEmpty ? contradictionIn(evidence, CONTRADICTION_SEARCH * most) : undefined,
      /** The probability of the evidence, and any contradiction. */
      evidence: (left = most) => workOf(evidenceOf(posterior, determined, left, CONTRADICTION_SEARCH * most)),
      /** The genotype of one animal at some loci; at all that are not fixed, where none are given. */
      genotypes: (animal: number, loci: readonly number[] = varied, left = most) => {
        const before = reading.coats.operations()
        const support = isSupported()
        const toRead = Math.ceil(reading.coats.operations() - before)
        const isCertain = (locus: number): boolean => support(animal, locus)
        return workOf(
          withOperations(
            toRead,
            genotypesOf({ posterior, certainty: certainty(), isCertain }, animal, loci, left),
          ),
        )
      },
      /** The phase of one animal, for each linkage group with several loci that are not fixed. */
      phase: (animal: number, left = most) => workOf(phasesOf(posterior, animal, left)),
      /** The coats of one animal, which is alive, as all animals of the question are. */
      coatsOf: (animal: number, options: CoatOptions = {}, left = most) =>
        coatWork(animal, undefined, options, left),
      /** The coats of a foal, counted from conception. */
      foal: (mother: number, father: number, options: CoatOptions = {}, left = most): Work<CoatAnswer> => {
        const [dam, sire] = [mother, father].map((parent) => determinedParent(rules, byFacts, parent))
        if (dam !== undefined && sire !== undefined) return workOf(coatsOfCross(rules, dam, sire))
        return coatWork(animals.length, { mother, father, sex: undefined }, options, left)
      },
      /** Classes of the parents' genotypes by the probability of a wanted foal (foal-chances.ts). */
      severalFoals: (mother: number, father: number, wanted: readonly CoatPattern[], left = most) => {
        const before = reading.coats.operations()
        const genotypes = intersection(reading.coats.genotypesShowing(wanted).constraints)
        const toRead = Math.ceil(reading.coats.operations() - before)
        return workOf(withOperations(toRead, parentClasses(posterior, [mother, father], genotypes, left)))
      },
      /** Without a population: the bounds of each coat of a foal. The parents have no parents in the question. */
      foalBounds: (mother: number, father: number): Work<BoundedAnswer> =>
        workOf(foalBounds(rules, components(), byFacts, mother, father)),
      /** Without a population: the bounds of each coat of one animal. */
      coatBounds: (animal: number): Work<BoundedAnswer> => workOf(coatBounds(rules, byFacts, animal)),
    }
  }
}

/**
 * What tells which genotypes are certain: every copy counts where the population has one copy only, so that "certain" never
 * means "the population has nothing else". Under a convention, what relatives and each locus by itself leave decides.
 */
function certaintyOf(facts: Facts, posterior: Posterior): Certainty {
  const { reading, priors, evidenceUnder } = facts
  if (priors.some(hasOrders)) {
    const possible = possibleOfConvention(facts)
    return (animal, locus) => {
      const place = reading.copies[locus] as LocusCopies
      if (!hasOnePair(place, possible, animal)) return undefined
      const [a = 0, b = 0] = pairsAt(place, possible, animal)[0] ?? []
      return pairOf(place.copies[a] ?? [], place.copies[b] ?? [])
    }
  }
  const isVariedEverywhere = priors.every(
    (own, locus) => isVaried(own) || reading.copies[locus]?.copies.length === 1,
  )
  if (isVariedEverywhere) return posterior
  return posteriorOf(evidenceUnder(priors.map((own) => (isVaried(own) ? own : undefined))))
}

/** Among the copies that a convention takes as equally frequent, if the facts can be true of these; elsewhere among all. */
function possibleOfConvention({ priors, evidenceUnder }: Facts): Possible {
  const under = (change: (own: readonly Prior[]) => Priors[number]): Possible =>
    evidenceUnder(
      priors.map((own) =>
        own === undefined || !isVaried(own) ? undefined : hasOrders(own) ? change(own) : own,
      ),
    ).possible
  const known = under((own) => {
    const present = own.filter(({ order = 0 }) => order === 0)
    return present.length < 2 ? undefined : own.map((each) => (present.includes(each) ? each : NOTHING))
  })
  return known.isEmpty ? under(() => undefined) : known
}

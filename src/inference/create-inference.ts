/**
 * The engine of one rule set: reads questions, and hands each answer to the file that works it out.
 * Guarantees: pure; nothing is worked out before it is asked for, and reading a question once serves all that is asked.
 */
import type { CoatAnswer, CoatOptions, CoatRow } from './answer.js'
import { coatBounds } from './answers/bounds/coat-bounds.js'
import { componentsOf, foalBounds } from './answers/bounds/foal-bounds.js'
import { createSumCoats, type Summed } from './answers/coat-shares.js'
import { contradictionIn, evidenceOf } from './answers/evidence.js'
import { exactCoats, settledParent } from './answers/exact-coats.js'
import { choicesOf, factoredOf, tiesAround } from './answers/factored.js'
import { genotypeShares, phaseShares } from './answers/genotype-shares.js'
import { createBands, variantsOf, widest, type Changed } from './answers/sensitivity.js'
import { chancesOf } from './answers/several-foals.js'
import { createSumEstimate } from './answers/sum-work.js'
import { Budget, neverRun, type AnswerDraft } from './answers/work.js'
import { priorsOf, type LocusCopies, type Priors } from './facts/copies.js'
import { knowAlso, knowFacts } from './facts/known.js'
import { createReader, type Animal } from './facts/reading.js'
import { hasOneGenotype, settle, withAbsentSettled } from './facts/settled.js'
import { A_BAND, A_COAT, A_LANE, A_STATE, costingMore } from './planning/cost.js'
import { once } from '../common/memo.js'
import type { CoatPattern, Question } from './question.js'
import type { Rules } from './rules.js'

/** How many times as long as a question the search for contradicting facts may take: cut short, it names too many of them. */
const FINDING_CONTRADICTION = 1.5

export type Inference = Readonly<ReturnType<typeof createInference>>
/**
 * A question that was read. Ask `fault` first, then `contradiction` and `evidence`: where the facts contradict each other,
 * the other answers mean nothing (they hold no rows).
 */
export type Study = Readonly<ReturnType<Inference['study']>>

/**
 * One engine for each rule set; it remembers nothing of questions.
 * @param most operations beyond which no question is worked out: once all that is asked comes to more, planning ends
 */
export function createInference(rules: Rules, most = Infinity) {
  const read = createReader(rules, most)
  const sumCoats = createSumCoats(rules)
  const estimate = createSumEstimate(rules)
  const components = once(() => componentsOf(rules))
  return {
    /** Reads a question. Cheap: what follows is worked out when it is asked for. */
    study: (question: Question) => {
      const { population } = question
      const reading = read(question)
      const { animals, copies, coats } = reading
      const priors = priorsOf(copies, population)
      const told = knowFacts(reading)
      const byFacts = withAbsentSettled(told, priors)
      const settled = settle(byFacts, priors)
      const { isSettled } = settled
      const under = (own: Priors): typeof byFacts => knowAlso(byFacts, own, isSettled)
      const known = under(priors)
      const byCopiesMet = once(() =>
        priors.every((own, locus) => isVaried(own) || copies[locus]?.copies.length === 1)
          ? known
          : under(priors.map((own) => (isVaried(own) ? own : undefined))),
      )
      const banded = once(() => {
        if (population === undefined) return { all: known, variants: [] }
        const wide = widest(population)
        const { possible } = wide === population ? known : under(priorsOf(copies, wide))
        const all = wide === population ? known : { ...known, possible, memory: new Map() }
        return { all, variants: variantsOf(reading, population, priors) }
      })
      const open = copies.flatMap(({ locus, isOpen }) => (isOpen ? [locus.index] : []))
      const budget = new Budget(most)
      const coatsOf = (
        animal: number,
        foal: Animal | undefined,
        { sensitivity = false, limit = Infinity }: CoatOptions,
      ): AnswerDraft<CoatAnswer> => {
        const { all, variants } = sensitivity ? banded() : { all: known, variants: [] }
        const ties = tiesAround(all, animal, foal)
        const { states, coats } = estimate(all, animal, foal)
        const lanes = choicesOf(ties) * (variants.length + 1)
        const summing = Math.ceil(states * (A_STATE + A_LANE * lanes))
        const rows = { most: coats, operations: A_COAT + A_BAND * variants.length }
        // Where adding up alone is too much, what is added up is not looked at.
        const network =
          summing > budget.left
            ? undefined
            : factoredOf(all, rules.genotypes, animal, foal, ties, variants, budget.left - summing)
        return {
          least: summing + (network?.least ?? 0),
          rows,
          plan: (left) => {
            if (network === undefined) return { operations: summing, rows, run: neverRun }
            const work = network.plan(left - summing)
            return {
              operations: work.operations + summing,
              mostEntangled: work.mostEntangled,
              rows,
              run: () => {
                const { list, ...answer } = sumCoats(work.run())
                const isBanded = sensitivity && population !== undefined
                return { list: () => rowsOf(list(), isBanded ? limit : 0, variants), ...answer }
              },
            }
          },
        }
      }
      return {
        /** What reading the question takes. Where it is more than is allowed, not all of it was read. */
        readingOperations: reading.operations,
        /** Where it is defined, only bounds may be asked. */
        fault: settled.fault,
        /** Whether the facts alone leave some founder's copy open, so that its frequency matters. */
        needsFigures: () => {
          const unstated = priorsOf(copies, undefined)
          return settle(withAbsentSettled(told, unstated), unstated).fault !== undefined
        },
        /** Whether the facts leave an animal one genotype at a locus, however frequent copies are; false also where only several loci tell. */
        isForced: (horse: number, locus: number) =>
          hasOneGenotype(byFacts.possible, copies[locus] as LocusCopies, horse),
        /** Facts that leave some animal nothing at a locus, by what relatives leave it there; soon seen, and no further. */
        contradiction: () =>
          known.possible.isEmpty ? contradictionIn(known, FINDING_CONTRADICTION * most) : undefined,
        /** Tells also a contradiction that only several loci or loops tell. */
        evidence: () => budget.counted(evidenceOf(known, settled, budget.left, FINDING_CONTRADICTION * most)),
        /** What one horse may carry at the loci given; at all open ones, where none are. */
        genotypes: (horse: number, loci: readonly number[] = open) =>
          budget.counted(genotypeShares(known, byCopiesMet(), horse, loci, budget.left)),
        /** What lies together on its two copies, for each linkage group with more than one open locus. */
        phase: (horse: number) => budget.counted(phaseShares(known, horse, budget.left)),
        /** The coats that one horse can have. Alive, as all horses of the question are. */
        coatsOf: (horse: number, options: CoatOptions = {}) =>
          budget.counted(coatsOf(horse, undefined, options)),
        /** The coats of a foal asked about, counted from conception. */
        foal: (mother: number, father: number, options: CoatOptions = {}) => {
          const [dam, sire] = [mother, father].map((horse) => settledParent(rules, byFacts, horse))
          if (dam !== undefined && sire !== undefined) return budget.counted(exactCoats(rules, dam, sire))
          return budget.counted(coatsOf(animals.length, { mother, father, sex: undefined }, options))
        },
        /** How probable it is, of the parents, that a foal shows one of these coats with a probability (several-foals.ts). */
        chances: (mother: number, father: number, wanted: readonly CoatPattern[]) => {
          const before = coats.operations()
          const draft = chancesOf(known, [mother, father], coats.seenAsOne(wanted), budget.left)
          return budget.counted(costingMore(Math.ceil(coats.operations() - before), draft))
        },
        /**
         * Without a population: the least and the greatest share of each coat over everything that is not known. Two horses
         * without parents in the question.
         */
        foalBounds: (mother: number, father: number) =>
          budget.counted(foalBounds(rules, components(), byFacts, mother, father)),
        /**
         * The same of one horse: each coat is certain, possible (0 to 1), or not listed.
         * @param apart operations that this answer may take, apart from all else that is asked; without it, it is one of the asks
         */
        coatBounds: (horse: number, apart?: number) => {
          const draft = coatBounds(rules, byFacts, horse, estimate(byFacts, horse, undefined))
          return apart === undefined ? budget.counted(draft) : new Budget(apart).counted(draft)
        },
      }
    },
  }
}

/** Whether a population has several copies of a locus: which of them an animal has is then no matter of course. */
function isVaried(prior: Priors[number]): boolean {
  return (prior ?? []).filter(({ numerator }) => numerator !== 0n).length > 1
}

/** @param banded how many rows get a band at most */
function* rowsOf(
  all: ReturnType<Summed['list']>,
  banded: number,
  variants: readonly Changed[],
): Generator<CoatRow> {
  const withBand = createBands(variants)
  let taken = 0
  for (const [row, shares] of all) yield taken++ < banded ? withBand(row, shares) : row
}

/**
 * The engine of one rule set: reads questions, and hands each answer to the file that works it out.
 * Guarantees: pure; nothing is worked out before it is asked for, and reading a question once serves all that is asked.
 */
import type { CoatAnswer, CoatOptions, CoatRow, Inference, Study } from './answer.js'
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
import { once } from '../model/memo.js'
import type { Rules } from './rules.js'

/** How many times as long as a question the search for contradicting facts may take: cut short, it names too many of them. */
const FINDING_CONTRADICTION = 1.5

/** @param most operations beyond which no question is worked out: once all that is asked comes to more, planning ends */
export function createInference(rules: Rules, most = Infinity): Inference {
  const read = createReader(rules, most)
  const sumCoats = createSumCoats(rules)
  const estimate = createSumEstimate(rules)
  const components = once(() => componentsOf(rules))
  return {
    study: (question): Study => {
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
        fault: settled.fault,
        needsFigures: () => {
          const unstated = priorsOf(copies, undefined)
          return settle(withAbsentSettled(told, unstated), unstated).fault !== undefined
        },
        isForced: (horse, locus) => hasOneGenotype(byFacts.possible, copies[locus] as LocusCopies, horse),
        contradiction: () =>
          known.possible.isEmpty ? contradictionIn(known, FINDING_CONTRADICTION * most) : undefined,
        evidence: () => budget.counted(evidenceOf(known, settled, budget.left, FINDING_CONTRADICTION * most)),
        genotypes: (horse, loci = open) =>
          budget.counted(genotypeShares(known, byCopiesMet(), horse, loci, budget.left)),
        phase: (horse) => budget.counted(phaseShares(known, horse, budget.left)),
        coatsOf: (horse, options = {}) => budget.counted(coatsOf(horse, undefined, options)),
        foal: (mother, father, options = {}) => {
          const [dam, sire] = [mother, father].map((horse) => settledParent(rules, byFacts, horse))
          if (dam !== undefined && sire !== undefined) return budget.counted(exactCoats(rules, dam, sire))
          return budget.counted(coatsOf(animals.length, { mother, father, sex: undefined }, options))
        },
        chances: (mother, father, wanted) => {
          const before = coats.operations()
          const draft = chancesOf(known, [mother, father], coats.seenAsOne(wanted), budget.left)
          return budget.counted(costingMore(Math.ceil(coats.operations() - before), draft))
        },
        foalBounds: (mother, father) =>
          budget.counted(foalBounds(rules, components(), byFacts, mother, father)),
        coatBounds: (horse, apart) => {
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

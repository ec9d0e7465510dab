/**
 * The engine of one rule set: reads questions, and hands each answer to the file that works it out.
 * Guarantees: pure; nothing is worked out before it is asked for, and reading a question once serves all that is asked.
 */
import type { Animal } from './facts/reading.js'
import type { CoatAnswer, CoatOptions, CoatRow, Inference, Study, Work } from './answer.js'
import { createSumCoats, type SumCoats, type Summed } from './answers/coats.js'
import { exactCoats, settledParent } from './answers/exact-coats.js'
import { factoredOf } from './answers/factored.js'
import { chancesOf, fewestFor, oneOf } from './answers/several-foals.js'
import { createSumEstimate, type EstimateSums } from './answers/sum-work.js'
import { foalBounds } from './answers/bounds/foal-bounds.js'
import { coatBounds } from './answers/bounds/coat-bounds.js'
import { mapped } from './answers/work.js'
import { variantsOf, widest, withBand, type Changed } from './answers/sensitivity.js'
import { evidenceOf } from './answers/evidence.js'
import { genotypeShares, phaseShares } from './answers/genotypes.js'
import { possiblePairs } from './facts/possible.js'
import { priorsOf, type Priors } from './facts/priors.js'
import { createReader } from './facts/reading.js'
import { settle } from './facts/settled.js'
import type { Known } from './network/known.js'
import { once } from '../model/memo.js'
import type { Rules } from './rules.js'

export function createInference(rules: Rules): Inference {
  const { model, genotypes, phenotypes } = rules
  const read = createReader(model, genotypes, phenotypes)
  const sums = createSumCoats(rules)
  const estimate = createSumEstimate(rules)
  return {
    study: (question): Study => {
      const reading = read(question)
      const { facts } = reading
      const priors = priorsOf(reading.copies, question.population)
      const settled = settle(reading, facts, priors)
      const { isSettled } = settled
      const possible = possiblePairs(reading, facts, priors, isSettled)
      const known: Known = { reading, facts, possible, priors, isSettled }
      const byFacts: Known = { ...known, possible: settled.possible, priors: undefined }
      const metPriors = priors.map((own) => (isVaried(own) ? own : undefined))
      const byCopiesMet = once((): Known => ({
        ...known,
        possible: possiblePairs(reading, facts, metPriors, isSettled),
        priors: metPriors,
      }))
      const open = reading.copies.flatMap(({ locus, isOpen }) => (isOpen ? [locus.index] : []))
      const coatsOf = (animal: number, foal: Animal | undefined, options: CoatOptions): Work<CoatAnswer> =>
        banded(rules, sums, estimate, known, animal, foal, options)
      return {
        fault: reading.fault ?? settled.fault,
        evidence: () => evidenceOf(known, settled),
        genotypes: (horse, loci = open) => genotypeShares(known, byCopiesMet(), horse, loci),
        phase: (horse) => phaseShares(known, horse),
        coatsOf: (horse, options = {}) => coatsOf(horse, undefined, options),
        foal: (mother, father, options = {}) => {
          const parents = [mother, father].map((horse) => settledParent(rules, byFacts, horse))
          const [dam, sire] = parents
          if (dam !== undefined && sire !== undefined)
            return { operations: 0, run: () => exactCoats(rules, dam, sire, known, options.sex) }
          return coatsOf(reading.animals.length, { mother, father, sex: undefined }, options)
        },
        oneOfFoals: (mother, father, foals, wanted) =>
          mapped(chancesOf(known, mother, father, reading.coats.seenAsOne(wanted)), (chances) =>
            oneOf(chances, foals),
          ),
        foalsFor: (mother, father, probability, wanted) =>
          mapped(chancesOf(known, mother, father, reading.coats.seenAsOne(wanted)), (chances) =>
            fewestFor(chances, probability),
          ),
        foalBounds: (mother, father) => foalBounds(rules, byFacts, mother, father),
        coatBounds: (horse) => coatBounds(rules, byFacts, horse),
      }
    },
  }
}

/** Whether a population has several copies of a locus: which of them an animal has is then no matter of course. */
function isVaried(prior: Priors[number]): boolean {
  return (prior ?? []).filter(({ numerator }) => numerator !== 0n).length > 1
}

/** The coats of a horse, or of a foal behind all horses; with bands where they are wanted. */
function banded(
  rules: Rules,
  sumCoats: SumCoats,
  estimate: EstimateSums,
  known: Known,
  animal: number,
  foal: Animal | undefined,
  { sensitivity = false, sex, limit = Infinity }: CoatOptions,
): Work<CoatAnswer> {
  const { reading, facts, isSettled } = known
  const { population } = reading.question
  if (!sensitivity || population === undefined) {
    const { run, ...work } = factoredOf(known, rules, estimate, animal, foal, [])
    return { ...work, run: () => sumCoats(run(), sex) }
  }
  const variants = variantsOf(reading, population)
  const possible = possiblePairs(reading, facts, priorsOf(reading.copies, widest(population)), isSettled)
  const { run, ...work } = factoredOf({ ...known, possible }, rules, estimate, animal, foal, variants)
  return {
    ...work,
    run: () => {
      const summed = sumCoats(run(), sex)
      return { ...summed, list: () => bandedRows(summed, variants, limit) }
    },
  }
}

function* bandedRows(
  { list, variantsOf }: Summed,
  variants: readonly Changed[],
  limit: number,
): Generator<CoatRow> {
  let taken = 0
  for (const row of list()) yield taken++ < limit ? withBand(row, variantsOf(row), variants) : row
}

/**
 * The coats of one animal without a population: each is certain, or possible (0 to 1), or not listed.
 */
import type { FoalGroup } from '../../../model/cross/zygotes.js'
import type { Coat, HorseGenotype, LocusGenotype } from '../../../model/model.js'
import type { BoundedAnswer } from '../../answer.js'
import type { Evidence } from '../../facts/evidence.js'
import { neverRun, type AnswerDraft } from '../../planning/planning.js'
import { A_COAT, A_FACTOR, A_ROW, A_TALLIED } from '../../planning/weights.js'
import type { Rules } from '../../rules.js'
import { estimateSums } from '../coats.js'
import { completionsOf, crossedCompletions, sizeIn, sizesOf } from './completions.js'
import { ALL, NOTHING } from '../../../model/ratio.js'
import { compareGenotypes, isPlainer, ordered, variantsIn } from './row-order.js'

export function coatBounds(rules: Rules, byFacts: Evidence, animal: number): AnswerDraft<BoundedAnswer> {
  const { model, offspring } = rules
  const sums = estimateSums(rules, byFacts, animal, undefined)
  const { count, list } = completionsOf(rules, byFacts, animal)
  const making = model.groups.length * A_FACTOR
  const summing = count * (making + sums.states * A_TALLIED + sums.coats * A_COAT)
  const rows = { most: sums.coats, operations: 0 }
  const plan: AnswerDraft<BoundedAnswer>['plan'] = (left) => {
    if (summing > left) return { operations: summing, rows, run: neverRun }
    const cases = [...list()]
    const genotypes = cases
      .map(sizesOf)
      .reduce((all, sizes) => all + model.groups.reduce((sum, _, g) => sum + sizeIn(rules, sizes, g), 0), 0)
    return {
      operations: Math.ceil(summing + genotypes * A_ROW),
      rows,
      run: () => {
        const coats = new Map<string, { readonly coat: Coat; readonly genotype: HorseGenotype }>()
        for (const completions of cases) {
          const groups = model.groups.map((group): FoalGroup => {
            const genotypes = [
              ...crossedCompletions(
                completions,
                group.loci.map(({ index }) => index),
              ),
            ]
              .map((genotype) => group.loci.map(({ index }) => genotype[index] as LocusGenotype))
              .sort(compareGenotypes)
            // Genotypes with fewer variants weigh more, so that one with the fewest represents its coat.
            const variants = genotypes.map(variantsIn)
            const most = Math.max(...variants)
            const weights = variants.map((own) => 1n << BigInt(most - own))
            return { group, genotypes, weights, total: weights.reduce((sum, each) => sum + each, 0n) }
          })
          const total = groups.reduce((product, each) => product * each.total, 1n)
          for (const { coat, representative } of offspring
            .coats([{ groups, total, genotypes: total }])
            .list())
            if (isPlainer(representative, coats.get(coat.key)?.genotype))
              coats.set(coat.key, { coat, genotype: representative })
        }
        const least = coats.size === 1 ? ALL : NOTHING
        return { rows: ordered([...coats.values()].map((each) => ({ ...each, least, greatest: ALL }))) }
      },
    }
  }
  return { least: summing, rows, plan }
}

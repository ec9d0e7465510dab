/**
 * Where the facts alone settle both parents, their foals are an ordinary cross: its exact figures, digit for digit, and
 * what it costs.
 */
import { dosageOf, pairOf, type Pair } from '../../genetics/genotype.js'
import { percentOf } from '../../genetics/probability.js'
import type { CoatShare } from '../../model/by-coat/chosen-parts.js'
import type { Parent } from '../../model/cross/zygotes.js'
import type { LocusGenotype } from '../../model/model.js'
import type { CoatAnswer, CoatRow } from '../answer.js'
import { withDeclared } from '../facts/declared.js'
import type { Known } from '../facts/known.js'
import { pairsAt } from '../facts/settled.js'
import { A_COAT, A_CROSS, A_MEETING, A_TALLIED } from '../planning/cost.js'
import type { Rules } from '../rules.js'
import type { AnswerDraft } from './work.js'

/** Undefined where something of it is open. @param known by the facts alone */
export function settledParent({ genotypes }: Rules, known: Known, horse: number): Parent | undefined {
  const { question, copies, model } = known.reading
  const found: LocusGenotype[] = []
  for (const place of copies) {
    const { locus, copies: own } = place
    const pairAt = ([a, b]: readonly [number, number]): Pair => pairOf(own[a] ?? [], own[b] ?? [])
    const [first, ...others] = pairsAt(place, known.possible, horse)
    if (first === undefined) return undefined
    const pair = pairAt(first)
    const text = pair.join(' ')
    if (others.some((each) => pairAt(each).join(' ') !== text)) return undefined
    // What may be several layouts of one list is left to frequencies.
    if (locus.cis && dosageOf(locus, pair).some((all) => all > 2)) return undefined
    found.push(genotypes.of(locus, [pair]))
  }
  const own = question.horses[horse]
  const isAlone =
    own?.mother === undefined &&
    own?.father === undefined &&
    question.horses.every(({ mother, father }) => mother !== horse && father !== horse)
  const isPhaseOpen = model.groups.some(
    ({ loci }) => loci.filter(({ index }) => isMixed(found[index])).length > 1,
  )
  if (isPhaseOpen && !isAlone) return undefined
  return withDeclared(model, found, own?.together ?? new Map())
}

export function exactCoats(rules: Rules, mother: Parent, father: Parent): AnswerDraft<CoatAnswer> {
  const { meetings, genotypes, sums } = rules.estimateWork(mother.genotype, father.genotype)
  const { states, coats } = sums()
  // No state and no coat is without a genotype.
  const [summed, most] = [states, coats].map((each) => Math.min(each, genotypes)) as [number, number]
  const operations = Math.ceil(A_CROSS + meetings * A_MEETING + summed * A_TALLIED)
  const rows = { most, operations: A_COAT }
  return {
    least: operations,
    rows,
    plan: () => ({ operations, rows, run: () => coatsOfCross(rules, mother, father) }),
  }
}

function coatsOfCross({ offspring }: Rules, mother: Parent, father: Parent): CoatAnswer {
  const cross = offspring.cross(mother, father)
  const { total, list } = offspring.coats([cross])
  const { lethal, suspected } = offspring.safety(cross)
  return {
    total,
    list: () => exactRows(list(), cross.total),
    lethal: percentOf(lethal, cross.total) / 100,
    suspected: percentOf(suspected, cross.total) / 100,
  }
}

function* exactRows(shares: Iterable<CoatShare>, total: bigint): Generator<CoatRow> {
  for (const { coat, weights, representative: genotype } of shares) {
    const exact = { weight: weights[0] ?? 0n, total }
    yield { coat, probability: percentOf(exact.weight, total) / 100, exact, genotype }
  }
}

function isMixed(genotype: LocusGenotype | undefined): boolean {
  const [pair] = genotype?.layouts ?? []
  return pair !== undefined && pair[0].join() !== pair[1].join()
}

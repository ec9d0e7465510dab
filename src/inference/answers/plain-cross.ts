/**
 * Foals of two parents that the facts alone determine: a plain cross, with its exact probabilities.
 * Guarantees: the same digits as a cross of tested parents.
 */
import { dosageOf, pairOf, type Pair } from '../../genetics/genotype.js'
import { percentOf } from '../../genetics/probability.js'
import type { CoatWeight } from '../../model/by-coat/chosen-parts.js'
import type { Parent } from '../../model/cross/zygotes.js'
import type { LocusGenotype } from '../../model/model.js'
import type { CoatAnswer, CoatRow } from '../answer.js'
import { withDeclared } from '../facts/declared-phase.js'
import { pairsAt } from '../facts/determined.js'
import type { Evidence } from '../facts/evidence.js'
import type { AnswerDraft } from '../planning/planning.js'
import { A_COAT, A_CROSS, A_MEETING, A_TALLIED } from '../planning/weights.js'
import type { Rules } from '../rules.js'

/** Undefined where its genotype or phase is not determined. */
export function determinedParent(
  { genotypes }: Rules,
  byFacts: Evidence,
  animal: number,
): Parent | undefined {
  const { question, copies, model } = byFacts.reading
  const found: LocusGenotype[] = []
  for (const place of copies) {
    const { locus, copies: own } = place
    const pairAt = ([a, b]: readonly [number, number]): Pair => pairOf(own[a] ?? [], own[b] ?? [])
    const [first, ...others] = pairsAt(place, byFacts.possible, animal)
    if (first === undefined) return undefined
    const pair = pairAt(first)
    const text = pair.join(' ')
    if (others.some((each) => pairAt(each).join(' ') !== text)) return undefined
    // Several layouts of one list of variants need frequencies.
    if (locus.cis && dosageOf(locus, pair).some((all) => all > 2)) return undefined
    found.push(genotypes.of(locus, [pair]))
  }
  const own = question.horses[animal]
  const isAlone =
    own?.mother === undefined &&
    own?.father === undefined &&
    question.horses.every(({ mother, father }) => mother !== animal && father !== animal)
  const needsPhase = model.groups.some(
    ({ loci }) => loci.filter(({ index }) => isHeterozygous(found[index])).length > 1,
  )
  // Relatives could tell which alleles lie together.
  if (needsPhase && !isAlone) return undefined
  return withDeclared(model, found, own?.together ?? new Map())
}

export function coatsOfCross(rules: Rules, mother: Parent, father: Parent): AnswerDraft<CoatAnswer> {
  const { meetings, genotypes, sums } = rules.estimateWork(mother.genotype, father.genotype)
  const { states, coats } = sums()
  // Every state and every coat has a genotype.
  const [summed, most] = [states, coats].map((each) => Math.min(each, genotypes)) as [number, number]
  const operations = Math.ceil(A_CROSS + meetings * A_MEETING + summed * A_TALLIED)
  const rows = { most, operations: A_COAT }
  return {
    least: operations,
    rows,
    plan: () => ({ operations, rows, run: () => cross(rules, mother, father) }),
  }
}

function cross({ offspring }: Rules, mother: Parent, father: Parent): CoatAnswer {
  const crossed = offspring.cross(mother, father)
  const { total, list } = offspring.coats([crossed])
  const { lethal, suspected } = offspring.safety(crossed)
  return {
    total,
    list: () => exactRows(list(), crossed.total),
    lethal: percentOf(lethal, crossed.total) / 100,
    suspected: percentOf(suspected, crossed.total) / 100,
  }
}

function* exactRows(coats: Iterable<CoatWeight>, total: bigint): Generator<CoatRow> {
  for (const { coat, weights, representative: genotype } of coats) {
    const exact = { weight: weights[0] ?? 0n, total }
    yield { coat, probability: percentOf(exact.weight, total) / 100, exact, genotype }
  }
}

function isHeterozygous(genotype: LocusGenotype | undefined): boolean {
  const [pair] = genotype?.layouts ?? []
  return pair !== undefined && pair[0].join() !== pair[1].join()
}

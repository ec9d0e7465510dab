/**
 * The possible results of tests, each with its probability and the coats that follow: the joint distribution of results and coats.
 * Guarantees: exact up to rounding; results are found one gene after the other, so that linked genes and genes of relatives may
 * depend on each other; the cost, with that of opening each question, is estimated before anything is computed.
 */
import type { Pair } from '../../genetics/genotype.js'
import type { CoatAnswer } from '../../inference/answer.js'
import type { Inference, Study } from '../../inference/create-inference.js'
import type { Work } from '../../inference/planning/planning.js'
import type { Question } from '../../inference/question.js'
import type { Coat } from '../../model/model.js'
import { exactly } from '../read/genes/unknown-alleles.js'

/** One gene of one animal. */
export interface Item {
  readonly animal: number
  readonly locus: number
}

/** One result of all items together. */
export interface Leaf {
  readonly probability: number
  /** By item. */
  readonly pairs: readonly Pair[]
  /** Index of a coat → its probability, given the result. */
  readonly coats: ReadonlyMap<number, number>
}

export interface ResultTree {
  readonly leaves: readonly Leaf[]
  readonly coats: readonly Coat[]
}

/** The coats that are asked about. */
export type CoatWork = (study: Study) => Work<CoatAnswer>

export interface TreePlan {
  /** What it costs, in operations. */
  readonly operations: number
  readonly run: () => ResultTree
}

/** Operations for naming a result and keeping a coat of it. */
const A_COAT_KEPT = 3

/** @param most operations that it may take; planning stops beyond */
export function planTree(
  inference: Inference,
  question: Question,
  items: readonly Item[],
  coatsOf: CoatWork,
  most: number,
): TreePlan {
  const study = inference.study(question)
  const opening = study.readingOperations
  const works = items.map((item) => {
    const plan = study.genotypes(item.animal, [item.locus], most).plan(most)
    return { item, plan, results: plan.operations > most ? 1 : resultsOf(plan.run()).length }
  })
  // Few results first, so that few questions are opened.
  const ordered = works.toSorted((a, b) => a.results - b.results).filter(({ results }) => results > 1)
  const coats = coatsOf(study).plan(most)
  const rows = coats.rows
  const atLeaf = coats.operations + (rows === undefined ? 0 : rows.most * (rows.operations + A_COAT_KEPT))
  let operations = works.reduce((sum, { plan }) => sum + plan.operations, opening)
  let nodes = 1
  for (const { plan, results } of ordered) {
    operations += nodes * plan.operations
    nodes *= results
    operations += nodes * opening
  }
  operations += nodes * atLeaf
  const open = ordered.map(({ item }) => item)
  const known = works.map(({ plan, results }) =>
    results === 1 && plan.operations <= most ? plan.run() : undefined,
  )
  const run = (): ResultTree => {
    const { leaves, coats: found } = grow(inference, question, open, coatsOf)
    return {
      coats: found,
      leaves: leaves.map((leaf) => ({
        ...leaf,
        pairs: items.map(
          (item, i) => leaf.pairs[open.indexOf(item)] ?? resultsOf(known[i])[0]?.pair ?? NO_PAIR,
        ),
      })),
    }
  }
  return { operations: Math.ceil(operations), run }
}

const NO_PAIR: Pair = [[], []]

type Posteriors = ReturnType<ReturnType<Study['genotypes']>['run']>

function resultsOf(posteriors: Posteriors | undefined) {
  return (posteriors?.[0]?.pairs ?? []).filter(({ probability }) => probability > 0)
}

function grow(
  inference: Inference,
  question: Question,
  items: readonly Item[],
  coatsOf: CoatWork,
): ResultTree {
  const leaves: Leaf[] = []
  const coats: Coat[] = []
  const places = new Map<string, number>()
  const placeOf = (coat: Coat): number => {
    const key = coat.tokens.join(' ')
    const place = places.get(key) ?? coats.push(coat) - 1
    places.set(key, place)
    return place
  }
  const visit = (at: Question, place: number, probability: number, pairs: readonly Pair[]): void => {
    const study = inference.study(at)
    const item = items[place]
    if (item === undefined) {
      const found = new Map<number, number>()
      for (const { coat, probability: share } of coatsOf(study).run().list())
        found.set(placeOf(coat), (found.get(placeOf(coat)) ?? 0) + share)
      leaves.push({ probability, pairs, coats: found })
      return
    }
    for (const { pair, probability: share } of resultsOf(study.genotypes(item.animal, [item.locus]).run()))
      visit(withResult(at, item, pair), place + 1, probability * share, [...pairs, pair])
  }
  visit(question, 0, 1, [])
  return { leaves, coats }
}

function withResult(question: Question, { animal, locus }: Item, [one, other]: Pair): Question {
  const horses = question.horses.map((horse, i) => {
    if (i !== animal) return horse
    const { field = '', text = '' } = horse.tests.get(locus) ?? {}
    const tests = new Map(horse.tests).set(locus, { field, text, pairs: [[exactly(one), exactly(other)]] })
    return { ...horse, tests }
  })
  return { ...question, horses }
}

/**
 * The cross evaluator against brute force, over random parents: what foals, how likely, in which order.
 * Guarantees: deterministic by seed (CROSS_SEED chooses another); fast-check prints the seed of a failure.
 */
import fc from 'fast-check'
import Fraction from 'fraction.js'
import t from 'tap'
import type { OffspringAnswer } from '../../src/operations/generate-child/offspring.js'
import type { Possibility } from '../../src/operations/generate-child/row.js'
import { everyFoal, percent, textOf, type Expected } from './brute-force.js'
import { factsOf } from './facts.js'
import { askCross, demandClose, demandEqual, judgeList } from './judge.js'
import { fieldsOf, randomCross, type RandomCross } from './random-parents.js'
import { openShipped } from './rule-sets.js'
import { answerResult } from '../support/exact-answers.js'

const { ruleset, tables } = await openShipped()
const facts = factsOf(tables)
const SEED = Number(process.env['CROSS_SEED'] ?? 20_260_721)
/** Zygotes per cross that brute force may make before a case is passed over. */
const MOST_PAIRS = 3_000

interface Coat {
  readonly name: string
  /** The visible phenotype and its viability, independent of language. */
  readonly id: string
  readonly viability: unknown
}

const coats = new Map<string, Coat>()

/** The coat of a genotype that an answer returned, asked as a single horse: closure (D1) included. */
function coatOf(genotype: Possibility['genotype']): Coat {
  const id = textOf(genotype)
  const known = coats.get(id)
  if (known !== undefined) return known
  const fields = { ...fieldsOf({ genes: genotype, declared: [] }), explain: true }
  const { body } = answerResult(ruleset, fields, 'en')
  const { visible, viability } = body.explain ?? {}
  const coat = { name: body.translate, id: JSON.stringify([visible, viability ?? null]), viability }
  coats.set(id, coat)
  return coat
}

const ask = (cross: RandomCross, further: Readonly<Record<string, unknown>> = {}): OffspringAnswer =>
  askCross(ruleset, cross, further)

const solved = new Map<string, Expected | undefined>()

/** Brute force, once per cross: every check below meets the same crosses, in the same order. */
function solve(cross: RandomCross): Expected | undefined {
  const id = JSON.stringify(cross)
  if (!solved.has(id)) solved.set(id, everyFoal(facts, cross.mother, cross.father, MOST_PAIRS))
  return solved.get(id)
}

/** Runs a check over random crosses; an answer and brute force's expectation are at hand. */
function forEach(
  runs: number,
  check: (answer: OffspringAnswer, expected: Expected, cross: RandomCross) => void,
): void {
  fc.assert(
    fc.property(randomCross, (cross) => {
      const expected = solve(cross)
      fc.pre(expected !== undefined)
      if (expected !== undefined) check(ask(cross), expected, cross)
    }),
    { seed: SEED, numRuns: runs },
  )
}

const sumOf = (weights: readonly Fraction[]): Fraction => weights.reduce((a, b) => a.add(b), new Fraction(0))

t.test('every possible genotype is listed once, with its percentage, in the decided order', async (t) => {
  forEach(120, judgeList)
  t.pass()
})

t.test(
  'a returned genotype is accepted as a horse, and is the same coat with the same viability',
  async (t) => {
    forEach(120, ({ results }) => {
      for (const { coat, genotype, viability } of results) {
        const { name, viability: alone } = coatOf(genotype)
        demandEqual([coat, viability ?? null], [name, alone ?? null], textOf(genotype))
      }
    })
    t.pass()
  },
)

t.test('limit=N is the beginning of the full list, and says what it leaves out', async (t) => {
  forEach(80, ({ results }, { foals }, cross) => {
    for (const limit of [1, 2, Math.ceil(results.length / 2), results.length, results.length + 1]) {
      const answer = ask(cross, { limit })
      demandEqual(answer.results, results.slice(0, limit), `limit ${limit}`)
      demandEqual(answer.total_results, results.length, 'total_results')
      const returned = sumOf(foals.slice(0, limit).map(({ weight }) => weight))
      demandClose(answer.returned_percentage, percent(returned), 'returned_percentage')
    }
  })
  t.pass()
})

t.test('grouped by coat, the answer is the full list added up by visible coat and viability', async (t) => {
  forEach(120, ({ results }, { foals }, cross) => {
    const grouped = new Map<string, { first: number; weights: Fraction[] }>()
    foals.forEach(({ genotype, weight }, i) => {
      const { id } = coatOf(genotype)
      const coat = grouped.get(id) ?? { first: i, weights: [] }
      coat.weights.push(weight)
      grouped.set(id, coat)
    })
    const rankOf = (i: number): readonly number[] => foals[i]?.rank ?? []
    const wanted = [...grouped.values()]
      .map(({ first, weights }) => ({ first, count: weights.length, weight: sumOf(weights) }))
      .sort((a, b) => b.weight.compare(a.weight) || compare(rankOf(a.first), rankOf(b.first)))
    const answer = ask(cross, { group_by: 'coat' })
    demandEqual(
      answer.results.map(({ coat, genotype, genotypes, viability }) => [
        coat,
        genotype,
        genotypes,
        viability,
      ]),
      wanted.map(({ first, count }) => {
        const { coat, genotype, viability } = results[first] ?? {}
        return [coat, genotype, count, viability]
      }),
      'coats in order',
    )
    wanted.forEach(({ weight }, i) =>
      demandClose(answer.results[i]?.percentage, percent(weight), `coat ${i}`),
    )
    const limit = Math.ceil(wanted.length / 2)
    const part = ask(cross, { group_by: 'coat', limit })
    demandEqual(part.results, answer.results.slice(0, limit), 'limited coats')
    demandEqual(part.total_results, wanted.length, 'total of coats')
    demandClose(
      part.returned_percentage,
      percent(sumOf(wanted.slice(0, limit).map(({ weight }) => weight))),
      'returned',
    )
  })
  t.pass()
})

t.test('parents that change places have the same foals', async (t) => {
  forEach(80, ({ results, has_kit_linkage }, _, { mother, father }) => {
    const swapped = ask({ mother: father, father: mother })
    demandEqual([swapped.results, swapped.has_kit_linkage], [results, has_kit_linkage], 'swapped')
  })
  t.pass()
})

t.test(
  'what is lost or suspected to be lost is the sum over the full list, whatever the limit',
  async (t) => {
    forEach(80, (answer, { foals }, cross) => {
      const share = (status: string): number =>
        percent(
          sumOf(
            foals
              .filter((_, i) => answer.results[i]?.viability?.status === status)
              .map(({ weight }) => weight),
          ),
        )
      for (const body of [answer, ask(cross, { limit: 1 }), ask(cross, { group_by: 'coat' })]) {
        demandClose(body.suspected_loss_percentage ?? 0, share('suspected'), 'suspected_loss_percentage')
        demandClose(body.live_foal_percentage ?? 100, 100 - share('lethal'), 'live_foal_percentage')
      }
    })
    t.pass()
  },
)

function compare(some: readonly number[], others: readonly number[]): number {
  const at = some.findIndex((value, i) => value !== others[i])
  return at === -1 ? 0 : (some[at] ?? 0) - (others[at] ?? 0)
}

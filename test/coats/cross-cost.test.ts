/**
 * What a cross is said to cost before it is computed, against what it did cost.
 */
import t from 'tap'
import { ClientError } from '../../src/operations/client-error.js'
import { readGenotyped } from '../../src/operations/read/animal.js'
import { coatTables, splitComponents } from '../../src/model/by-coat/components.js'
import { createWorkEstimate } from '../../src/model/cross/cross-work.js'
import { createTally } from '../../src/model/by-coat/tally.js'
import type { Given } from '../../src/rules/tables.js'
import { openShipped, withMaximum } from '../oracle/rule-sets.js'
import { randomHorse, seeded } from '../phenotypes/random-horse.js'
import { inGroups, inWords } from '../phenotypes/shipped.js'
import { askCross } from '../support/exact-answers.js'

const { ruleset, tables } = await openShipped()
const random = seeded(35)
const { groups, tables: compiled } = ruleset.model
const tallies = splitComponents(groups, coatTables(compiled)).map((component) =>
  createTally(groups, component.groups, component.tables),
)

/** What was really there to do: zygotes, genotypes, states. */
function workOf(
  mother: Given,
  father: Given,
): Readonly<Record<'meetings' | 'genotypes' | 'states' | 'coats', number>> {
  const parents = [mother, father].map((parent, i) => ({
    genotype: readGenotyped(ruleset, inGroups(ruleset, parent), i === 0 ? 'mother' : 'father').genotype,
    together: new Map(),
  }))
  const [egg, sperm] = parents
  if (egg === undefined || sperm === undefined) throw new Error('no parents')
  const cross = ruleset.offspring.cross(egg, sperm)
  const { groups, genotypes } = cross
  const gametes = (g: number, parent: typeof egg): number =>
    ruleset.zygotes.gametesOf(g, parent, 'best').values.length
  const meetings = ruleset.model.groups.reduce((sum, _, g) => sum + gametes(g, egg) * gametes(g, sperm), 0)
  const states = tallies.reduce((sum, tally) => sum + tally([groups]).rows.length, 0)
  const coats = Number(ruleset.offspring.coats([cross]).total)
  return { meetings, genotypes: Number(genotypes), states, coats }
}

const CROSSES = Array.from(
  { length: 300 },
  () => [randomHorse(tables, random), randomHorse(tables, random)] as const,
)

t.test('no count is below a third of what there really is, over all loci', async (t) => {
  const over: number[] = []
  for (const [mother, father] of CROSSES) {
    const [m, f] = [mother, father].map(
      (parent, i) =>
        readGenotyped(ruleset, inGroups(ruleset, parent), i === 0 ? 'mother' : 'father').genotype,
    )
    const estimate = ruleset.estimateWork(m ?? [], f ?? [])
    const real = workOf(mother, father)
    const title = `${inWords(mother)} × ${inWords(father)}`
    const { states, coats } = estimate.sums()
    const isEnough =
      estimate.genotypes >= real.genotypes &&
      3 * estimate.meetings >= real.meetings &&
      coats >= real.coats &&
      3 * states >= real.states
    if (!isEnough) t.fail(title, { estimate, states, coats, real })
    over.push(states / real.states)
  }
  const median = over.sort((a, b) => a - b)[over.length >> 1] ?? 0
  t.ok(median < 2, `nor is the usual one far above: ${median.toFixed(2)} ×`)
})

t.test('where states are too many to be counted, what is told of coats is a bound all the same', (t) => {
  const estimates = [2, 20, 200].map((most) => createWorkEstimate(ruleset.model, ruleset.genotypes, most))
  const below = CROSSES.slice(0, 100).flatMap(([mother, father]) => {
    const [m, f] = [mother, father].map(
      (parent, i) =>
        readGenotyped(ruleset, inGroups(ruleset, parent), i === 0 ? 'mother' : 'father').genotype,
    )
    const real = workOf(mother, father)
    const told = estimates.map((estimateWork) => estimateWork(m ?? [], f ?? []).sums())
    const isEnough = told.every(({ states, coats }) => states >= real.states && coats >= real.coats)
    return isEnough ? [] : [`${inWords(mother)} × ${inWords(father)}`]
  })
  t.same(below, [])
  t.end()
})

t.test('what is refused for its cost is refused before any of it is done', async (t) => {
  // Everything heterozygous, and six unphased KIT variants: seventy thousand states.
  const kit = ruleset.model.loci.find(({ key }) => key === 'kit')
  const parent = { base: {}, others: {} } as Record<'base' | 'others', Record<string, readonly string[]>>
  for (const { key, group, alleles, wildType } of ruleset.model.loci.filter(({ noCopy }) => noCopy === null))
    parent[group][key] = [alleles[0] ?? '', alleles[wildType ?? 1] ?? '']
  parent.others['kit'] = kit?.alleles.slice(0, 6) ?? []
  const fields = { mother: parent, father: parent, group_by: 'coat', recombination_band: 'true', limit: '1' }
  const untouchable = withMaximum(ruleset, ruleset.maxResults)
  const computing = (): never => {
    throw new Error('computed')
  }
  const lazy = { ...untouchable, offspring: { ...untouchable.offspring, cross: computing } }
  for (const limit of ['1', '50000']) {
    const question = askCross(lazy, { ...fields, limit }, 'en')
    t.notOk(question.isSmall)
    t.notOk(question.isPlain)
    const error = (() => {
      try {
        return question.list()
      } catch (thrown) {
        return thrown
      }
    })()
    t.ok(error instanceof ClientError, String(error))
    t.match(error, {
      code: 'RESULT_TOO_LARGE',
      message: /send a smaller limit, leave out recombination_band, or name fewer heterozygous genes$/,
      details: { field: 'limit', expected: [{ type: 'integer', minimum: 1, maximum: 200_000 }] },
    })
    t.ok(Number((error as ClientError).details?.value) > ruleset.maxResults)
  }
})

t.test('a cross of the interface contract’s own options is never refused for its cost', async (t) => {
  const strict = withMaximum(ruleset, ruleset.maxResults)
  const estimateWork: typeof strict.estimateWork = (mother, father) => ({
    ...strict.estimateWork(mother, father),
    meetings: 1e12,
    states: () => 1e12,
  })
  const dear = { ...strict, estimateWork }
  const parent = { base: { extension: ['E', 'e'], agouti: ['A', 'a'] }, others: { kit: ['To'] } }
  const plain = askCross(dear, { mother: parent, father: parent, has_IDK: 'true' }, 'fr')
  t.ok(plain.isPlain)
  t.notOk(plain.isSmall, 'it is computed off the event loop')
  t.ok([...plain.list().rows].length > 0)
  const grouped = askCross(dear, { mother: parent, father: parent, group_by: 'coat' }, 'fr')
  t.throws(() => grouped.list(), { code: 'RESULT_TOO_LARGE' })
})

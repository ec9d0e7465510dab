/**
 * Coats summed by components equal the sums over listed genotypes, also where hiding and tokens bind components
 * together and where one coat comes about by hiding and by nothing being there.
 */
import path from 'node:path'
import t, { type Test } from 'tap'
import type { Fields } from '../../src/operations/read/decode-fields.js'
import type { Possibility } from '../../src/operations/generate-child/row.js'
import type { Ruleset } from '../../src/operations/ruleset.js'
import { readGenotyped } from '../../src/operations/read/animal.js'
import type { Cross } from '../../src/model/cross/cross.js'
import { openSmallRules, type SmallRules } from './small-rules.js'
import { answerOffspring } from '../support/exact-answers.js'

const allele = {}
const RULES: SmallRules = {
  loci: {
    skin: { alleles: { P: allele, n: allele } },
    veil: { alleles: { V: allele, n: allele } },
    fin: { alleles: { F: allele, n: allele } },
    lamp: { alleles: { L: allele, n: allele } },
  },
  tables: {
    skin: {
      hit: 'collect',
      reads: ['skin'],
      rules: [{ id: 'pale', when: { skin: ['P', 'P'] }, then: ['pale'] }],
    },
    veil: {
      hit: 'collect',
      reads: ['veil'],
      // The same word as the table before, but by hiding everything else.
      rules: [{ id: 'veiled', when: { veil: { has: 'V' } }, then: ['pale'], hides: 'all' }],
    },
    fin: {
      hit: 'collect',
      reads: ['fin'],
      rules: [{ id: 'finned', when: { fin: { has: 'F' } }, then: ['fin'] }],
    },
    lamp: {
      hit: 'collect',
      reads: ['lamp'],
      rules: [{ id: 'lit', when: { lamp: { has: 'L' } }, then: ['lit'] }],
    },
  },
}

t.test('a coat that comes about both ways is one coat, with the whole of its share', async (t) => {
  const ruleset = await openSmallRules(t.testdir(), RULES)
  const parent = {
    base: {},
    others: { skin: ['P', 'n'], veil: ['V', 'n'], fin: ['F', 'n'], lamp: ['L', 'n'] },
  }
  for (const father of [
    parent,
    { base: {}, others: { skin: ['P', 'n'], veil: ['V', 'n'], fin: ['F', 'n'] } },
  ]) {
    const fields = { mother: parent, father }
    const grouped = demandGrouped(t, ruleset, fields)
    const shares = grouped.results.map(({ percentage }) => percentage)
    t.strictSame(
      shares,
      [...shares].sort((a, b) => b - a),
    )
  }
})

t.test(
  'so is each of two that differ in viability alone, also where what shows nothing hides itself',
  async (t) => {
    const viability = { status: 'lethal', evidence: 'established', cause: 'grave' }
    const ruleset = await openSmallRules(t.testdir(), {
      loci: {
        fin: { alleles: { F: allele, n: allele } },
        veil: { alleles: { V: allele, W: allele, n: allele } },
        mark: { alleles: { M: allele, n: allele } },
      },
      tables: {
        fin: {
          hit: 'collect',
          reads: ['fin'],
          rules: [{ id: 'pale', when: { fin: ['F', 'F'] }, then: ['pale'] }],
        },
        mark: {
          hit: 'collect',
          reads: ['mark'],
          rules: [
            { id: 'marked', when: { mark: { has: 'M' } }, then: ['mark'] },
            { id: 'faded', when: { mark: ['M', 'M'] }, then: [], hides: ['mark'] },
          ],
        },
        veil: {
          hit: 'collect',
          reads: ['veil'],
          rules: [
            { id: 'veiled', when: { veil: { has: 'V' } }, then: ['pale'], hides: 'all' },
            { id: 'grave', when: { veil: ['W', 'W'] }, then: [], viability },
            { id: 'grave-veiled', when: { veil: ['V', 'W'] }, then: [], viability },
          ],
        },
      },
    })
    const alleles = { fin: ['F', 'n'], mark: ['M', 'n'] }
    const mother = { base: {}, others: { ...alleles, veil: ['V', 'W'] } }
    for (const mark of [
      ['M', 'n'],
      ['M', 'M'],
    ]) {
      const father = { base: {}, others: { ...alleles, veil: ['W', 'n'], mark } }
      const { results } = demandGrouped(t, ruleset, { mother, father })
      t.ok(results.some(({ coat, viability: judged }) => coat === 'Pale' && judged !== undefined))
    }
  },
)

/** Two components whose groups stand in turns, so that ties come out of canonical order before they are sorted. */
const TURNS: SmallRules['tables'] = {
  one: {
    hit: 'collect',
    reads: ['a', 'c'],
    rules: [
      { id: 'a1', when: { a: { has: 'A' } }, then: ['a1'] },
      { id: 'a2', when: { a: ['A', 'A'] }, then: ['a2'] },
      { id: 'c1', when: { c: ['C', 'C'] }, then: ['c1'] },
    ],
  },
  other: {
    hit: 'collect',
    reads: ['b', 'd'],
    rules: [
      { id: 'b1', when: { b: { has: 'B' } }, then: ['b1'] },
      { id: 'b2', when: { b: ['B', 'B'] }, then: ['b2'] },
      { id: 'd1', when: { d: { has: 'D' } }, then: ['d1'] },
    ],
  },
}
const FEW = { a: { alleles: { A: allele, n: allele } }, b: { alleles: { B: allele, n: allele } } }
const MORE = { c: { alleles: { C: allele, n: allele } }, d: { alleles: { D: allele, n: allele } } }

t.test('coats have the same order and exact shares where genotypes are too many for a double', async (t) => {
  const folder = t.testdir()
  const loci = { ...FEW, ...MORE }
  const unread = Array.from({ length: 36 }, (_, i) => `unread${i}`)
  const many = {
    ...loci,
    ...Object.fromEntries(unread.map((key) => [key, { alleles: { U: allele, n: allele } }])),
  }
  const told = await listCoats(await openSmallRules(path.join(folder, 'few'), { loci, tables: TURNS }))
  const among = await listCoats(
    await openSmallRules(path.join(folder, 'many'), { loci: many, tables: TURNS }),
  )
  t.equal(told.length, 36)
  t.strictSame(told, [...told].sort(inDecidedOrder))
  t.strictSame(
    among,
    told.map((each) => ({
      ...each,
      weight: each.weight * 4n ** BigInt(unread.length),
      genotypes: each.genotypes * 3n ** BigInt(unread.length),
    })),
  )
})

t.test('weights too large for a double are summed and ordered as small ones are', async (t) => {
  const ruleset = await openSmallRules(t.testdir(), { loci: { ...FEW, ...MORE }, tables: TURNS })
  const large = 3n ** 40n
  const told = await listCoats(ruleset)
  const scaled = await listCoats(ruleset, (cross) => ({
    ...cross,
    groups: cross.groups.map((foals) => ({
      ...foals,
      weights: foals.weights.map((weight) => weight * large),
      total: foals.total * large,
    })),
  }))
  t.strictSame(
    scaled,
    told.map((each) => ({ ...each, weight: each.weight * large ** 4n })),
  )
})

/** Coats summed by components against the sums of the whole list of genotypes. */
function demandGrouped(
  t: Test,
  ruleset: Ruleset,
  fields: Fields,
): { readonly results: readonly Possibility[] } {
  const idOf = ({ coat, viability }: Possibility): string => JSON.stringify([coat, viability])
  const sums = new Map<string, { percentage: number; genotypes: number; genotype: unknown }>()
  for (const row of answerOffspring(ruleset, fields, 'en').body.results) {
    const { percentage, genotype } = row
    const known = sums.get(idOf(row)) ?? { percentage: 0, genotypes: 0, genotype }
    sums.set(idOf(row), {
      ...known,
      percentage: known.percentage + percentage,
      genotypes: known.genotypes + 1,
    })
  }
  const grouped = answerOffspring(ruleset, { ...fields, group_by: 'coat', limit: '100' }, 'en').body
  t.equal(grouped.total_results, sums.size)
  t.strictSame(
    new Map(
      grouped.results.map((row) => [
        idOf(row),
        { percentage: row.percentage, genotypes: row.genotypes ?? 0, genotype: row.genotype },
      ]),
    ),
    sums,
  )
  return grouped
}

/** Texts of invented alleles stand in canonical order: upper case before lower. */
function inDecidedOrder(a: Listed, b: Listed): number {
  if (a.weight !== b.weight) return a.weight > b.weight ? -1 : 1
  return a.representative.join() < b.representative.join() ? -1 : 1
}

interface Listed {
  readonly key: string
  readonly weight: bigint
  readonly genotypes: bigint
  /** At the loci that are read. */
  readonly representative: readonly string[]
}

/** The coats of parents heterozygous at all loci. */
async function listCoats(
  ruleset: Ruleset,
  change = (cross: Cross): Cross => cross,
): Promise<readonly Listed[]> {
  const others = Object.fromEntries(ruleset.model.loci.map(({ key, alleles }) => [key, alleles]))
  const { genotype } = readGenotyped(ruleset, { base: {}, others }, '')
  const parent = { genotype, together: new Map<number, never>() }
  const { total, list } = ruleset.offspring.coats([change(ruleset.offspring.cross(parent, parent))])
  const coats = Array.from(list(), ({ coat, weights: [weight = 0n], genotypes, representative }) => ({
    key: coat.key,
    weight,
    genotypes,
    representative: representative.slice(0, 4).map(({ text }) => text),
  }))
  return BigInt(coats.length) === total ? coats : []
}

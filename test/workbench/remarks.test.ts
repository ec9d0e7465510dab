/**
 * What rules tell beside a name is compared genotype by genotype, however alike the coats are.
 */
import t from 'tap'
import { diffRules } from '../../src/workbench/diff/diff.js'
import { openSmallRules, type SmallRules } from '../model/small-rules.js'

type Remark = Readonly<Record<string, unknown>>

/** A text for each remark that is told, and no other: an idle one would be an error. */
const wordsFor = (told: readonly Remark[]): Readonly<Record<string, Remark>> =>
  Object.fromEntries(
    ['carries', 'health', 'reports'].map((kind) => [
      kind,
      Object.fromEntries(told.flatMap((remark) => (kind in remark ? [[String(remark[kind]), 'Told.']] : []))),
    ]),
  )

/** A locus of three genotypes: two Q, one, none; what the table tells of the first and the second. */
const telling = (two: Remark, one: Remark): SmallRules => ({
  loci: { quill: { alleles: { Q: {}, n: {} } }, tail: { alleles: { T: {}, n: {} } } },
  tables: {
    tail: {
      hit: 'collect',
      reads: ['tail'],
      rules: [{ id: 'tailed', when: { tail: { has: 'T' } }, then: ['tailed'] }],
    },
    quills: {
      hit: 'collect',
      reads: ['quill'],
      rules: [
        { id: 'two-quills', when: { quill: ['Q', 'Q'] }, then: [], ...two },
        { id: 'one-quill', when: { quill: ['Q', 'n'] }, then: [], ...one },
      ],
    },
  },
  words: wordsFor([two, one]),
})

t.test('a remark lost, swapped or moved to another list is counted, where no coat changes', async (t) => {
  const before = await openSmallRules(t.testdir({}), telling({ carries: 'two' }, { carries: 'one' }))
  const compare = async (name: string, two: Remark, one: Remark): Promise<readonly unknown[]> => {
    const after = await openSmallRules(t.testdir({ [name]: {} }), telling(two, one))
    const { changed, names, structure, remarks, version } = diffRules(before, after)
    t.equal(changed, 0n)
    // The texts of the remarks come and go with them.
    t.same([...names, ...structure.filter(({ bump }) => bump !== 'patch')], [])
    return [...remarks.map(({ table, genotypes }) => `${table} ${genotypes}`), version.needed]
  }
  t.same(await compare('same', { carries: 'two' }, { carries: 'one' }), ['none'])
  // One genotype of quill with any of the three of tail.
  t.same(await compare('lost', {}, { carries: 'one' }), ['quills 3', 'minor'])
  t.same(await compare('swapped', { carries: 'one' }, { carries: 'one' }), ['quills 3', 'minor'])
  t.same(await compare('moved', { health: 'two' }, { carries: 'one' }), ['quills 3', 'minor'])
  t.same(await compare('crossed', { carries: 'one' }, { carries: 'two' }), ['quills 6', 'minor'])
})

t.test(
  'another cause of what an animal does not live with is counted, where it dies as before',
  async (t) => {
    const lethal = (cause: string): Remark => ({
      viability: { status: 'lethal', evidence: 'established', cause },
    })
    const before = await openSmallRules(t.testdir({}), telling(lethal('thorns'), {}))
    const after = await openSmallRules(t.testdir({ after: {} }), telling(lethal('thirst'), {}))
    const { changed, remarks, version } = diffRules(before, after)
    t.equal(changed, 0n)
    t.same(remarks, [{ table: 'quills', genotypes: 3n }])
    t.equal(version.needed, 'minor')
  },
)

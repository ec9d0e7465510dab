/**
 * Facts that say less, or something else, than they seem to.
 */
import t from 'tap'
import { post, startService } from '../http/service.js'

const unknown = ['?', '?']
const service = await startService(t)

async function coatsOf(path: string, body: object): Promise<readonly unknown[]> {
  const { status, body: told } = await post(service, path, { ...body, population: 'none', lang: 'en' })
  t.equal(status, 200, JSON.stringify(told))
  const { results } = told as { readonly results: readonly Record<string, unknown>[] }
  return results.map(({ coat, percentage_band: band }) => [coat, band])
}

t.test('who was born bay may be grey by now', async (t) => {
  const horse = { base: { extension: unknown, agouti: unknown }, others: { grey: unknown } }
  t.same(await coatsOf('/coats/result', { ...horse, seen: { born: 'bay' } }), [
    ['Bay', { low: 0, high: 100 }],
    ['Grey (born bay)', { low: 0, high: 100 }],
  ])
  t.same(await coatsOf('/coats/result', { ...horse, seen: { has: ['grey'], born: 'bay' } }), [
    ['Grey (born bay)', { low: 100, high: 100 }],
  ])
})

t.test('a declaration of what a parent does not carry changes nothing', async (t) => {
  const father = { base: { extension: ['E', 'E'], agouti: ['A', 'A'] } }
  for (const others of [{}, { kit: ['To', 'n'] }]) {
    const mother = { base: { extension: ['E', '?'], agouti: ['A', 'A'] }, others }
    t.same(
      await coatsOf('/coats/generateChild', { mother, father, kit_linkage: { mother: ['Rn', 'E'] } }),
      await coatsOf('/coats/generateChild', { mother, father }),
    )
  }
})

t.test('an empty text is nothing for an animal of a pedigree, and for what is not asked of it', async (t) => {
  const base = { agouti: ['A', 'a'], extension: ['E', 'e'] }
  for (const nothing of [null, '']) {
    const horses = [
      { id: 'm', sex: 'f', base, others: nothing },
      { id: 'f', sex: 'm', base },
      { id: 'c', mother: 'm', father: 'f', base: nothing },
    ]
    const ask = { coat: 'c', foals: nothing, foals_for: nothing, wanted: nothing }
    const population = { loci: { agouti: { counts: { A: 1, a: 1 } }, extension: { counts: { E: 1, e: 1 } } } }
    const { status } = await post(service, '/coats/infer', { horses, ask, population })
    t.equal(status, 200, JSON.stringify(nothing))
  }
})

t.test('lengths are counted in characters', async (t) => {
  const base = { agouti: ['A', 'a'], extension: ['E', 'e'] }
  for (const [count, expected] of [
    [64, 200],
    [65, 400],
  ] as const) {
    const id = '🐎'.repeat(count)
    const asked = { horses: [{ id, base }], ask: { coat: id }, population: 'none' }
    t.equal((await post(service, '/coats/infer', asked)).status, expected)
  }
  for (const [count, expected] of [
    [200, 200],
    [201, 400],
  ] as const) {
    const population = { name: '🐎'.repeat(count), loci: { agouti: { counts: { A: 1, a: 1 } } } }
    const horse = { base: { ...base, agouti: ['A', '?'] }, population }
    t.equal((await post(service, '/coats/result', horse)).status, expected)
  }
})

t.test('of a declaration what a parent carries acts, whatever stands beside it', async (t) => {
  const father = { base: { extension: ['e', 'e'], agouti: ['A', 'A'] } }
  const mother = {
    base: { extension: ['e', 'e'], agouti: ['A', '?'] },
    others: { kit: ['To', 'Rn', 'unphased'] },
  }
  const half = { low: 50, high: 50 }
  for (const alleles of [
    ['To', 'Rn'],
    ['To', 'Rn', 'DW20'],
    ['To', 'Rn', 'E'],
  ])
    t.same(
      await coatsOf('/coats/generateChild', { mother, father, kit_linkage: { mother: alleles } }),
      [
        ['Chestnut', half],
        ['Red roan tobiano', half],
      ],
      alleles.join(),
    )
})

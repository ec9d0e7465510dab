/**
 * One answer, whoever asks: the library, HTTP in each encoding, the command line.
 */
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import type { Sex } from '../../src/rules/tables.js'
import type { Fields } from '../../src/operations/read/decode-fields.js'
import type { GeneVocabulary } from '../../src/operations/genes/genes.js'
import { ClientError } from '../../src/operations/client-error.js'
import { errorBody } from '../../src/service/http/errors.js'
import { servedConformance } from '../contract/conformance.js'
import { brackets, form, shippedCoats } from '../http/service.js'
import { runRobe, startRobe, storeWithKey } from './robe.js'

const SEED = 20261121
const FORM = 'application/x-www-form-urlencoded'

type Genes = Readonly<Record<string, readonly string[]>>
type Horse = { readonly base: Genes; readonly others: Genes }

const coats = await shippedCoats()
const store = `sqlite:${join(t.testdir(), 'robe.db')}`
const key = await storeWithKey(store, 'premium')
const robe = await startRobe(t, { STORE: store })
const contract = await servedConformance(robe.url)

/** Any pair, in any order and spelling; kit and its like with one to two entries. */
function alleles(gene: GeneVocabulary, sex: Sex): fc.Arbitrary<readonly string[]> {
  const maxLength = gene.noCopy !== null && sex === 'male' ? 1 : 2
  const minLength = gene.notation === 'compact' ? 1 : maxLength
  return fc.array(fc.constantFrom(...gene.spellings), { minLength, maxLength })
}

function genes(group: 'base' | 'others', sex: Sex): fc.Arbitrary<Genes> {
  const ofGroup = coats.vocabulary.filter((gene) => gene.group === group)
  const arbitraries = Object.fromEntries(ofGroup.map((gene) => [gene.gene, alleles(gene, sex)]))
  const requiredKeys = ofGroup.filter((gene) => gene.required).map((gene) => gene.gene)
  return fc.record(arbitraries, { requiredKeys })
}

function horses(sex: Sex): fc.Arbitrary<Horse> {
  return fc.record({ base: genes('base', sex), others: genes('others', sex) })
}
const [mares, stallions] = [horses('female'), horses('male')]

async function overHttp(path: string, type: string, body: string): Promise<unknown> {
  const response = await contract.fetch(`${robe.url}${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': type },
    body,
  })
  return response.json()
}

/** What the library says, as JSON: its answer, or its refusal as a client reads it. */
function ofLibrary(ask: () => { readonly body: unknown }): unknown {
  try {
    return JSON.parse(JSON.stringify(ask().body))
  } catch (error) {
    if (error instanceof ClientError) return JSON.parse(JSON.stringify(errorBody(error)))
    throw error
  }
}

t.test('a coat is the same from the library and over HTTP, in each encoding', async (t) => {
  let named = 0
  const ways = [
    [FORM, form],
    [FORM, brackets],
    ['application/json', JSON.stringify],
  ] as const
  for (const [i, horse] of fc.sample(stallions, { seed: SEED, numRuns: 51 }).entries()) {
    const fields: Fields = { ...horse, lang: 'en', explain: 'true' }
    const expected = ofLibrary(() => coats.result(fields, 'fr'))
    const [type, write] = ways[i % ways.length] ?? ways[0]
    t.same(await overHttp('/coats/result', type, write(fields)), expected, JSON.stringify(horse))
    if (Object.hasOwn(expected as object, 'translate')) named += 1
  }
  t.ok(named > 25, `most of the horses have a coat: ${named}`)
})

t.test('foals are the same from the library and over HTTP', async (t) => {
  let counted = 0
  const pairs = fc.sample(fc.tuple(mares, stallions), { seed: SEED, numRuns: 12 })
  for (const [mother, father] of pairs) {
    const fields: Fields = { mother, father, limit: '20', lang: 'fr' }
    const expected = ofLibrary(() => coats.offspring(fields, 'en'))
    t.same(await overHttp('/coats/generateChild', FORM, form(fields)), expected, JSON.stringify(fields))
    if (Object.hasOwn(expected as object, 'results')) counted += 1
  }
  t.ok(counted > 3, `some of the crosses have foals: ${counted}`)
})

/** As typed: `extension=E/e agouti=A/a`. */
function typed({ base, others }: Horse): string {
  return Object.entries({ ...base, ...others })
    .map(([gene, pair]) => `${gene}=${pair.join('/')}`)
    .join(' ')
}

t.test('a coat on the command line is the one over HTTP', async (t) => {
  const good = fc
    .sample(stallions, { seed: SEED, numRuns: 50 })
    .filter((horse) => !Object.hasOwn(ofLibrary(() => coats.result(horse, 'fr')) as object, 'code'))
  // One is enough: each start reads all the rules.
  for (const horse of good.slice(0, 1)) {
    const { code, out, err } = await runRobe(t, ['coat', typed(horse), '--lang', 'en', '--explain', '--json'])
    t.same([code, err], [0, ''], typed(horse))
    t.same(
      JSON.parse(out),
      await overHttp('/coats/result', FORM, form({ ...horse, lang: 'en', explain: 'true' })),
    )
  }
})

t.test('foals on the command line are those over HTTP', async (t) => {
  const mother = {
    base: { agouti: ['A', 'a'], extension: ['E', 'e'] },
    others: { kit: ['To'], lp: ['Lp', 'n'] },
  }
  const father = { base: { agouti: ['a', 'a'], extension: ['e', 'e'] }, others: { grey: ['G', 'n'] } }
  const words = [
    '--mother',
    typed(mother),
    '--father',
    typed(father),
    '--mother-linkage',
    'E,To',
    '--lang',
    'fr',
  ]
  const { code, out, err } = await runRobe(t, ['cross', ...words, '--json'])
  t.same([code, err], [0, ''])
  const fields = { mother, father, kit_linkage: { mother: ['E', 'To'], father: [] }, lang: 'fr' }
  t.same(JSON.parse(out), await overHttp('/coats/generateChild', FORM, form(fields)))
})

t.test('a fault on the command line is the one over HTTP, and the exit code says so', async (t) => {
  const { code, out, err } = await runRobe(t, ['coat', 'extension=E/X agouti=A/a'])
  t.same([code, out], [1, ''])
  const told = (await overHttp(
    '/coats/result',
    'application/json',
    JSON.stringify({
      base: { extension: ['E', 'X'], agouti: ['A', 'a'] },
    }),
  )) as { readonly message: string; readonly details: { readonly field: string } }
  t.ok(err.includes(told.message.replace(told.details.field, 'extension=E/X')), err)
})

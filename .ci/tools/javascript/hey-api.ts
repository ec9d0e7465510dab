/**
 * @hey-api/openapi-ts: a client made whole of the document, one function an operation.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { client } from './build/hey-api/client/client.gen.js'
import * as robe from './build/hey-api/client/index.js'
import { README_FORM } from './readme.mjs'

client.setConfig({ baseUrl: process.env['ROBE_URL'] ?? '', auth: () => process.env['ROBE_KEY'] ?? '' })

const BAY: robe.Parent = {
  base: { agouti: ['A', 'a'], extension: ['E', 'e'] },
  others: { kit: ['W20', 'n'] },
}
const GREY: robe.Parent = {
  base: { agouti: ['a', 'a'], extension: ['e', 'e'] },
  others: { grey: ['G', 'n'] },
}

test('the call of the README', async () => {
  const [base, others] = [README_FORM.base, README_FORM.others].map((text) => JSON.parse(text))
  const { data, error } = await robe.calculateCoat({ body: { base, others, lang: README_FORM.lang } })
  assert.equal(error, undefined)
  assert.equal(data?.translate, 'Buckskin')
  assert.ok(data && !('operations' in data))
  const cream: robe.AlleleMatp[] | undefined = data.others.matp
  assert.deepEqual(cream, ['Cr', 'n'])
})

test('a cross, the most probable foals first, and one of them posted on', async () => {
  const { data } = await robe.calculateOffspring({
    body: { mother: BAY, father: GREY, limit: 3, has_IDK: true, lang: 'en' },
  })
  assert.equal(data?.results.length, 3)
  assert.equal(data?.has_IDK, true)
  const { genotype } = data?.results[0] ?? assert.fail()
  const { agouti, extension, grey } = genotype
  const { response } = await robe.calculateCoat({ body: { base: { agouti, extension }, others: { grey } } })
  assert.equal(response?.status, 200)
})

test('the genes', async () => {
  const { data } = await robe.genes({ query: { lang: 'de' } })
  assert.ok(
    data?.genes.some(({ gene, alleles }) => gene === 'matp' && alleles.some(({ allele }) => allele === 'Cr')),
  )
})

test('the key', async () => {
  const { data } = await robe.apiInfo()
  assert.ok((data?.daily_limit ?? 0) > 0)
})

test('a refusal has its typed body', async () => {
  const { data, error } = await robe.calculateCoat({
    body: { base: BAY.base, others: { matp: ['Cr', 'x'] } },
  })
  assert.equal(data, undefined)
  const refusal: robe.Error | undefined = error
  assert.equal(refusal?.code, 'VALIDATION_INVALID_GENES')
  assert.equal(refusal?.details?.field, 'others.matp')
})

test('types tell a field that is missing or of another kind', () => {
  // @ts-expect-error a parent is missing
  const alone: robe.OffspringRequest = { mother: BAY }
  // @ts-expect-error no allele of agouti
  const unknown: robe.RequestBaseGenes = { agouti: ['A', 'x'], extension: ['E', 'e'] }
  // @ts-expect-error alleles are an array
  const text: robe.RequestBaseGenes = { agouti: 'Aa', extension: ['E', 'e'] }
  assert.ok(alone && unknown && text)
})

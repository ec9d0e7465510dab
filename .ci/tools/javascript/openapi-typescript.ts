/**
 * openapi-typescript and openapi-fetch: the types of the document, and a client that is held to them.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import createClient from 'openapi-fetch'
import type { components, paths } from './build/openapi-typescript/schema.js'
import { README_FORM } from './readme.mjs'

type Genotype = components['schemas']['Parent']

const client = createClient<paths>({
  baseUrl: process.env['ROBE_URL'] ?? '',
  headers: { 'X-API-Key': process.env['ROBE_KEY'] ?? '' },
})

const BAY: Genotype = { base: { agouti: ['A', 'a'], extension: ['E', 'e'] }, others: { kit: ['W20', 'n'] } }
const GREY: Genotype = { base: { agouti: ['a', 'a'], extension: ['e', 'e'] }, others: { grey: ['G', 'n'] } }

test('the call of the README, as a form', async () => {
  const { data, error } = await client.POST('/coats/result', {
    body: README_FORM,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  assert.equal(error, undefined)
  assert.equal(data?.translate, 'Buckskin')
})

test('the same call as JSON', async () => {
  const others: components['schemas']['RequestOtherGenes'] = { matp: ['Cr', 'n'] }
  const { data } = await client.POST('/coats/result', { body: { base: BAY.base, others, lang: 'en' } })
  assert.ok(data && !('operations' in data))
  const cream: readonly components['schemas']['Allele_matp'][] | undefined = data.others.matp
  assert.deepEqual(cream, ['Cr', 'n'])
})

test('a cross, the most probable foals first', async () => {
  const { data, response } = await client.POST('/coats/generateChild', {
    body: { mother: BAY, father: GREY, limit: 3, kit_linkage: { mother: ['E', 'DW20'] }, lang: 'en' },
  })
  assert.equal(response.status, 200)
  assert.ok(data && !('operations' in data))
  assert.equal(data.results.length, 3)
  const { coat, percentage, genotype } = data.results[0] ?? assert.fail()
  assert.ok(coat.length > 0 && percentage > 0)
  const again = await client.POST('/coats/result', {
    body: {
      base: { agouti: genotype.agouti, extension: genotype.extension },
      others: { grey: genotype.grey },
    },
  })
  assert.equal(again.response.status, 200)
})

test('the genes', async () => {
  const { data } = await client.GET('/coats/genes', { params: { query: { lang: 'de' } } })
  assert.ok(
    data?.genes.some(({ gene, alleles }) => gene === 'matp' && alleles.some(({ allele }) => allele === 'Cr')),
  )
})

test('the key', async () => {
  const { data } = await client.GET('/coats/api-info')
  assert.ok((data?.daily_limit ?? 0) > 0)
})

test('a refusal has its typed body', async () => {
  const body = { base: BAY.base, others: { matp: ['Cr', 'x'] } }
  const { data, error, response } = await client.POST('/coats/result', { body })
  assert.equal(data, undefined)
  assert.equal(response.status, 400)
  const code: components['schemas']['Error']['code'] | undefined = error?.code
  assert.equal(code, 'VALIDATION_INVALID_GENES')
  assert.equal(error?.details?.field, 'others.matp')
})

test('types tell a field that is missing or of another kind', () => {
  // @ts-expect-error a parent is missing
  const alone: components['schemas']['OffspringRequest'] = { mother: BAY }
  // @ts-expect-error no allele of agouti
  const unknown: components['schemas']['RequestBaseGenes'] = { agouti: ['A', 'x'], extension: ['E', 'e'] }
  // @ts-expect-error alleles are an array
  const text: components['schemas']['RequestBaseGenes'] = { agouti: 'Aa', extension: ['E', 'e'] }
  assert.ok(alone && unknown && text)
})

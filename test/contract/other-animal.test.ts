/**
 * Another animal, served by the same code and the same openapi.yaml: only the rule files differ.
 */
import t from 'tap'
import { Validator } from '@seriousme/openapi-schema-validator'
import { form } from '../http/service.js'
import { startRobe, until } from '../process/robe.js'
import { unicornSettings } from '../process/unicorn.js'
import { at, committedDocument, conformanceTo, type Json, servedConformance } from './conformance.js'

const robe = await startRobe(t, unicornSettings(t))
await until('its key is shown', () => robe.firstKey !== '')
const contract = await servedConformance(robe.url)
const { document } = contract

/** A unicorn with a spiral horn, a moonlit mane, and a glow. */
const UNICORN = { base: { horn: ['S', 's'], mane: ['M', 'm'] }, others: { glow: ['Gl', 'n'] } }

async function post(
  path: string,
  body: string | object,
): Promise<{ status: number; body: Json; headers: Headers }> {
  const isForm = typeof body === 'string'
  const response = await contract.fetch(`${robe.url}${path}`, {
    method: 'POST',
    headers: {
      'X-API-Key': robe.firstKey,
      'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    },
    body: isForm ? body : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Json, headers: response.headers }
}

t.test('its genes and alleles stand in the served document, and no other’s', async (t) => {
  const names = (schema: string): readonly string[] =>
    Object.keys(at(document, `/components/schemas/${schema}/properties`) as Json)
  t.same(names('RequestBaseGenes'), ['horn', 'mane'])
  t.same(names('RequestOtherGenes'), ['glow'])
  t.same(names('AnswerGenotype'), ['horn', 'mane', 'glow'])
  t.same(at(document, '/components/schemas/RequestBaseGenes/required'), ['horn', 'mane'])
  const alleles = { $ref: '#/components/schemas/Allele_horn' }
  t.same(at(document, '/components/schemas/Allele_horn/enum'), ['S', 's'])
  const known = [alleles, { type: 'string', pattern: '^(?:Sp)$' }]
  t.same(at(document, '/components/schemas/RequestBaseGenes/properties/horn/items'), { anyOf: known })
  t.same(at(document, '/components/schemas/OpenBaseGenes/properties/horn/items'), {
    anyOf: [...known, { $ref: '#/components/schemas/UnknownCopy' }],
  })
  t.same(at(document, '/components/schemas/AnswerBaseGenes/properties/horn/items'), alleles)
  t.same(at(document, '/components/schemas/LinkageAllele/enum'), ['M', 'm', 'Gl', 'n'])
  t.same(at(document, '/components/schemas/LinkageAlleles/items/anyOf/1/pattern'), '^(?:GL|n@glow|N|N@glow)$')
  t.match(await new Validator().validate({ ...document }), { valid: true })
})

t.test('all else in the served document is the committed one’s', (t) => {
  const committed = committedDocument()
  const slots = Object.keys(at(document, '/components/schemas') as Json).filter(
    (name) =>
      JSON.stringify(at(document, `/components/schemas/${name}`)) !==
      JSON.stringify(at(committed, `/components/schemas/${name}`)),
  )
  t.same(slots, [
    'Language',
    'RequestLanguage',
    'RequestBaseGenes',
    'RequestOtherGenes',
    'AnswerBaseGenes',
    'AnswerOtherGenes',
    'AnswerGenotype',
    'LinkageAllele',
    'LinkageAlleles',
    'PedigreeBaseGenes',
    'OpenBaseGenes',
    'OpenOtherGenes',
    ...['Allele_horn', 'Allele_mane', 'Allele_glow'],
  ])
  t.same(Object.keys(at(document, '/paths') as Json), Object.keys(at(committed, '/paths') as Json))
  t.end()
})

t.test('its examples are of its own genes, and answered as documented', async (t) => {
  for (const path of ['/coats/result', '/coats/generateChild']) {
    const operation = `/paths/${path.replaceAll('/', '~1')}/post`
    const examples = at(document, `${operation}/requestBody/content/application~1json/examples`)
    for (const [name, example] of Object.entries(examples as Json)) {
      const { status, body } = await post(path, form((example as Json)['value'] as Json))
      t.equal(status, 200, name)
      t.same(
        body,
        at(document, `${operation}/responses/200/content/application~1json/examples/${name}/value`),
        name,
      )
    }
    t.same(Object.keys(examples as Json), ['genes'], path)
  }
})

t.test('its coats are named, in its languages', async (t) => {
  const english = await post('/coats/result', { ...UNICORN, lang: 'en' })
  t.match(english, { status: 200, body: { ...UNICORN, translate: 'Moonstone' } })
  const french = await post('/coats/result', form(UNICORN))
  t.match(french, { status: 200, body: { ...UNICORN, translate: 'Pierre de lune' } })
  t.equal(french.headers.get('content-language'), 'fr')
  const alias = await post('/coats/result', { base: { horn: ['Sp', 'Sp'], mane: ['m', 'm'] }, lang: 'en' })
  t.match(alias, {
    status: 200,
    body: { base: { horn: ['S', 'S'] }, others: { glow: ['n', 'n'] }, translate: 'Opal' },
  })
})

t.test('its foals are counted, linkage and lethal pairs included', async (t) => {
  const { status, body } = await post('/coats/generateChild', {
    mother: { base: { horn: ['s', 's'], mane: ['M', 'm'] }, others: { glow: ['Gl', 'n'] } },
    father: { base: { horn: ['s', 's'], mane: ['m', 'm'] }, others: { glow: ['Gl', 'Gl'] } },
    kit_linkage: { mother: ['M', 'Gl'], father: [] },
    lang: 'en',
  })
  t.equal(status, 200)
  t.match(body, { has_kit_linkage: true, live_foal_percentage: 50 })
  const results = body['results'] as readonly { genotype: Json; percentage: number; viability?: unknown }[]
  const shares = results.map(({ genotype, percentage }) => [genotype['mane'], genotype['glow'], percentage])
  // One in eight gametes of the mare is a recombinant: 7/16 of each parental kind, 1/16 of each other.
  t.same(shares, [
    [['M', 'm'], ['Gl', 'Gl'], 43.75],
    [['m', 'm'], ['Gl', 'n'], 43.75],
    [['M', 'm'], ['Gl', 'n'], 6.25],
    [['m', 'm'], ['Gl', 'Gl'], 6.25],
  ])
  t.same(
    results.map(({ viability }) => viability !== undefined),
    [true, false, false, true],
  )
})

t.test('what it has not is refused, with what it has', async (t) => {
  const pairs = [
    ['S', 'S'],
    ['S', 's'],
    ['s', 's'],
  ]
  const rows = [
    [{ base: { ...UNICORN.base, horn: ['A', 'a'] } }, 'base.horn', ['A', 'a'], pairs],
    [{ base: { ...UNICORN.base, horn: 'Ss' } }, 'base.horn', 'Ss', pairs],
    [{ base: { ...UNICORN.base, agouti: ['A', 'a'] } }, 'base.agouti', ['A', 'a'], ['horn', 'mane']],
    [{ ...UNICORN, others: { matp: ['Cr', 'n'] } }, 'others.matp', ['Cr', 'n'], ['glow']],
  ] as const
  for (const [fields, field, value, expected] of rows) {
    for (const sent of [fields, form(fields)]) {
      const { status, body } = await post('/coats/result', sent)
      t.equal(status, 400, field)
      t.match(body, { code: 'VALIDATION_INVALID_GENES' }, field)
      t.same(body['details'], { field, value, expected }, field)
    }
  }
  const missing = await post('/coats/result', { base: { horn: ['S', 's'] } })
  t.match(missing, {
    status: 400,
    body: { code: 'VALIDATION_MISSING_FIELD', details: { field: 'base.mane' } },
  })
})

t.test('the catalogue is its own', async (t) => {
  const response = await contract.fetch(`${robe.url}/coats/genes?lang=en`, {
    headers: { 'X-API-Key': robe.firstKey },
  })
  const { genes, ruleset_version } = (await response.json()) as {
    genes: readonly { gene: string; alleles: readonly { allele: string }[] }[]
    ruleset_version: string
  }
  t.same(
    genes.map(({ gene, alleles }) => [gene, alleles.map(({ allele }) => allele)]),
    [
      ['horn', ['S', 's']],
      ['mane', ['M', 'm']],
      ['glow', ['Gl', 'n']],
    ],
  )
  t.equal(response.headers.get('x-ruleset-version'), ruleset_version)
})

t.test('the committed document would not let its answers through', async (t) => {
  const response = await fetch(`${robe.url}/coats/result`, {
    method: 'POST',
    headers: { 'X-API-Key': robe.firstKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(UNICORN),
  })
  const faults = conformanceTo(committedDocument()).faultsOf({
    method: 'POST',
    path: '/coats/result',
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  })
  t.not(faults.length, 0)
})

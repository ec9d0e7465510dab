/**
 * The cat of examples/ over HTTP: sons and daughters, a contract that speaks of cats, and nothing left of the horse.
 */
import { deepEqual } from 'node:assert/strict'
import t from 'tap'
import { at, servedConformance, type Json } from '../contract/conformance.js'
import { form } from '../http/service.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { startRobe } from '../process/robe.js'
import { CAT, openExample } from './example-sets.js'

const robe = await startRobe(t, CAT.settings)
const contract = await servedConformance(robe.url)

/** Asks in both encodings; both must have one answer. Every answer is held against the served document. */
async function post(path: string, fields: Json): Promise<{ readonly status: number; readonly body: Json }> {
  const [asForm, asJson] = await Promise.all(
    [
      ['application/x-www-form-urlencoded', form(fields)],
      ['application/json', JSON.stringify(fields)],
    ].map(async ([type = '', body = '']) => {
      const response = await contract.fetch(`${robe.url}${path}`, {
        method: 'POST',
        headers: { 'X-API-Key': robe.firstKey, 'Content-Type': type },
        body,
      })
      return { status: response.status, body: (await response.json()) as Json }
    }),
  )
  deepEqual(asForm, asJson)
  return asJson as { status: number; body: Json }
}

interface Possibility {
  readonly coat: string
  readonly percentage: number
  readonly sex: string
}

const BLACK_QUEEN = { base: { orange: ['o', 'o'], agouti: ['a', 'a'] } }
const TORTOISESHELL = { base: { orange: ['O', 'o'], agouti: ['a', 'a'] } }
const CALICO = { ...TORTOISESHELL, others: { white: ['ws', 'w'] } }
const RED_TOM = { base: { orange: ['O'], agouti: ['a', 'a'] } }
const BLACK_TOM = { base: { orange: ['o'], agouti: ['a', 'a'] } }

/** Names of the contract's fields are the same for all animals; text goes on after a word, or ends in a full stop. */
const FIELD = /\b(?:horses?|foals?|mares?|stallions?)(?=["'`:<&=]|(?:\[\])?\.(?:\w|<\/span>)|$)/gm

t.test('what is served names no locus that only the horse has, and no horse', async (t) => {
  const { loci } = (await shippedRuleset()).model.source
  const own = new Set((await openExample(CAT)).model.loci.map(({ key }) => key))
  for (const path of ['/openapi.yaml', '/openapi.json', '/docs']) {
    const text = await (await fetch(robe.url + path)).text()
    t.ok(text.includes('colourpoint'), `${path} names the cat's`)
    const horses = loci.filter(({ locus }) => !own.has(locus) && new RegExp(`\\b${locus}\\b`).test(text))
    t.same(
      horses.map(({ locus }) => locus),
      [],
      path,
    )
    t.same(text.replaceAll(FIELD, '').match(/\b(horse|foal|mare|stallion|equine)s?\b/gi) ?? [], [], path)
  }
  t.notMatch(robe.out(), /extension/, 'nor does the line to paste')
})

const REFUSAL =
  '/components/responses/BadRequest/content/application~1json/examples/VALIDATION_INVALID_GENES/value'

t.test('the document’s example of a refusal is what this service says', async (t) => {
  const example = at(contract.document, REFUSAL)
  const { details } = example as { details: { field: string; value: unknown } }
  const gene = details.field.replace('base.', '')
  const { status, body } = await post('/coats/result', {
    base: { ...TORTOISESHELL.base, [gene]: details.value },
  })
  t.equal(status, 400)
  t.same(body, example)
})

t.test('the requests that the contract shows, and the line to paste, are answered', async (t) => {
  for (const path of ['result', 'generateChild']) {
    const shown = at(
      contract.document,
      `/paths/~1coats~1${path}/post/requestBody/content/application~1json/examples`,
    ) as Readonly<Record<string, { readonly value: Json }>>
    t.not(Object.keys(shown).length, 0, path)
    for (const { value } of Object.values(shown)) t.equal((await post(`/coats/${path}`, value)).status, 200)
  }
  const pasted = /base=(\{[^']*\})/.exec(robe.curl)?.[1] ?? ''
  t.equal((await post('/coats/result', { base: JSON.parse(pasted) as Json })).status, 200)
})

t.test('a cat is named in its languages, English when none is asked for', async (t) => {
  for (const [lang, name] of [
    [undefined, 'Calico'],
    ['en', 'Calico'],
    ['fr', 'Tricolore'],
  ]) {
    const { body } = await post('/coats/result', { ...CALICO, ...(lang === undefined ? {} : { lang }) })
    t.match(body, { translate: name, sex: 'f' })
  }
})

t.test('a tom is written with one copy or with Y, a queen with two alike needs her sex said', async (t) => {
  const { base } = RED_TOM
  const tom = await post('/coats/result', RED_TOM)
  t.match(tom.body, { base, sex: 'm', translate: 'Red mackerel tabby' })
  t.same((await post('/coats/result', { base: { ...base, orange: ['O', 'Y'] } })).body, tom.body)
  const queen = await post('/coats/result', { ...BLACK_QUEEN, sex: 'f' })
  t.match(queen.body, { sex: 'f', translate: 'Black' })
  const untold = await post('/coats/result', BLACK_QUEEN)
  t.equal(untold.status, 400)
  t.match(untold.body, { details: { field: 'sex', expected: ['f', 'm'] } })
})

t.test('a tom with two copies of orange is refused', async (t) => {
  const { status, body } = await post('/coats/result', { ...TORTOISESHELL, sex: 'm' })
  t.equal(status, 400)
  t.match(body, { details: { field: 'base.orange', expected: [['O'], ['o']] } })
})

t.test('the catalogue is the cat’s, and tells which locus follows the sex', async (t) => {
  const response = await contract.fetch(`${robe.url}/coats/genes?lang=fr`, {
    headers: { 'X-API-Key': robe.firstKey },
  })
  const { genes } = (await response.json()) as { genes: readonly Json[] }
  t.same(
    genes.map(({ gene, chromosome }) => [gene, chromosome]),
    [
      ['orange', 'X'],
      ['agouti', 'A3'],
      ['brown', 'D4'],
      ['dilute', 'C1'],
      ['white', 'B1'],
      ['tabby', 'A1'],
      ['colourpoint', 'D1'],
      ['longhair', 'B1'],
    ],
  )
  t.match(genes[0], { required: true, alleles: [{ allele: 'O', name: 'orange' }, { allele: 'o' }] })
})

t.test('tortoiseshell and red: sons and daughters, a quarter each', async (t) => {
  t.same(await shares(TORTOISESHELL, RED_TOM), [
    ['f', 'Red mackerel tabby', 25],
    ['f', 'Tortoiseshell', 25],
    ['m', 'Red mackerel tabby', 25],
    ['m', 'Black', 25],
  ])
})

t.test('black queen and red tom: daughters tortoiseshell, sons black', async (t) => {
  t.same(await shares(BLACK_QUEEN, RED_TOM), [
    ['f', 'Tortoiseshell', 50],
    ['m', 'Black', 50],
  ])
})

t.test('calico and black: an eighth of each colour, sex and white, and no calico son', async (t) => {
  const found = await shares(CALICO, BLACK_TOM)
  // Orange from the mother only, half of the kittens; white spotting the same; sexes by halves.
  t.same(
    new Set(found.map(([sex, coat]) => `${sex} ${coat}`)),
    new Set([
      'f Calico',
      'f Tortoiseshell',
      'f Black and white',
      'f Black',
      'm Red mackerel tabby and white',
      'm Red mackerel tabby',
      'm Black and white',
      'm Black',
    ]),
  )
  t.ok(found.every(([, , percentage]) => percentage === 12.5))
  t.same(
    (await shares(CALICO, BLACK_TOM, { sexes: 'daughters' })).map(([, coat, percentage]) => [
      coat,
      percentage,
    ]),
    [
      ['Calico', 25],
      ['Tortoiseshell', 25],
      ['Black and white', 25],
      ['Black', 25],
    ],
  )
})

/** Sex, coat and percentage of each kind of kitten. */
async function shares(
  mother: Json,
  father: Json,
  more: Json = {},
): Promise<readonly (readonly [string, string, number])[]> {
  const { body } = await post('/coats/generateChild', { mother, father, group_by: 'coat,sex', ...more })
  return (body['results'] as readonly Possibility[]).map(({ sex, coat, percentage }) => [
    sex,
    coat,
    percentage,
  ])
}

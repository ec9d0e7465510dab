/**
 * Unknown fields: those that a client meant as a known field or as a gene are refused with the right name, in every operation
 * and encoding; all others are ignored, and change no answer.
 */
import t from 'tap'
import { BATCH, OPERATIONS } from '../../src/operations/registry.js'
import { BAY, brackets, form, post, startService, type Service } from '../http/service.js'

const COAT = '/coats/result'
const FOALS = '/coats/generateChild'
const INFER = '/coats/infer'
const PICTURE = '/coats/picture'

const FIELD = 'VALIDATION_INVALID_FIELD'
const GENES = 'VALIDATION_INVALID_GENES'

type Json = Readonly<Record<string, unknown>>

const CREAM = { matp: ['Cr', 'n'] }
const horse = { base: BAY }
const cross = { mother: horse, father: horse }
const question = { population: 'none', horses: [{ id: 'a', ...horse }], ask: [{ coat: 'a' }] }
const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Sent in each encoding that the operation takes. */
async function inEachEncoding(service: Service, path: string, fields: Json, query = '') {
  const bodies: readonly (readonly [string, Record<string, string>?])[] = [
    [JSON.stringify(fields), JSON_TYPE],
    [form(fields)],
    ...(path === INFER ? [] : [[brackets(fields)] as const]),
  ]
  return await Promise.all(bodies.map(([body, headers]) => post(service, `${path}${query}`, body, headers)))
}

type Row = readonly [path: string, fields: Json, code: string, field: string, meant: string, query?: string]

const REFUSED: readonly Row[] = [
  // A group under another name.
  [COAT, { ...horse, other: CREAM }, FIELD, 'other', 'others'],
  [COAT, { ...horse, Others: CREAM }, FIELD, 'Others', 'others'],
  [COAT, { ...horse, OTHER: CREAM }, FIELD, 'OTHER', 'others'],
  [COAT, { ...horse, otherss: CREAM }, FIELD, 'otherss', 'others'],
  [COAT, { ...horse, ohters: CREAM }, FIELD, 'ohters', 'others'],
  [PICTURE, { ...horse, other: CREAM }, FIELD, 'other', 'others'],
  [FOALS, { ...cross, mother: { ...horse, other: CREAM } }, FIELD, 'mother.other', 'mother.others'],
  [FOALS, { ...cross, father: { ...horse, Others: CREAM } }, FIELD, 'father.Others', 'father.others'],
  // A gene outside of its group.
  [COAT, { ...horse, ...CREAM }, GENES, 'matp', 'others.matp'],
  [COAT, { ...horse, MATP: ['Cr', 'n'] }, GENES, 'MATP', 'others.matp'],
  [COAT, { ...horse, cream: ['Cr', 'n'] }, GENES, 'cream', 'others.matp'],
  [COAT, { ...horse, agouti: ['a', 'a'] }, GENES, 'agouti', 'base.agouti'],
  [COAT, { ...horse, 'tiger-eye': ['TE1', 'n'] }, GENES, 'tiger-eye', 'others.tiger_eye'],
  [COAT, { ...horse, dun: 'Dd' }, GENES, 'dun', 'others.dun'],
  [PICTURE, { ...horse, ...CREAM }, GENES, 'matp', 'others.matp'],
  [FOALS, { ...cross, mother: { ...horse, ...CREAM } }, GENES, 'mother.matp', 'mother.others.matp'],
  [FOALS, { ...cross, father: { ...horse, grey: ['G', 'n'] } }, GENES, 'father.grey', 'father.others.grey'],
  [FOALS, { ...cross, ...CREAM }, GENES, 'matp', 'mother.others.matp'],
  [FOALS, { ...cross, others: CREAM }, GENES, 'others', 'mother.others'],
  [INFER, { ...question, ...CREAM }, GENES, 'matp', 'horses.<number>.others.matp'],
  // Paths written as names.
  [COAT, { ...horse, 'others.matp': ['Cr', 'n'] }, FIELD, 'others.matp', 'others.matp'],
  [FOALS, { ...cross, 'mother.others.matp': ['Cr', 'n'] }, FIELD, 'mother.others.matp', 'mother.others.matp'],
  // Options.
  [COAT, { ...horse, Lang: 'de' }, FIELD, 'Lang', 'lang'],
  [COAT, { ...horse, language: 'de' }, FIELD, 'language', 'lang'],
  [COAT, { ...horse, lang: 'en', language: 'de' }, FIELD, 'language', 'lang'],
  [COAT, { ...horse, locale: 'de_DE' }, FIELD, 'locale', 'lang'],
  [COAT, { ...horse, Explain: true }, FIELD, 'Explain', 'explain'],
  [COAT, { ...horse, explains: true }, FIELD, 'explains', 'explain'],
  [FOALS, { ...cross, 'group-by': 'coat' }, FIELD, 'group-by', 'group_by'],
  [FOALS, { ...cross, groupBy: 'coat' }, FIELD, 'groupBy', 'group_by'],
  [FOALS, { ...cross, has_idk: true }, FIELD, 'has_idk', 'has_IDK'],
  [FOALS, { ...cross, kitLinkage: { mother: ['E'] } }, FIELD, 'kitLinkage', 'kit_linkage'],
  [FOALS, { ...cross, recombination_bands: true }, FIELD, 'recombination_bands', 'recombination_band'],
  [FOALS, { ...cross, language: 'de' }, FIELD, 'language', 'lang'],
  [FOALS, { ...cross, kit_linkage: { Mother: ['E'] } }, FIELD, 'kit_linkage.Mother', 'kit_linkage.mother'],
  [FOALS, { ...cross, kit_linkage: { sire: ['E'] } }, FIELD, 'kit_linkage.sire', 'kit_linkage.father'],
  [INFER, { ...question, Limit: 1 }, FIELD, 'Limit', 'limit'],
  [INFER, { ...question, language: 'de' }, FIELD, 'language', 'lang'],
  // The query string of an operation that reads a body.
  [COAT, horse, FIELD, 'query.lang', 'lang', '?lang=de'],
  [COAT, { ...horse, lang: 'en' }, FIELD, 'query.lang', 'lang', '?lang=de'],
  [COAT, horse, FIELD, 'query.language', 'lang', '?language=de'],
  [COAT, horse, FIELD, 'query.explain', 'explain', '?explain=true'],
  [COAT, horse, FIELD, 'query.others[matp][]', 'others', '?others[matp][]=Cr&others[matp][]=n'],
  [COAT, horse, GENES, 'query.matp', 'others.matp', '?matp=Cr/n'],
  [FOALS, cross, FIELD, 'query.group-by', 'group_by', '?group-by=coat'],
  [FOALS, cross, FIELD, 'query.limit', 'limit', '?limit=1'],
  [PICTURE, horse, FIELD, 'query.age', 'age', '?age=3'],
  [INFER, question, FIELD, 'query.limit', 'limit', '?limit=1'],
]

t.test('a field that was meant as another one, or as a gene, is refused with the right name', async (t) => {
  const service = await startService(t)
  for (const [path, fields, code, field, meant, query = ''] of REFUSED) {
    const title = `${path}${query} ${JSON.stringify(fields)}`
    for (const told of await inEachEncoding(service, path, fields, query)) {
      t.equal(told.status, 400, title)
      const { code: told_, message, details } = told.body as { code: string; message: string; details: Json }
      t.equal(told_, code, title)
      t.equal(details['field'], field, title)
      t.equal((details['expected'] as readonly unknown[])[0], meant, title)
      t.ok(message.includes(field.replace(/^query\./, '')), `${title}: ${message}`)
      const shown = meant.includes('matp') && field.includes('.matp') ? 'matp' : meant
      t.ok(message.includes(shown), `${title}: ${message}`)
    }
  }
})

t.test('a field that is missing is asked for by its name, with the word that was sent instead', async (t) => {
  const service = await startService(t)
  for (const [sent, missing] of [
    ['dam', 'mother'],
    ['mare', 'mother'],
    ['sire', 'father'],
    ['Stallion', 'father'],
  ] as const) {
    const fields = { [sent]: horse, [missing === 'mother' ? 'father' : 'mother']: horse }
    for (const told of await inEachEncoding(service, FOALS, fields))
      t.match(told.body, {
        code: 'VALIDATION_MISSING_FIELD',
        message: `${missing} is required; "${sent}" was sent: did you mean ${missing}?`,
        details: { field: missing },
      })
  }
  const horses = [{ id: 'a', dam: 'b' }, { id: 'b' }]
  const told = await post(service, INFER, JSON.stringify({ ...question, horses }), JSON_TYPE)
  t.match(told.body, { message: /did you mean mother\?/, details: { field: 'horses.0.dam' } })
})

t.test('a gene among the fields of an animal of a pedigree is told its place', async (t) => {
  const service = await startService(t)
  const horses = [{ id: 'a', ...horse, ...CREAM }]
  const told = await post(service, INFER, JSON.stringify({ ...question, horses }), JSON_TYPE)
  t.match(told.body, {
    code: FIELD,
    message: 'horses.0.matp is the gene matp: send it as horses.0.others.matp',
    details: { field: 'horses.0.matp', value: ['Cr', 'n'], expected: ['id', 'sex'] },
  })
})

/** What existing clients send beside the fields, and what harms nothing. */
const IGNORED: Json = {
  name: 'Stella',
  race: 'Lusitano',
  date: '2026-11-28',
  page: 3,
  token: 'true',
  _token: 'abc',
  id: 17,
  seed: 'abc',
  color: 'brown',
  notes: ['seen in May'],
  roan: 'false',
  breeds: 'x',
  __proto: 1,
  toString: 'x',
  [`others${'s'.repeat(60)}`]: 'x',
}

t.test('every other unknown field is ignored, in each operation and encoding', async (t) => {
  const service = await startService(t)
  const questions: readonly (readonly [string, Json])[] = [
    [COAT, horse],
    [PICTURE, horse],
    [FOALS, cross],
    [INFER, question],
  ]
  for (const [path, fields] of questions) {
    const plain = await post(service, path, JSON.stringify(fields), JSON_TYPE)
    for (const [name, value] of Object.entries(IGNORED)) {
      for (const told of await inEachEncoding(service, path, { ...fields, [name]: value }))
        t.same([told.status, told.text], [200, plain.text], `${path} ${name}`)
    }
    const query = '?name=a&race=b&date=c&page=2&token=true&_token=x&id=1&seed=x&lang=&v=%zz&%5B'
    for (const told of await inEachEncoding(service, path, fields, query))
      t.same([told.status, told.text], [200, plain.text], `${path}${query}`)
  }
  for (const parent of ['mother', 'father'])
    for (const [name, value] of Object.entries({ ...IGNORED, lang: 'de', language: 'de', limit: 1 })) {
      const fields = { ...cross, [parent]: { ...horse, [name]: value } }
      for (const told of await inEachEncoding(service, FOALS, fields))
        t.equal(told.status, 200, `${parent}.${name}: ${told.text}`)
    }
})

t.test(
  'a word for a field that was sent too, holds nothing or names the language answered is ignored',
  async (t) => {
    const service = await startService(t)
    const rows: readonly (readonly [string, Json, string?])[] = [
      [COAT, { ...horse, others: CREAM, other: { grey: ['G', 'n'] } }],
      [COAT, { ...horse, other: {}, Others: null, matp: [], MATP: '' }],
      [COAT, { ...horse, lang: 'de', language: 'de', locale: 'de-AT' }],
      [COAT, { ...horse, lang: 'de' }, '?lang=de_DE'],
      [COAT, { ...horse, language: 'en' }],
      [COAT, { ...horse, explain: 'false' }, '?explain=true'],
      [FOALS, { ...cross, dam: horse, sire: horse }],
      [FOALS, { ...cross, limit: 1, Limit: 2 }],
    ]
    for (const [path, fields, query] of rows) {
      const told = await post(service, `${path}${query ?? ''}`, JSON.stringify(fields), {
        ...JSON_TYPE,
        'Accept-Language': 'en',
      })
      t.equal(told.status, 200, `${JSON.stringify(fields)} ${told.text}`)
    }
  },
)

t.test('the catalogue refuses a language under another name', async (t) => {
  const service = await startService(t)
  const ask = async (query: string): Promise<number> => {
    const headers = { 'X-API-Key': service.key, 'Accept-Language': 'fr' }
    return (await fetch(`${service.url}/coats/genes?${query}`, { headers })).status
  }
  t.equal(await ask('language=en'), 400)
  t.equal(await ask('Lang=en'), 400)
  t.equal(await ask('language=fr'), 200)
  for (let i = 0; i < 3; i++) t.equal(await ask('page=2&token=x&matp=1'), 200)
  t.equal(await ask('language=en'), 400, 'also where the catalogue is cached')
})

t.test('what was refused for another fault still is', async (t) => {
  const service = await startService(t)
  for (const [path, fields, field] of [
    [COAT, { base: { agouti: ['A', 'x'], extension: ['E', 'e'] }, ...CREAM }, 'base.agouti'],
    [COAT, { other: CREAM }, 'base'],
    [COAT, { ...horse, language: 'de', explain: 'yes' }, 'explain'],
    [FOALS, { ...cross, groupBy: 'coat', kit_linkage: { mother: ['x'] } }, 'kit_linkage.mother'],
    [INFER, { ...question, matp: 1, ask: [{ coat: 'b' }] }, 'ask.0.coat'],
  ] as const)
    for (const told of await inEachEncoding(service, path, fields))
      t.match(told.body, { details: { field } }, field)
})

t.test('an answer that is kept is not given to a question whose query string is refused', async (t) => {
  const service = await startService(t)
  const body = form(horse)
  for (let i = 0; i < 3; i++) t.equal((await post(service, COAT, body)).status, 200)
  t.equal((await post(service, `${COAT}?lang=de`, body)).status, 400)
})

t.test('the known fields are those of the contract', async (t) => {
  const { contract } = await startService(t)
  const { paths, components } = contract.document as { paths: Json; components: { schemas: Json } }
  for (const [path, methods] of Object.entries(paths as Record<string, Record<string, Json>>)) {
    const { post: operation } = methods
    // A batch takes lines, whose fields test/http/batch.test.ts checks.
    if (operation === undefined || operation['x-endpoint'] === BATCH) continue
    const body = operation['requestBody'] as { content: Record<string, { schema: { $ref: string } }> }
    const name = body.content['application/json']?.schema.$ref.split('/').pop() ?? ''
    const { properties } = components.schemas[name] as { readonly properties: Json }
    const known = OPERATIONS.find(({ id }) => id === operation['x-endpoint'])
    const { fields } = known?.fields ?? { fields: {} }
    t.same(Object.keys(fields).sort(), Object.keys(properties).sort(), path)
  }
})

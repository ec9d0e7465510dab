/**
 * Field by field: what the document's schemas of a request take is what the service takes. Not tried here: what no
 * schema can say (several alleles at once, fuzz.test.ts), what an operator sets (the most results), and groups that are
 * JSON text inside JSON, which are taken for clients that encode twice.
 */
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { form, startService } from '../http/service.js'
import { at, type Json } from './conformance.js'

const COAT = '/coats/result'
const FOALS = '/coats/generateChild'
const PICTURE = '/coats/picture'
const FORM = 'application/x-www-form-urlencoded'
const BASE = { agouti: ['A', 'a'], extension: ['E', 'e'] }
const SANE: Readonly<Record<string, Json>> = {
  [COAT]: { base: BASE },
  [FOALS]: { mother: { base: BASE }, father: { base: BASE } },
  [PICTURE]: { base: BASE },
}
/** What a field needs beside it. */
const BESIDE: Readonly<Record<string, Json>> = { foals: { wanted: 'Bay' }, foals_for: { wanted: 'Bay' } }

const service = await startService(t)
const { document } = service.contract
const { fetch } = service
const ajv = new Ajv2020({ strict: false })
ajv.addSchema(document, 'contract')
const compiled = new Map<string, ValidateFunction>()

function isDeclared(path: string, type: string, fields: unknown): boolean {
  const [inPath, inType] = [path, type].map((name) => name.replaceAll('/', '~1'))
  const place = `contract#/paths/${inPath}/post/requestBody/content/${inType}/schema`
  const validate = compiled.get(place) ?? ajv.compile({ $ref: place })
  compiled.set(place, validate)
  return validate(fields)
}

async function isTaken(path: string, type: string, body: string): Promise<boolean> {
  const headers = { 'X-API-Key': service.key, 'Content-Type': type }
  const { status } = await fetch(`${service.url}${path}`, { method: 'POST', headers, body })
  return status === 200
}

const AGES = ['0', '5', '05', '3.25', '39.999', '40', '40.0', '40.399', '41', '100', '0.00000123456789']
const COUNTS = ['1', '3', '03', '1000', '1001', '3.0', '0']
const PERCENTS = ['90', '61.931464495305114', '99.9', '100', '0', '0.0', '0.5', '0.50', '05', '.5', '5.']
const NO_NUMBERS = ['-1', '+1', '1e1', '1e-05', ' 1', 'x', true, [], [1], {}]
const LINKED = { mother: ['E', 'To'], father: [] }
const NOTHINGS = [null, [], '', {}, undefined]
const FLAGS = [true, false, 'true', 'false', null, undefined, '', 'TRUE', 'True', 'yes', 1, 0, {}, []]
const LANGUAGES = [
  ...['fr', 'en', 'EN', 'en-US', 'en_GB', 'de', 'fr-IFCE', 'FR_ifce', 'fr-CA-x-y', null, undefined],
  ...[
    '',
    'xx',
    'english',
    'fr--FR',
    'fr-',
    '-fr',
    'fr,en',
    'en-123456789',
    ' en',
    'en\n',
    '*',
    0,
    true,
    [],
    ['fr'],
    {},
  ],
]
const PARENTS = [
  { base: BASE },
  { base: BASE, others: {} },
  { base: BASE, lang: 'xx' },
  { others: {} },
  {},
  7,
  ...NOTHINGS,
]
const LOCI = [
  ...[
    'A',
    'n',
    'W20',
    'To',
    'To+Rn',
    'W20+TO',
    'n+To',
    'To+N',
    'SW2',
    'N',
    '',
    'x',
    'To+',
    '+To',
    'SW2+To',
    7,
    null,
  ],
].flatMap((allele) => [[allele], [allele, 'n'], ['n', allele]])

const TRIED: readonly (readonly [path: string, field: string, values: readonly unknown[]])[] = [
  [
    COAT,
    'base',
    [BASE, { agouti: ['A', 'a'] }, { ...BASE, x: ['n'] }, { ...BASE, agouti: null }, 7, true, ...NOTHINGS],
  ],
  [
    COAT,
    'others',
    [{ matp: ['Cr', 'n'] }, { x: [] }, { matp: 'Crn' }, { agouti: ['A', 'a'] }, 7, true, [[]], ...NOTHINGS],
  ],
  [COAT, 'explain', FLAGS],
  [COAT, 'tokens', FLAGS],
  [COAT, 'lang', LANGUAGES],
  [COAT, 'unknown', [1, ...NOTHINGS]],
  [PICTURE, 'age', [0, 0.1234567, 40, 40.1, 41, null, undefined, ...AGES, ...NO_NUMBERS]],
  [FOALS, 'foals', [1, 3, 1000, 1001, 1.5, 0, ...COUNTS, ...NO_NUMBERS]],
  [FOALS, 'foals_for', [0.5, 61.931464495305114, 100, 0, ...PERCENTS, ...NO_NUMBERS]],
  [FOALS, 'mother', PARENTS],
  [FOALS, 'father', PARENTS],
  [FOALS, 'has_IDK', FLAGS],
  [FOALS, 'recombination_band', FLAGS],
  [FOALS, 'tokens', FLAGS],
  [FOALS, 'group_by', ['coat', null, undefined, '', 'coats', 'genotype', true, 1, [], {}]],
  [FOALS, 'lang', LANGUAGES],
  [
    FOALS,
    'limit',
    [
      ...[1, 2, 50_000, 2.0, '1', '2', '007', '50000', '000000001', null, undefined],
      ...[
        0,
        -1,
        1.5,
        1_000_001,
        '0',
        '000',
        '',
        '1.0',
        '+1',
        '-1',
        ' 1',
        '1 ',
        '0x1',
        '1e3',
        '1000001',
        '9999999999',
      ],
      ...['0000000001', true, [], [1], {}],
    ],
  ],
  [
    FOALS,
    'kit_linkage',
    [
      ...[
        LINKED,
        { mother: ['E'] },
        { mother: null, father: '' },
        { mother: ['W20'], x: 1 },
        { mother: ['N'] },
      ],
      ...[
        { mother: 'E' },
        { mother: {} },
        { mother: ['?'] },
        { mother: [1] },
        ['E'],
        'E',
        7,
        true,
        ...NOTHINGS,
      ],
    ],
  ],
]

t.test('a JSON body is taken exactly when its schema takes it', async (t) => {
  const judge = async (path: string, fields: Json): Promise<void> => {
    const body = JSON.stringify(fields)
    const taken = await isTaken(path, 'application/json', body)
    // As it is sent: what is undefined is not.
    t.equal(isDeclared(path, 'application/json', JSON.parse(body)), taken, `${path} ${body}`)
  }
  for (const [path, field, values] of TRIED)
    for (const value of values) await judge(path, { ...SANE[path], ...BESIDE[field], [field]: value })
  for (const gene of ['matp', 'kit', 'pax3'])
    for (const alleles of LOCI) await judge(COAT, { base: BASE, others: { [gene]: alleles } })
  for (const least of [0, 1, 2, 3, 6, 7, 8]) {
    const spread = ['To', 'Rn', 'SB1', 'DW1', 'DW2', 'DW3', 'SW2', 'SW2'].slice(0, least)
    await judge(COAT, { base: BASE, others: { kit: spread.length === 7 ? [...spread, 'SW2'] : spread } })
    await judge(COAT, { base: BASE, others: { matp: Array.from({ length: least }, () => 'n') } })
  }
  // Six variants, of which two bring W34 along, the word, and two of another gene.
  const longest = 'To Rn SB1 DW1 DW19 DW19 DW34 DW34 unphased SW2 SW2'.split(' ')
  await judge(COAT, { base: BASE, others: { kit: longest } })
  await judge(COAT, { base: BASE, others: { kit: [...longest, 'SW2'] } })
})

/** Fields of which a form's schema says that they are numbers. */
const NUMBERS: Readonly<Record<string, RegExp>> = { limit: /^[1-9][0-9]*$/, age: /^[0-9]{1,2}(\.[0-9]+)?$/ }

t.test('a form is taken when its schema takes it, and each text field only then', async (t) => {
  for (const [path, field, values] of TRIED.filter(([, name]) => !/base|others|mother|father|kit/.test(name)))
    for (const value of values.filter((each) => typeof each === 'string')) {
      const fields = { ...SANE[path], ...BESIDE[field], [field]: value }
      const texts = Object.fromEntries(new URLSearchParams(form(fields)))
      // A number in a form is text.
      const isNumber = NUMBERS[field]?.test(value) === true
      const read = isNumber ? { ...texts, [field]: Number(value) } : texts
      if (field === 'limit' && /^0/.test(value)) continue
      t.equal(
        isDeclared(path, FORM, read),
        await isTaken(path, FORM, form(fields)),
        `${path} ${form(fields)}`,
      )
    }
})

t.test('a form whose groups are bracketed keys lacks nothing that its schema requires', (t) => {
  for (const [path, key] of [
    [COAT, 'base[agouti][]'],
    [FOALS, 'mother[base][agouti][]'],
  ] as const) {
    t.ok(isDeclared(path, FORM, { [key]: ['A', 'a'] }))
    t.notOk(isDeclared(path, 'application/json', { [key]: ['A', 'a'] }), 'and is held against that of JSON')
  }
  t.end()
})

t.test('texts of forms name the schema of what they hold', (t) => {
  const schemas = at(document, '/components/schemas') as Readonly<Record<string, Json>>
  for (const [form, json] of [
    ['ResultForm', 'ResultRequest'],
    ['OffspringForm', 'OffspringRequest'],
  ] as const) {
    const fields = Object.keys((schemas[form] ?? {})['properties'] as Json)
    t.same(fields.sort(), Object.keys((schemas[json] ?? {})['properties'] as Json).sort(), form)
  }
  t.end()
})

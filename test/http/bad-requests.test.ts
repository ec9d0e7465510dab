/**
 * Every kind of request a client can get wrong, and the exact fault it is told, over the wire.
 */
import t from 'tap'
import { BAY, form, post, shippedCoats, startService } from './service.js'

const COAT = '/coats/result'
const FOALS = '/coats/generateChild'

/** What is sent, then code, field, value and expected of the answer. */
type Row = readonly [title: string, body: string | Readonly<Record<string, unknown>>, ...fault: Fault]
type Fault = readonly [code: string, field: string, value: unknown, expected: readonly unknown[]]

const GENES = 'VALIDATION_INVALID_GENES'
const FIELD = 'VALIDATION_INVALID_FIELD'
const MISSING = 'VALIDATION_MISSING_FIELD'

const { vocabulary, languages: LANGUAGES } = await shippedCoats()
const AGOUTI = pairsOf('agouti')
const EXTENSION = pairsOf('extension')
const MATP = pairsOf('matp')
const DUN = pairsOf('dun')
const TEXTS = { type: 'array', items: { type: 'string' } }
const GENES_OF_GROUP = { type: 'object', additionalProperties: TEXTS }
const GROUP = [GENES_OF_GROUP]
const HORSE = [
  { type: 'object', required: ['base'], properties: { base: GENES_OF_GROUP, others: GENES_OF_GROUP } },
]
const LIMIT = [{ type: 'integer', minimum: 1, maximum: 50_000 }]
const SIDES = [{ type: 'object', properties: { mother: TEXTS, father: TEXTS } }]
const BASE_GENES = genesOf('base')
const OTHER_GENES = genesOf('others')

/** In the order of the rules. */
function genesOf(group: string): readonly string[] {
  return vocabulary.filter((each) => each.group === group).map(({ gene }) => gene)
}

function allelesOf(gene: string): readonly string[] {
  return vocabulary.find((each) => each.gene === gene)?.alleles ?? []
}

/** Every unordered pair of a gene's alleles, in the order of the alleles. */
function pairsOf(gene: string): readonly (readonly string[])[] {
  const alleles = allelesOf(gene)
  return alleles.flatMap((a, i) => alleles.slice(i).map((b) => [a, b]))
}

const base = JSON.stringify(BAY)
const ofBase = (change: Readonly<Record<string, unknown>>) => form({ base: { ...BAY, ...change } })
const ofOthers = (others: unknown) => form({ base: BAY, others })
const horse = { base: BAY }
const ofCross = (change: Readonly<Record<string, unknown>>) =>
  form({ mother: horse, father: horse, ...change })

const COATS: readonly Row[] = [
  ['nothing at all', '', MISSING, 'base', null, GROUP],
  ['a JSON body without fields', {}, MISSING, 'base', null, GROUP],
  ['an empty base', 'base=', MISSING, 'base', null, GROUP],
  ['base of null', { base: null }, MISSING, 'base', null, GROUP],
  ['others alone', form({ others: { matp: ['Cr', 'n'] } }), MISSING, 'base', null, GROUP],
  ['base without genes', 'base={}', MISSING, 'base.agouti', null, AGOUTI],
  ['base of an empty array', 'base=[]', MISSING, 'base.agouti', null, AGOUTI],
  [
    'base without extension',
    form({ base: { agouti: ['A', 'a'] } }),
    MISSING,
    'base.extension',
    null,
    EXTENSION,
  ],
  [
    'missing is told before invalid',
    form({ base: { extension: 'Ee' } }),
    MISSING,
    'base.agouti',
    null,
    AGOUTI,
  ],
  ['alleles as text', ofBase({ agouti: 'Aa' }), GENES, 'base.agouti', 'Aa', AGOUTI],
  ['an unknown allele', ofBase({ agouti: ['A', 'b'] }), GENES, 'base.agouti', ['A', 'b'], AGOUTI],
  ['another gene’s allele', ofBase({ agouti: ['A', 'E'] }), GENES, 'base.agouti', ['A', 'E'], AGOUTI],
  ['one allele', ofBase({ extension: ['e'] }), GENES, 'base.extension', ['e'], EXTENSION],
  [
    'three alleles',
    ofBase({ extension: ['e', 'e', 'E'] }),
    GENES,
    'base.extension',
    ['e', 'e', 'E'],
    EXTENSION,
  ],
  ['no allele', ofBase({ extension: [] }), GENES, 'base.extension', [], EXTENSION],
  ['a gene of null', ofBase({ extension: null }), GENES, 'base.extension', null, EXTENSION],
  ['numbers for alleles', ofBase({ extension: [1, 2] }), GENES, 'base.extension', [1, 2], EXTENSION],
  [
    'an object for alleles',
    ofBase({ extension: { 0: 'E' } }),
    GENES,
    'base.extension',
    { 0: 'E' },
    EXTENSION,
  ],
  [
    'base before others',
    form({ base: { ...BAY, agouti: 'AA' }, others: { dun: 'DD' } }),
    GENES,
    'base.agouti',
    'AA',
    AGOUTI,
  ],
  ['an unknown gene in base', ofBase({ colour: ['E'] }), GENES, 'base.colour', ['E'], BASE_GENES],
  ['a gene of others in base', ofBase({ matp: ['Cr', 'n'] }), GENES, 'base.matp', ['Cr', 'n'], BASE_GENES],
  [
    'a gene of base in others',
    ofOthers({ agouti: ['A', 'A'] }),
    GENES,
    'others.agouti',
    ['A', 'A'],
    OTHER_GENES,
  ],
  ['an unknown gene in others', ofOthers({ W20: ['n'] }), GENES, 'others.W20', ['n'], OTHER_GENES],
  ['rule-file order among faults', ofOthers({ lp: 1, dun: 2 }), GENES, 'others.dun', 2, DUN],
  ['an unknown allele in others', ofOthers({ matp: ['Cr', 'X'] }), GENES, 'others.matp', ['Cr', 'X'], MATP],
  [
    'a name every object inherits',
    ofOthers({ toString: ['n', 'n'] }),
    GENES,
    'others.toString',
    ['n', 'n'],
    OTHER_GENES,
  ],
  [
    'a prototype as a gene, in JSON',
    `base=${encodeURIComponent('{"agouti":["A","a"],"extension":["E","e"],"__proto__":["A","A"]}')}`,
    GENES,
    'base.__proto__',
    ['A', 'A'],
    BASE_GENES,
  ],
  [
    'a prototype as a gene, in brackets',
    `base=${encodeURIComponent(base)}&others[__proto__][]=n`,
    GENES,
    'others.__proto__',
    ['n'],
    OTHER_GENES,
  ],
  ['base that is no JSON', 'base={agouti', FIELD, 'base', '{agouti', GROUP],
  ['base that is an array', 'base=["A","a"]', FIELD, 'base', ['A', 'a'], GROUP],
  ['base that is a number', 'base=5', FIELD, 'base', 5, GROUP],
  ['others that is no JSON', `base=${base}&others=matp`, FIELD, 'others', 'matp', GROUP],
  ['base in two encodings', `base=${base}&base[agouti][]=A`, FIELD, 'base', base, GROUP],
  [
    'an allele without []',
    `base[agouti]=A&base[extension][]=E&base[extension][]=E`,
    GENES,
    'base.agouti',
    'A',
    AGOUTI,
  ],
  ['an unknown language', form({ base: BAY, lang: 'xx' }), FIELD, 'lang', 'xx', LANGUAGES],
  ['a language before a missing base', 'lang=xx', FIELD, 'lang', 'xx', LANGUAGES],
  ['a language twice', `base=${base}&lang=fr&lang=fr`, FIELD, 'lang', ['fr', 'fr'], LANGUAGES],
  ['a language as an array', `base=${base}&lang[]=fr`, FIELD, 'lang', ['fr'], LANGUAGES],
  ['a language as a number', { base: BAY, lang: 1 }, FIELD, 'lang', 1, LANGUAGES],
  [
    'explain of another word',
    form({ base: BAY, explain: 'yes' }),
    FIELD,
    'explain',
    'yes',
    ['true', 'false'],
  ],
  ['a language before explain', 'explain=yes&lang=xx', FIELD, 'lang', 'xx', LANGUAGES],
  ['tokens of another word', form({ base: BAY, tokens: 'grey' }), FIELD, 'tokens', 'grey', ['true', 'false']],
  ['tokens as a list', { base: BAY, tokens: ['grey'] }, FIELD, 'tokens', ['grey'], ['true', 'false']],
  ['explain before tokens', 'tokens=1&explain=yes', FIELD, 'explain', 'yes', ['true', 'false']],
  ['tokens before a missing base', 'tokens=1', FIELD, 'tokens', '1', ['true', 'false']],
]

const CROSSES: readonly Row[] = [
  ['nothing at all', '', MISSING, 'mother', null, HORSE],
  ['no father', form({ mother: horse }), MISSING, 'father', null, HORSE],
  ['no mother', form({ father: horse }), MISSING, 'mother', null, HORSE],
  ['a mother without base', ofCross({ mother: {} }), MISSING, 'mother.base', null, GROUP],
  ['a mother of an empty array', ofCross({ mother: [] }), MISSING, 'mother.base', null, GROUP],
  ['a father without base', ofCross({ father: { others: {} } }), MISSING, 'father.base', null, GROUP],
  [
    'a mother without agouti',
    ofCross({ mother: { base: { extension: ['E', 'e'] } } }),
    MISSING,
    'mother.base.agouti',
    null,
    AGOUTI,
  ],
  [
    'a mother that is no JSON',
    `mother=%7B&father=${form({ x: horse }).slice(2)}`,
    FIELD,
    'mother',
    '{',
    HORSE,
  ],
  ['a mother that is text in JSON', ofCross({ mother: '"bay"' }), FIELD, 'mother', 'bay', HORSE],
  [
    'mother before father',
    ofCross({ mother: { base: { ...BAY, agouti: 1 } }, father: 'x' }),
    GENES,
    'mother.base.agouti',
    1,
    AGOUTI,
  ],
  [
    'a father’s unknown allele',
    ofCross({ father: { base: { ...BAY, extension: ['E', 'X'] } } }),
    GENES,
    'father.base.extension',
    ['E', 'X'],
    EXTENSION,
  ],
  [
    'a father’s unknown gene',
    ofCross({ father: { base: BAY, others: { tail: ['n', 'n'] } } }),
    GENES,
    'father.others.tail',
    ['n', 'n'],
    OTHER_GENES,
  ],
  [
    'a group of a parent in two encodings',
    `mother[base]=${base}&mother[base][agouti][]=A&father[base]=${base}`,
    FIELD,
    'mother.base',
    base,
    GROUP,
  ],
  ['an unknown language before parents', 'lang=xx', FIELD, 'lang', 'xx', LANGUAGES],
  [
    'has_IDK of another word',
    ofCross({ has_IDK: 'perhaps' }),
    FIELD,
    'has_IDK',
    'perhaps',
    ['true', 'false'],
  ],
  ['has_IDK as a number', ofCross({ has_IDK: '1' }), FIELD, 'has_IDK', '1', ['true', 'false']],
  ['a language before has_IDK', 'has_IDK=1&lang=xx', FIELD, 'lang', 'xx', LANGUAGES],
  ['has_IDK before limit', 'has_IDK=1&limit=0', FIELD, 'has_IDK', '1', ['true', 'false']],
  ['a limit of nothing', ofCross({ limit: '0' }), FIELD, 'limit', '0', LIMIT],
  ['a negative limit', ofCross({ limit: '-1' }), FIELD, 'limit', '-1', LIMIT],
  ['a limit beyond the maximum', ofCross({ limit: '50001' }), FIELD, 'limit', '50001', LIMIT],
  ['a limit with a fraction', ofCross({ limit: '1.5' }), FIELD, 'limit', '1.5', LIMIT],
  ['a limit with an exponent', ofCross({ limit: '1e2' }), FIELD, 'limit', '1e2', LIMIT],
  [
    'a limit with a fraction, in JSON',
    { mother: horse, father: horse, limit: 1.5 },
    FIELD,
    'limit',
    1.5,
    LIMIT,
  ],
  ['limit before group_by', 'limit=x&group_by=x', FIELD, 'limit', 'x', LIMIT],
  ['a grouping by something else', ofCross({ group_by: 'colour' }), FIELD, 'group_by', 'colour', ['coat']],
  ['tokens as a number', { mother: horse, father: horse, tokens: 1 }, FIELD, 'tokens', 1, ['true', 'false']],
  [
    'recombination_band before tokens',
    'tokens=1&recombination_band=1',
    FIELD,
    'recombination_band',
    '1',
    ['true', 'false'],
  ],
  ['tokens before parents', 'tokens=1', FIELD, 'tokens', '1', ['true', 'false']],
  ['group_by before parents', 'group_by=x', FIELD, 'group_by', 'x', ['coat']],
  ['parents before kit_linkage', form({ mother: horse, kit_linkage: 5 }), MISSING, 'father', null, HORSE],
  ['kit_linkage as a number', ofCross({ kit_linkage: 5 }), FIELD, 'kit_linkage', 5, SIDES],
  ['kit_linkage that is no JSON', ofCross({ kit_linkage: 'E,To' }), FIELD, 'kit_linkage', 'E,To', SIDES],
]

t.test('a bad horse is refused with the exact fault', async (t) => {
  const service = await startService(t)
  for (const [title, body, code, field, value, expected] of COATS) {
    const told = await post(service, COAT, body)
    t.equal(told.status, 400, title)
    t.match(told.body, { error: 'Bad Request', code }, title)
    t.same(told.body['details'], { field, value, expected }, title)
  }
})

t.test('a bad cross is refused with the exact fault', async (t) => {
  const service = await startService(t)
  for (const [title, body, code, field, value, expected] of CROSSES) {
    const told = await post(service, FOALS, body)
    t.equal(told.status, 400, title)
    t.match(told.body, { error: 'Bad Request', code }, title)
    t.same(told.body['details'], { field, value, expected }, title)
  }
})

t.test('what kit cannot be is refused with its alleles', async (t) => {
  const service = await startService(t)
  const alleles = vocabulary.find(({ gene }) => gene === 'kit')?.alleles
  const bad = {
    'more than six variants': ['To', 'Rn', 'SB1', 'DW1', 'DW2', 'DW3', 'DW4'],
    'wild type in a list of three': ['To', 'Rn', 'n'],
    'a joined copy in a list of three': ['To', 'Rn', 'DW1+DW2'],
    'a variant three times': ['To', 'To', 'To'],
    'a variant twice on one copy': ['To+To', 'n'],
    'wild type on a joined copy': ['To+n'],
    'an unknown variant on a joined copy': ['To+X', 'n'],
    'an allele of another gene on a joined copy': ['To+SW2', 'n'],
    'an allele of another gene three times': ['SW2', 'SW2', 'SW2'],
    nothing: [],
  }
  for (const [title, kit] of Object.entries(bad)) {
    const told = await post(service, COAT, ofOthers({ kit }))
    t.equal(told.status, 400, title)
    t.match(told.body, { code: GENES, details: { field: 'others.kit', value: kit } }, title)
    t.same((told.body['details'] as { expected: unknown }).expected, alleles, title)
  }
  const both = await post(service, COAT, ofOthers({ kit: ['SW2'], pax3: ['n', 'n'] }))
  t.match(both, { status: 400, body: { code: GENES, details: { field: 'others.kit', value: ['SW2'] } } })
})

t.test('what is said of a genotype names what is wrong with it', async (t) => {
  const service = await startService(t)
  const rows: readonly (readonly [body: string, says: string | RegExp])[] = [
    [
      ofBase({ agouti: ['A', 'b'] }),
      `expected a genotype of agouti; "b" is not an allele of it; its alleles are ${allelesOf('agouti').join(', ')}`,
    ],
    [
      ofBase({ agouti: ['A', 1] }),
      `expected a genotype of agouti; 1 is not an allele of it; its alleles are ${allelesOf('agouti').join(', ')}`,
    ],
    [ofBase({ agouti: ['A'] }), 'expected a genotype of agouti, as an array of two alleles; 1 was sent'],
    [
      ofBase({ agouti: 'A' }),
      'as an array of alleles and not as text; in brackets of a form it is base[agouti][] for each allele',
    ],
    [
      ofOthers({ matp: ['x'.repeat(41), 'n'] }),
      /genotype of matp; "x{40}…" is not an allele of it; its alleles are Cr,/,
    ],
    [
      ofOthers({ kit: ['To+Xx', 'n'] }),
      'genotype of kit; "Xx" is not an allele of it; its alleles stand in details.expected',
    ],
    [
      ofOthers({ kit: ['To', 'Rn', 'n'] }),
      /as an array of one or two copies, .* six separate variants without n$/,
    ],
    [`base=${base}&others[kit][]=To+DW20&others[kit][]=n`, /a form must encode \+ as %2B/],
    [`base=${base}&others[kit][]=To%2BDW20&others[kit][]=n&lang=xx`, /^lang must be one of: fr, en/],
    [
      'base[extension][]=E&base[extension][]=e&base[agouti][8]=A&base[agouti][9]=a',
      /as an array of alleles; the indices of its items go from 0 to 7$/,
    ],
    [
      'base[extension][0]=E&base[extension][8]=e&base[agouti][]=A&base[agouti][]=a',
      /base\.extension must be an array whose indices go from 0 to 7; a longer one is written with \[\]$/,
    ],
    [
      'base[agouti]=A&base[agouti]=a&base[extension][]=E&base[extension][]=e',
      'base.agouti must be sent once, or with [] after its name for each item',
    ],
    [
      form({ base: { agouti: ['A', 'a'] }, others: { extension: ['E', 'e'] } }),
      'base.extension is required; it was sent in others',
    ],
    [
      JSON.stringify({ base: BAY }),
      'The request body looks like JSON: send it with Content-Type application/json',
    ],
  ]
  for (const [body, says] of rows) {
    const told = await post(service, COAT, body)
    t.equal(told.status, 400, body)
    if (typeof says === 'string')
      t.ok(String(told.body['message']).endsWith(says), String(told.body['message']))
    else t.match(told.body['message'], says)
  }
})

t.test('what cannot lie together is refused', async (t) => {
  const service = await startService(t)
  for (const side of [['E', 'e'], ['X'], ['E', 5], 'E', 5, { 0: 'E' }, ['Cr', 'E'], ['__proto__']]) {
    for (const parent of ['mother', 'father']) {
      const told = await post(service, FOALS, ofCross({ kit_linkage: { [parent]: side } }))
      const title = `${parent} ${JSON.stringify(side)}`
      t.equal(told.status, 400, title)
      t.match(told.body, { code: GENES, details: { field: `kit_linkage.${parent}` } }, title)
      t.same((told.body['details'] as { value: unknown }).value, side, title)
    }
  }
})

t.test('a cross that is too large is refused with its exact size', async (t) => {
  const service = await startService(t)
  const others = {
    matp: ['Cr', 'n'],
    dun: ['D', 'nd2'],
    silver: ['Z', 'n'],
    champagne: ['Ch', 'n'],
    grey: ['G', 'n'],
    kit: ['To', 'n'],
    lp: ['Lp', 'n'],
    patn1: ['PATN1', 'n'],
    pax3: ['SW2', 'n'],
  }
  const parent = { base: BAY, others }
  const told = await post(service, FOALS, form({ mother: parent, father: parent }))
  t.equal(told.status, 400)
  t.match(told.body, { code: 'RESULT_TOO_LARGE' })
  t.same(told.body['details'], {
    field: 'limit',
    value: 3 ** 11,
    expected: [{ type: 'integer', minimum: 1, maximum: 50_000 }],
  })
})

t.test('a malformed body is refused before its fields are read', async (t) => {
  const service = await startService(t)
  const many = Array.from({ length: 257 }, (_, i) => `f${i}=`).join('&')
  const tooMany = Array.from({ length: 17 }, () => 'others[kit][]=To').join('&')
  const long = 'k'.repeat(97)
  const FIELDS = { type: 'object', maxProperties: 256 }
  const LENGTH = { type: 'string', maxLength: 96 }
  const ITEMS = { type: 'array', maxItems: 16 }
  const NAME = { type: 'string', pattern: '^[^[]+(?:\\[[^[\\]]*\\]){0,3}$' }
  const ESCAPED = { type: 'string', pattern: '^(?:[^%]|%[0-9A-Fa-f]{2})*$' }
  const rows: readonly (readonly [
    title: string,
    body: string,
    ...fault: [field: string, value: unknown, words: string, schema: object],
  ])[] = [
    ['257 fields', many, 'body', 'more than 256 fields', 'at most 256 fields', FIELDS],
    [
      'a key of 97 characters',
      `${long}=1`,
      'k'.repeat(96),
      97,
      'a field name of at most 96 characters',
      LENGTH,
    ],
    ['brackets four deep', 'a[b][c][d][]=1', 'a[b][c][d][]', 'a[b][c][d][]', 'brackets at most 3 deep', NAME],
    ['17 items', tooMany, 'others[kit][]', 'To', 'at most 16 items in one array', ITEMS],
    [
      'a bracket that does not close',
      'base[agouti=A',
      'base[agouti',
      'base[agouti',
      'a field name such as base[gene][]',
      NAME,
    ],
    [
      'a bracket that does not open',
      'base[agouti]]=A',
      'base[agouti]]',
      'base[agouti]]',
      'a field name such as base[gene][]',
      NAME,
    ],
    [
      'text after brackets',
      'base[agouti]x=A',
      'base[agouti]x',
      'base[agouti]x',
      'a field name such as base[gene][]',
      NAME,
    ],
    [
      'brackets without a name',
      '[agouti]=A',
      '[agouti]',
      '[agouti]',
      'a field name such as base[gene][]',
      NAME,
    ],
    ['half an escape', 'base=%7', 'base', '%7', 'percent escapes of UTF-8 text', ESCAPED],
    ['an escape that is no UTF-8', 'lang=%ff', 'lang', '%ff', 'percent escapes of UTF-8 text', ESCAPED],
    ['an overlong escape', 'lang=%c0%af', 'lang', '%c0%af', 'percent escapes of UTF-8 text', ESCAPED],
    ['an escaped surrogate', 'lang=%ed%a0%80', 'lang', '%ed%a0%80', 'percent escapes of UTF-8 text', ESCAPED],
    ['a bad escape in a key', '%zz=1', 'body', '%zz', 'percent escapes of UTF-8 text', ESCAPED],
  ]
  for (const [title, body, field, value, words, schema] of rows) {
    const told = await post(service, COAT, body)
    t.equal(told.status, 400, title)
    t.match(told.body, { code: FIELD }, title)
    t.ok(String(told.body['message']).includes(words), title)
    t.same(told.body['details'], { field, value, expected: [schema] }, title)
  }
  const json = { 'Content-Type': 'application/json' }
  for (const body of ['{"base":', '[]', '"bay"', 'null']) {
    const told = await post(service, COAT, body, json)
    t.equal(told.status, 400, body)
    t.same(told.body['details'], { field: 'body', value: null, expected: [{ type: 'object' }] }, body)
  }
  const raw = await service.fetch(`${service.url}${COAT}`, {
    method: 'POST',
    headers: { 'X-API-Key': service.key, 'Content-Type': 'application/json' },
    body: Buffer.from([0x7b, 0xff, 0x7d]),
  })
  t.equal(raw.status, 400)
  t.match(await raw.json(), { code: FIELD, details: { field: 'body', expected: [{ type: 'object' }] } })
})

t.test('nothing a request can hold touches a prototype or is answered by a fault of ours', async (t) => {
  const service = await startService(t)
  const names = [
    '__proto__',
    'constructor',
    'prototype',
    'hasOwnProperty',
    'toString',
    'valueOf',
    'then',
    'toJSON',
  ]
  const deep = `${'['.repeat(8_000)}${']'.repeat(8_000)}`
  const bodies = [
    ...names.flatMap((name) => [
      `${name}=1`,
      `${name}[]=1`,
      `${name}[polluted]=1`,
      `base[${name}][]=A`,
      `base[${name}][polluted]=A`,
      `mother[${name}][polluted][]=A`,
      `mother[base][${name}][]=A`,
      `kit_linkage[${name}][]=E`,
      `base={"${name}":{"polluted":1}}`,
      `mother={"base":{"agouti":["A","a"],"extension":["E","e"],"${name}":["A","A"]}}`,
      `mother={"${name}":{"polluted":1}}`,
    ]),
    `base=${deep}`,
    `mother=${deep}`,
    `lang=${deep}`,
    `base=${base}&others=${deep.slice(0, 6_000)}`,
    'base=%00',
    'base=%F0%9F%90%B4',
  ]
  for (const body of bodies) {
    for (const path of [COAT, FOALS]) {
      const told = await post(service, path, body)
      t.equal(told.status, 400, body.slice(0, 80))
    }
  }
  for (const value of [
    `{"base":${deep}}`,
    `{"base":{"agouti":${deep}}}`,
    `{"lang":${deep}}`,
    `{"mother":${deep}}`,
  ]) {
    for (const path of [COAT, FOALS]) {
      const told = await post(service, path, value, { 'Content-Type': 'application/json' })
      t.equal(told.status, 400, value.slice(0, 40))
    }
  }
  t.equal(({} as Record<string, unknown>)['polluted'], undefined)
  t.same(Object.keys(Object.prototype), [])
})

t.test('an unknown field, however deep, is ignored where a thread answers too', async (t) => {
  const service = await startService(t)
  const horses = [{ id: 'a', base: { agouti: ['A', 'a'], extension: ['E', 'e'] } }]
  const asked = JSON.stringify({ population: 'none', horses, ask: [{ coat: 'a' }] }).slice(0, -1)
  for (const depth of [100, 3_000, 4_500, 7_500]) {
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
    const told = await post(service, '/coats/infer', `${asked},"x":${deep}}`, {
      'Content-Type': 'application/json',
    })
    t.equal(told.status, 200, String(depth))
  }
})

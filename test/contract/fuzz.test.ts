/**
 * The document held against the service by force: what it allows is answered, what it forbids is refused at the
 * very place, and no name a client can think of reaches a prototype. Every answer is judged by conformance.ts.
 */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { brackets, form, startService, type Service } from '../http/service.js'
import { vocabularyOf, type Spelled, type Vocabulary } from '../torture/fuzz-vocabulary.js'
import { anyCharacter } from './any-character.js'
import { at, type Json } from './conformance.js'

const SEED = 20261121
const FORM = 'application/x-www-form-urlencoded'
const COAT = '/coats/result'
const FOALS = '/coats/generateChild'

type Genes = Record<string, unknown>
interface Horse {
  readonly base: Genes
  readonly others: Genes
}

const service: Service = await startService(t)
const { document } = service.contract
const { fetch } = service

async function ask(path: string, type: string, body: string): Promise<{ status: number; body: Json }> {
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': service.key, 'Content-Type': type },
    body,
  })
  return { status: response.status, body: (await response.json()) as Json }
}

const askJson = (path: string, fields: object): ReturnType<typeof ask> =>
  ask(path, 'application/json', JSON.stringify(fields))

const words = vocabularyOf(document)

/** Any array that the document allows for a gene. */
function allelesOf({ spellings, joined, least, most }: Spelled): fc.Arbitrary<readonly string[]> {
  const alone = fc.constantFrom(...spellings)
  const joinable = fc.constantFrom('', ...joined)
  const together = fc.tuple(joinable, joinable).map((two) => two.filter((each) => each !== '').join('+'))
  const one = fc.oneof(
    alone,
    together.filter((copy) => copy !== ''),
  )
  return fc.array(joined.length === 0 ? alone : one, { minLength: least, maxLength: most })
}

/** @param copies how many alleles are named of genes on a sex chromosome */
function genesOf(genes: Vocabulary['base'], schema: string, copies: number): fc.Arbitrary<Genes> {
  const sexed = (spelled: Spelled): Spelled =>
    spelled.least === 1 && spelled.joined.length === 0 ? { ...spelled, least: copies, most: copies } : spelled
  return fc.record(Object.fromEntries(genes.map(([gene, spelled]) => [gene, allelesOf(sexed(spelled))])), {
    requiredKeys: (at(document, `/components/schemas/${schema}/required`) ?? []) as string[],
  })
}

/** Few enough genes that many a horse is answered, however many genes there are. */
const MAX_OTHERS = 6

function horses(copies: number): fc.Arbitrary<Horse> {
  const others = fc.subarray([...words.others], { maxLength: MAX_OTHERS })
  return fc.record({
    base: genesOf(words.base, 'RequestBaseGenes', copies),
    others: others.chain((genes) => genesOf(genes, 'RequestOtherGenes', copies)),
  })
}

const languages = fc.constantFrom(...words.languages)
const linked = fc.array(fc.constantFrom(...words.linked), { maxLength: 3 })

/** Genes of which a copy can carry several variants, and those on a sex chromosome. */
const several = [...words.base, ...words.others]
  .filter(([, { joined, least }]) => joined.length > 0 || least === 1)
  .map(([gene]) => gene)

/** Refusals that a schema cannot say: they concern several alleles at once, or alleles and sex. */
const ACROSS_ALLELES = new RegExp(
  `^((mother|father)\\.)?(base|others)\\.(${several.join('|')})$|^kit_linkage\\.(mother|father)$|^sex$`,
)

const ACROSS_CODES = ['VALIDATION_INVALID_GENES', 'VALIDATION_MISSING_FIELD']

function judge(t: Test, { status, body }: { status: number; body: Json }, sent: unknown): void {
  if (status === 200) return
  const { field } = (body['details'] ?? {}) as { readonly field?: string }
  const isAllowed =
    status === 400 && ACROSS_CODES.includes(String(body['code'])) && ACROSS_ALLELES.test(field ?? '')
  if (!isAllowed) t.fail(`${JSON.stringify(sent)} → ${status} ${JSON.stringify(body)}`)
}

t.test('what the document allows is answered, but for what concerns several alleles at once', async (t) => {
  let answered = 0
  const coats = fc.sample(fc.record({ horse: horses(1), lang: languages, explain: fc.boolean() }), {
    seed: SEED,
    numRuns: 100,
  })
  for (const { horse, ...options } of coats) {
    const told = await askJson(COAT, { ...horse, ...options })
    judge(t, told, horse)
    if (told.status === 200) answered += 1
  }
  const crosses = fc.sample(
    fc.record({
      mother: horses(2),
      father: horses(1),
      kit_linkage: fc.record({ mother: linked, father: linked }),
      has_IDK: fc.boolean(),
      limit: fc.integer({ min: 1, max: 3 }),
      group_by: fc.constantFrom('coat', null),
      lang: languages,
    }),
    { seed: SEED, numRuns: 40 },
  )
  for (const fields of crosses) {
    const told = await askJson(FOALS, fields)
    judge(t, told, fields)
    if (told.status === 200) answered += 1
  }
  t.ok(answered > 20, `many are answered: ${answered}`)
})

/** What no gene can be. `[]` and text are among them: an array of alleles is never empty and never a word. */
const NO_ALLELES: readonly unknown[] = [
  null,
  true,
  7,
  '',
  'Ee',
  'n,n',
  [],
  {},
  [null],
  [1, 2],
  [[]],
  ['n', ['n']],
  ['#', '#'],
  ['n', ''],
  ['N ', 'n'],
  Array.from({ length: 9 }, () => 'n'),
  ['x'.repeat(5_000), 'n'],
  { 0: 'n', 1: 'n', length: 2 },
  ['__proto__', 'constructor'],
]

t.test('what the document forbids is refused at its very place, with what was sent there', async (t) => {
  let refused = 0
  const sane = { base: { agouti: ['A', 'a'], extension: ['E', 'e'] }, others: {} as Genes }
  const genes = (['base', 'others'] as const).flatMap((group) => {
    const schema = group === 'base' ? 'RequestBaseGenes' : 'RequestOtherGenes'
    const names = Object.keys(at(document, `/components/schemas/${schema}/properties`) as Json)
    return names.map((gene) => ({ group, gene }))
  })
  for (const { group, gene } of genes) {
    for (const value of NO_ALLELES) {
      const horse = { ...sane, [group]: { ...sane[group], [gene]: value } }
      const place = `${group}.${gene}`
      const told = {
        [place]: await askJson(COAT, horse),
        [`father.${place}`]: await ask(FOALS, FORM, form({ mother: sane, father: horse })),
      }
      for (const [field, { status, body }] of Object.entries(told)) {
        const { expected, ...details } = body['details'] as { readonly expected: readonly unknown[] }
        const found = { status, code: body['code'], ...details, isHelpful: expected.length > 0 }
        const owed = { status: 400, code: 'VALIDATION_INVALID_GENES', field, value, isHelpful: true }
        refused += 1
        if (!isDeepStrictEqual(found, owed))
          t.same(found, owed, `${field} ${JSON.stringify(value).slice(0, 40)}`)
      }
    }
  }
  t.equal(refused, 2 * genes.length * NO_ALLELES.length)
})

t.test('scalars of a wrong kind are refused by name', async (t) => {
  const base = { agouti: ['A', 'a'], extension: ['E', 'e'] }
  const wrong: readonly (readonly [field: string, values: readonly unknown[]])[] = [
    ['lang', ['', 'fr--FR', 'fr,en', '*', 'xx', 0, true, {}, ['fr'], '__proto__']],
    ['explain', ['', 'TRUE', 'yes', 1, {}, []]],
    ['has_IDK', ['', 'TRUE', 'no', 0, {}, []]],
    ['limit', ['', '0', 0, -1, 1.5, '1.0', '+1', ' 1', '0x1', 50_001, '9999999999', {}, [], true]],
    ['group_by', ['', 'coats', 'genotype', 1, {}, [], true]],
  ]
  for (const [field, values] of wrong) {
    const path = field === 'explain' ? COAT : FOALS
    for (const value of values) {
      const told = await askJson(path, { base, mother: { base }, father: { base }, [field]: value })
      const title = `${field} ${JSON.stringify(value)}`
      t.equal(told.status, 400, title)
      t.match(told.body, { code: 'VALIDATION_INVALID_FIELD', details: { field } }, title)
      t.same((told.body['details'] as Json)['value'], value, title)
    }
  }
})

/** Names that mean something to JavaScript, and pieces to make others of. */
const DANGEROUS = [
  ...['__proto__', 'constructor', 'prototype', '__defineGetter__', '__lookupSetter__', 'hasOwnProperty'],
  ...['toString', 'valueOf', 'toJSON', 'then', 'length', 'name', 'isPrototypeOf', 'propertyIsEnumerable'],
  ...[
    '0',
    '8',
    '-1',
    '1e3',
    'NaN',
    'null',
    'undefined',
    '$ref',
    '$where',
    '__proto__.x',
    '\u0000',
    '\u2028',
    '🐴',
  ],
]

t.test('no name a client can send reaches a prototype, or a fault of ours', async (t) => {
  const inherited = Object.getOwnPropertyNames(Object.prototype)
  const name = fc.oneof(
    fc.constantFrom(...DANGEROUS),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 12 }),
  )
  const places = fc.constantFrom('base', 'others', 'mother', 'father', 'kit_linkage', 'x')
  const inner = fc.constantFrom(
    '',
    '[]',
    '[0]',
    '[base]',
    '[agouti]',
    '[__proto__]',
    '[constructor][prototype]',
  )
  const sane = { base: { agouti: ['A', 'a'], extension: ['E', 'e'] } }
  await fc.assert(
    fc.asyncProperty(places, name, inner, fc.constantFrom(COAT, FOALS), async (place, gene, rest, path) => {
      const value = { polluted: 'yes' }
      const json = JSON.parse(`{${JSON.stringify(gene)}:${JSON.stringify(value)}}`) as object
      const key = encodeURIComponent(`${place}[${gene}]${rest}`)
      const bodies = [
        [FORM, `${key}=polluted`],
        [FORM, `${brackets(sane)}&${key}=polluted`],
        [FORM, `${place}=${encodeURIComponent(JSON.stringify(json))}`],
        ['application/json', JSON.stringify({ ...sane, [place]: json })],
        ['application/json', JSON.stringify({ mother: { [place]: json }, father: json })],
      ] as const
      for (const [type, body] of bodies) {
        const { status } = await ask(path, type, body)
        // Fields the contract does not know are ignored, whatever they are called: then the rest is answered.
        if (status !== 400 && status !== 200) throw new Error(`${status} for ${body}`)
        const isGene = path === COAT && (place === 'base' || place === 'others')
        if (isGene && status !== 400) throw new Error(`taken: ${body}`)
      }
      if (Object.hasOwn(Object.prototype, 'polluted')) throw new Error(`polluted by ${place} ${gene} ${rest}`)
    }),
    { seed: SEED, numRuns: 60, endOnFailure: true },
  )
  t.same(Object.getOwnPropertyNames(Object.prototype), inherited)
  t.equal(({} as Json)['polluted'], undefined)
  t.equal(([] as unknown as Json)['polluted'], undefined)
})

t.test('after all that, an ordinary question has its ordinary answer, and nothing failed', async (t) => {
  const told = await askJson(COAT, { base: { agouti: ['A', 'a'], extension: ['E', 'e'] }, lang: 'en' })
  t.match(told, { status: 200, body: { translate: 'Bay' } })
  t.same(
    service.log.filter(({ level }) => level === 'error'),
    [],
  )
})

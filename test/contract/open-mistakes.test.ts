/**
 * What clients get wrong where something is not known: exact status, field, value and expected of each.
 * `SHOW_MISSES=1` prints each message, to be read aloud.
 */
import t from 'tap'
import { post, startService } from '../http/service.js'

const RESULT = '/coats/result'
const FOALS = '/coats/generateChild'
const INFER = '/coats/infer'

const GENES = 'VALIDATION_INVALID_GENES'
const FIELD = 'VALIDATION_INVALID_FIELD'
const MISSING = 'VALIDATION_MISSING_FIELD'
const CONTRADICTION = 'VALIDATION_CONTRADICTION'
const LARGE = 'RESULT_TOO_LARGE'

type Json = Readonly<Record<string, unknown>>

/** `expected`: what must stand in the list; a list of one that ends in … is only the beginning of its first. */
type Row = readonly [
  title: string,
  path: string,
  body: Json,
  code: string,
  field: string,
  value: unknown,
  expected: readonly unknown[],
]

const population = 'arabian-russia'
const NAMES = ['arabian-russia', 'hucul-poland', 'kabardian', 'none']
const bay = { base: { extension: ['E', '?'], agouti: ['A', '?'] } }
const base = { extension: ['E', '?'], agouti: ['A', 'a'] }
const cross = { population, mother: bay, father: bay }
const ask = { genotype: 'm' }
const m = { id: 'm', sex: 'f', seen: 'bay' }
const infer = (horses: readonly unknown[], more: Json = {}): Json => ({ population, horses, ask, ...more })
const own = (loci: unknown, more: Json = {}): Json => ({ ...cross, population: { loci, ...more } })

const rows: readonly Row[] = [
  ['a sign without a population', RESULT, { base }, MISSING, 'population', null, NAMES],
  [
    'a sign in a parent without a population',
    FOALS,
    { mother: bay, father: bay },
    MISSING,
    'population',
    null,
    NAMES,
  ],
  [
    'several foals of one parent',
    FOALS,
    { father: bay, population, foals: 2, wanted: 'bay' },
    MISSING,
    'mother',
    null,
    [],
  ],
  [
    'several foals of a parent that is no object',
    FOALS,
    { ...cross, mother: 'bay', foals: 2, wanted: 'bay' },
    FIELD,
    'mother',
    'bay',
    [],
  ],
  [
    'half of the foals, where not everything is known of the parents',
    FOALS,
    { ...cross, sexes: 'daughters' },
    FIELD,
    'sexes',
    'daughters',
    ['nothing, where something is not known'],
  ],
  [
    'a foal of two mares',
    INFER,
    infer([m, { ...m, id: 'n' }], { ask: { foal: ['m', 'n'] } }),
    FIELD,
    'ask.0.foal.1',
    'n',
    [],
  ],
  [
    'a coat seen without a population',
    FOALS,
    { mother: { ...bay, seen: 'bay' }, father: bay },
    MISSING,
    'population',
    null,
    NAMES,
  ],
  [
    'a population that nobody counted',
    RESULT,
    { base, population: 'arabian' },
    FIELD,
    'population',
    'arabian',
    [...NAMES, 'an object with loci'],
  ],
  ['a number for a population', RESULT, { base, population: 7 }, FIELD, 'population', 7, NAMES],
  [
    'untested with another word',
    RESULT,
    { base, population, untested: 'yes' },
    FIELD,
    'untested',
    'yes',
    ['population'],
  ],
  [
    'a gene that the population has no figures for',
    RESULT,
    { base, others: { matp: ['?', '?'] }, population },
    FIELD,
    'population',
    population,
    [{ type: 'object', required: ['loci'], properties: { loci: { type: 'object', required: ['matp'] } } }],
  ],
  [
    'an allele that the population has no figure for, beside an unknown one',
    RESULT,
    { base: { ...base, extension: ['ea', '?'] }, population },
    FIELD,
    'population',
    population,
    [
      {
        type: 'object',
        required: ['loci'],
        properties: { loci: { type: 'object', required: ['extension'] } },
      },
    ],
  ],
  [
    'an unknown allele after a sign',
    RESULT,
    { base: { ...base, agouti: ['?', 'b'] }, population },
    GENES,
    'base.agouti',
    ['?', 'b'],
    ['?', '!X'],
  ],
  [
    "another gene's allele after !",
    RESULT,
    { base: { ...base, agouti: ['!Cr', '?'] }, population },
    GENES,
    'base.agouti',
    ['!Cr', '?'],
    ['?'],
  ],
  [
    'one item with a sign',
    RESULT,
    { base: { ...base, extension: ['?'] }, population },
    GENES,
    'base.extension',
    ['?'],
    [],
  ],
  [
    'a sign in an unphased list',
    RESULT,
    { base, others: { kit: ['To', '?', 'DW20'] }, population },
    GENES,
    'others.kit',
    ['To', '?', 'DW20'],
    ['X+?'],
  ],
  [
    '+? where a copy carries one allele',
    RESULT,
    { base: { ...base, extension: ['E+?', 'e'] }, population },
    GENES,
    'base.extension',
    ['E+?', 'e'],
    ['X|Y'],
  ],
  [
    'what is there and is not',
    RESULT,
    { base, others: { kit: ['To&!To', '?'] }, population },
    GENES,
    'others.kit',
    ['To&!To', '?'],
    [],
  ],
  [
    '& between what is there',
    RESULT,
    { base: { ...base, extension: ['E&e', '?'] }, population },
    GENES,
    'base.extension',
    ['E&e', '?'],
    [],
  ],
  [
    'an allele of another gene beside a sign',
    RESULT,
    { base, others: { kit: ['SW2', '?'] }, population },
    GENES,
    'others.kit',
    ['SW2', '?'],
    [],
  ],
  [
    'a sign for a whole gene that is no ?',
    RESULT,
    { base: { ...base, agouti: '!a' }, population },
    GENES,
    'base.agouti',
    '!a',
    [],
  ],
  [
    'an unknown gene beside a sign',
    RESULT,
    { base: { ...base, Agouti: ['A', 'A'] }, population },
    GENES,
    'base.Agouti',
    ['A', 'A'],
    ['agouti', 'extension'],
  ],
  [
    'a required gene left out',
    RESULT,
    { base: { extension: ['E', '?'] }, population },
    MISSING,
    'base.agouti',
    null,
    [['A', 'A']],
  ],
  ['a name of no coat', RESULT, { base, population, seen: 'bey' }, FIELD, 'seen', 'bey', ['bay']],
  [
    'a name of no coat in a parent',
    FOALS,
    { ...cross, mother: { ...bay, seen: { coat: 'palamino' } } },
    FIELD,
    'mother.seen.coat',
    'palamino',
    ['palomino'],
  ],
  [
    'an unknown token',
    RESULT,
    { base, population, seen: { has: ['gray'] } },
    FIELD,
    'seen.has',
    'gray',
    ['grey'],
  ],
  [
    'a token that is there and is not',
    RESULT,
    { base, population, seen: { has: ['grey'], lacks: ['grey'] } },
    FIELD,
    'seen.lacks',
    ['grey'],
    [],
  ],
  [
    'an unknown key of seen',
    RESULT,
    { base, population, seen: { color: 'bay' } },
    FIELD,
    'seen.color',
    'bay',
    [],
  ],
  [
    'certain with another word',
    RESULT,
    { base, population, seen: { coat: 'bay', certain: 'yes' } },
    FIELD,
    'seen.certain',
    'yes',
    ['true', 'false'],
  ],
  ['nothing seen', RESULT, { base, population, seen: {} }, FIELD, 'seen', {}, []],
  [
    'a coat that nothing shows',
    RESULT,
    { base, population, seen: 'bay chestnut' },
    CONTRADICTION,
    'seen',
    ['seen: bay chestnut'],
    [],
  ],
  [
    'tested chestnut and seen bay',
    RESULT,
    { base: { ...base, extension: ['e', 'e|ea'] }, population, seen: 'bay' },
    CONTRADICTION,
    'base.extension',
    ['base.extension: ["e","e|ea"]', 'seen: bay'],
    [],
  ],
  [
    'two chestnuts with a bay foal',
    INFER,
    infer([
      { id: 'm', sex: 'f', seen: 'chestnut' },
      { id: 's', sex: 'm', seen: 'chestnut' },
      { id: 'f', mother: 'm', father: 's', seen: 'bay' },
    ]),
    CONTRADICTION,
    'horses.0.seen',
    ['horses.0.seen: chestnut', 'horses.1.seen: chestnut', 'horses.2.seen: bay'],
    [],
  ],
  [
    'frequencies that do not sum to 1',
    FOALS,
    own({ extension: { frequencies: { E: 0.5, e: 0.4 } } }),
    FIELD,
    'population.loci.extension.frequencies',
    { E: 0.5, e: 0.4 },
    ['numbers that sum to 1; these sum to 0.9'],
  ],
  [
    'a frequency above 1',
    FOALS,
    own({ extension: { frequencies: { E: 1.5 } } }),
    FIELD,
    'population.loci.extension.frequencies.E',
    1.5,
    ['a number from 0 to 1'],
  ],
  [
    'a frequency outside its interval',
    FOALS,
    own({ extension: { frequencies: { E: 0.5, e: 0.5 }, intervals: { E: [0.6, 0.7] } } }),
    FIELD,
    'population.loci.extension.intervals.E',
    [0.6, 0.7],
    [],
  ],
  [
    'a count below 0',
    FOALS,
    own({ extension: { counts: { E: -1, e: 4 } } }),
    FIELD,
    'population.loci.extension.counts.E',
    -1,
    ['a whole number from 0'],
  ],
  [
    'figures of an unknown gene',
    FOALS,
    own({ extention: { counts: { E: 1 } } }),
    GENES,
    'population.loci.extention',
    { counts: { E: 1 } },
    ['extension'],
  ],
  [
    'figures of an unknown allele',
    FOALS,
    own({ extension: { counts: { E: 1, x: 2 } } }),
    GENES,
    'population.loci.extension.counts.x',
    'x',
    ['E', 'e', 'ea'],
  ],
  [
    'a band of recombination where something is open',
    FOALS,
    { ...cross, recombination_band: true },
    FIELD,
    'recombination_band',
    true,
    [],
  ],
  ['foals without what is wanted', FOALS, { ...cross, foals: 3 }, MISSING, 'wanted', null, ['a coat name']],
  [
    'no foals',
    FOALS,
    { ...cross, foals: 0, wanted: 'bay' },
    FIELD,
    'foals',
    0,
    ['an integer from 1 to 1000'],
  ],
  [
    'certainty asked of foals',
    FOALS,
    { ...cross, foals_for: 100, wanted: 'bay' },
    FIELD,
    'foals_for',
    100,
    ['a number above 0 and below 100'],
  ],
  ['no animals', INFER, { population, ask }, MISSING, 'horses', null, []],
  ['animals as text', INFER, { population, horses: 'mare', ask }, FIELD, 'horses', 'mare', []],
  ['an animal without an id', INFER, infer([{ sex: 'f' }]), MISSING, 'horses.0.id', null, []],
  ['one id twice', INFER, infer([m, m]), FIELD, 'horses.1.id', 'm', []],
  ['a dam', INFER, infer([m, { id: 'f', dam: 'm' }]), FIELD, 'horses.1.dam', 'm', ['mother']],
  [
    'a mother who is nowhere',
    INFER,
    infer([m, { id: 'f', mother: 'M' }]),
    FIELD,
    'horses.1.mother',
    'M',
    ['m'],
  ],
  ['its own mother', INFER, infer([{ id: 'm', mother: 'm' }]), FIELD, 'horses.0.mother', 'm', []],
  [
    'a stallion as mother',
    INFER,
    infer([
      { id: 'm', sex: 'm' },
      { id: 'f', mother: 'm' },
    ]),
    FIELD,
    'horses.1.mother',
    'm',
    [],
  ],
  ['a mare as father', INFER, infer([m, { id: 'f', father: 'm' }]), FIELD, 'horses.1.father', 'm', []],
  [
    'one animal as mother and father',
    INFER,
    infer([{ id: 'm' }, { id: 'f', mother: 'm', father: 'm' }]),
    FIELD,
    'horses.1.father',
    'm',
    [],
  ],
  [
    'a father of his own mother',
    INFER,
    infer([
      { id: 'm', mother: 'b' },
      { id: 'b', father: 'm' },
    ]),
    FIELD,
    'horses.1.father',
    'm',
    [],
  ],
  ['a sex that is none', INFER, infer([{ id: 'm', sex: 'mare' }]), FIELD, 'horses.0.sex', 'mare', ['f', 'm']],
  ['nothing asked', INFER, { population, horses: [m] }, MISSING, 'ask', null, []],
  ['something else asked', INFER, infer([m], { ask: { colour: 'm' } }), FIELD, 'ask.0.colour', 'm', ['coat']],
  [
    'two things in one ask',
    INFER,
    infer([m], { ask: [{ genotype: 'm', phase: 'm' }] }),
    FIELD,
    'ask.0',
    { genotype: 'm', phase: 'm' },
    [],
  ],
  [
    'an animal asked of that is nowhere',
    INFER,
    infer([m], { ask: { coat: 'n' } }),
    FIELD,
    'ask.0.coat',
    'n',
    ['m'],
  ],
  ['a foal of one', INFER, infer([m], { ask: { foal: ['m'] } }), FIELD, 'ask.0.foal', ['m'], []],
  [
    '61 animals',
    INFER,
    infer(Array.from({ length: 61 }, (_, i) => ({ id: `h${i}` }))),
    LARGE,
    'horses',
    61,
    ['at most 60 animals'],
  ],
  ['a limit of nothing', INFER, infer([m], { limit: 0 }), FIELD, 'limit', 0, []],
  ['a language that is none', INFER, infer([m], { lang: 'xx' }), FIELD, 'lang', 'xx', ['en']],
]

t.test('each mistake is told with its place, its value and what was expected', async (t) => {
  const service = await startService(t)
  t.ok(rows.length >= 40)
  for (const [title, path, body, code, field, value, expected] of rows) {
    const told = await post(service, path, body)
    const details = told.body['details'] as Json | undefined
    if (process.env['SHOW_MISSES'] !== undefined) t.comment(`${title}: ${String(told.body['message'])}`)
    t.equal(told.status, 400, title)
    t.equal(told.body['code'], code, `${title}: code`)
    t.equal(details?.['field'], field, `${title}: field`)
    t.same(details?.['value'], value, `${title}: value`)
    const list = JSON.stringify(details?.['expected'])
    for (const each of expected)
      t.ok(list?.includes(JSON.stringify(each).slice(1, -1)), `${title}: expects ${String(each)}, in ${list}`)
  }
})

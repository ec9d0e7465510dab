/**
 * Mistakes that clients make where something is not known: as JSON and as a form each is told at the same place, with words that
 * say what to send instead. `SHOW_MISSES=1` prints them, to be read aloud. More of them: test/contract/open-mistakes.test.ts.
 */
import t from 'tap'
import { form, post, startService } from '../../http/service.js'

type Json = Readonly<Record<string, unknown>>
type Row = readonly [
  title: string,
  path: string,
  fields: Json,
  field: string,
  value: unknown,
  message: RegExp,
]

const RESULT = '/coats/result'
const FOALS = '/coats/generateChild'
const INFER = '/coats/infer'
const population = 'arabian-russia'
const bay = { base: { extension: ['E', '?'], agouti: ['A', '?'] } }
const cross = { population, mother: bay, father: bay }
const tested = { extension: ['E', 'e'], agouti: ['A', 'A'] }
const horses = [
  { id: 'm', sex: 'f', seen: 'bay' },
  { id: 's', sex: 'm', seen: 'bay' },
]
const infer = (ask: unknown, more: Json = {}): Json => ({ population, horses, ask, ...more })
const own = (extension: unknown): Json => ({ ...bay, population: { loci: { extension } } })
const E = 'population.loci.extension'
const anything = { counts: { E: 1 }, frequencies: { E: 1 } }

const rows: readonly Row[] = [
  [
    'several foals without a population',
    FOALS,
    { ...cross, population: 'none', foals: 3, wanted: 'bay' },
    'population',
    'none',
    /cannot be none for several foals .* no bounds of them: send arabian-russia/,
  ],
  [
    'the rules behind a coat that is not known',
    RESULT,
    { ...bay, population, explain: true },
    'explain',
    true,
    /explain is not available for a partly tested animal: leave it out/,
  ],
  [
    'a limit in words',
    RESULT,
    { ...bay, population, limit: 'x' },
    'limit',
    'x',
    /an integer from 1 to 50000; "x" was/,
  ],
  [
    'more foals than there are',
    FOALS,
    { ...cross, foals: 1001, wanted: 'bay' },
    'foals',
    1001,
    /from 1 to 1000; 1001/,
  ],
  [
    'foals in words',
    FOALS,
    { ...cross, foals: 'three', wanted: 'bay' },
    'foals',
    'three',
    /from 1 to 1000; "three"/,
  ],
  [
    'percent signs',
    FOALS,
    { ...cross, foals_for: '90%', wanted: 'bay' },
    'foals_for',
    '90%',
    /above 0 and below 100; "90%"/,
  ],
  [
    'one slip among what is wanted',
    FOALS,
    { ...cross, foals: 2, wanted: ['bay', 'blak'] },
    'wanted.1',
    'blak',
    /did you mean black\?/,
  ],
  [
    'a band beside several foals of tested parents',
    FOALS,
    { mother: { base: tested }, father: { base: tested }, foals: 2, wanted: 'bay', recombination_band: true },
    'recombination_band',
    true,
    /recombination_band is not available for several foals: leave it out/,
  ],
  [
    'sexes told apart where something is unknown',
    FOALS,
    { ...cross, group_by: 'coat,sex' },
    'group_by',
    'coat,sex',
    /group_by is not available for a partly tested animal/,
  ],
  [
    'the rules behind a coat that was seen',
    RESULT,
    { base: tested, seen: 'bay', explain: true },
    'explain',
    true,
    /explain is not available for an animal with an observed coat \(seen\): leave it out/,
  ],
  [
    'one animal as mother here and as father there',
    INFER,
    infer([{ foal: ['m', 's'] }, { foal: ['s', 'm'] }], {
      horses: [
        { id: 'm', seen: 'bay' },
        { id: 's', seen: 'bay' },
      ],
    }),
    'ask.0.foal.1',
    's',
    /"s" is female, according to its genes or its role in the pedigree$/,
  ],
  [
    'a population without figures',
    RESULT,
    { ...bay, population: {} },
    'population.loci',
    null,
    /population\.loci is required: an object of gene names/,
  ],
  [
    'a population of nobody',
    RESULT,
    { ...bay, population: { sampled: 0, loci: {} } },
    'population.sampled',
    0,
    /must be a whole number from 1; 0 was sent/,
  ],
  [
    'a slip in a name of figures',
    RESULT,
    own({ frequencies: { E: 0.5, e: 0.5 }, interval: { E: [0.4, 0.6] } }),
    `${E}.interval`,
    { E: [0.4, 0.6] },
    /is no field of figures: did you mean intervals\?/,
  ],
  [
    'figures that are neither counts nor frequencies',
    RESULT,
    own({ E: 0.5, e: 0.5 }),
    E,
    { E: 0.5, e: 0.5 },
    /extension must be \{"counts": .*\} or \{"frequencies": /,
  ],
  [
    'a band of parents of whom one was seen',
    FOALS,
    { mother: { base: tested, seen: 'bay' }, father: { base: tested }, recombination_band: true },
    'recombination_band',
    true,
    /recombination_band is not available for an animal with an observed coat \(seen\): leave it out/,
  ],
  [
    'an allele of another gene beside a sign',
    RESULT,
    { ...bay, population, others: { kit: ['SW2', '?'] } },
    'others.kit',
    ['SW2', '?'],
    /"SW2" is an allele of pax3: beside an unknown allele, write it under others\.pax3/,
  ],
  [
    'a blank beside a sign',
    RESULT,
    { population, base: { extension: ['E | e', 'e'], agouti: ['A', 'A'] } },
    'base.extension',
    ['E | e', 'e'],
    /"E " is not an allele of it: write \|, & and ! without spaces/,
  ],
  [
    'a plus that a form made a blank',
    RESULT,
    { ...bay, population, others: { kit: ['To ?', 'n'] } },
    'others.kit',
    ['To ?', 'n'],
    /"To \?" is not an allele of it; a form must encode \+ as %2B/,
  ],
  [
    'daughters alone',
    FOALS,
    { ...cross, sexes: 'daughters' },
    'sexes',
    'daughters',
    /is not available for a partly tested animal: leave it out/,
  ],
  [
    'a word for an allele that lies together',
    FOALS,
    { ...cross, kit_linkage: { mother: ['E', 'tobiano'] } },
    'kit_linkage.mother',
    ['E', 'tobiano'],
    /"tobiano" is not an allele of a linked gene; details\.expected lists them/,
  ],
  [
    'two alleles of one gene together',
    FOALS,
    { ...cross, kit_linkage: { mother: ['E', 'e'] } },
    'kit_linkage.mother',
    ['E', 'e'],
    /two of these are alleles of the same gene and cannot lie on one copy/,
  ],
  [
    'a copy that is wild and carries a variant',
    FOALS,
    { ...cross, kit_linkage: { mother: ['n@kit', 'To'] } },
    'kit_linkage.mother',
    ['n@kit', 'To'],
    /two of these are alleles of the same gene and cannot lie on one copy/,
  ],
  [
    'a picture of what is not known',
    '/coats/picture',
    bay,
    'base.agouti',
    ['A', '?'],
    /\?, \| and ! stand for unknown alleles, .* POST \/coats\/result/,
  ],
  [
    'a population in another case',
    RESULT,
    { ...bay, population: 'Kabardian' },
    'population',
    'Kabardian',
    /did you mean kabardian\?/,
  ],
  [
    'a gene beside loci',
    RESULT,
    { ...bay, population: { extension: { counts: { E: 1 } } } },
    'population.extension',
    { counts: { E: 1 } },
    /no field of a population: write it into population\.loci/,
  ],
  [
    'figures of another gene than the one not known',
    RESULT,
    own({ counts: { E: 1, e: 1 } }),
    'population',
    'own',
    /"figures of the request" has no figures for agouti, .* Send base\.agouti of animal, a population that has them \(/,
  ],
  [
    'counts as text',
    RESULT,
    own({ counts: { E: '1', e: 2 } }),
    `${E}.counts.E`,
    '1',
    /a whole number from 0; "1" was/,
  ],
  [
    'counts and frequencies',
    RESULT,
    own(anything),
    E,
    anything,
    /must be \{"counts": .* or \{"frequencies": /,
  ],
  ['figures as a list', RESULT, own([41, 119]), E, [41, 119], /must be \{"counts": /],
  [
    'percentages for frequencies',
    RESULT,
    own({ frequencies: { E: 25, e: 75 } }),
    `${E}.frequencies.E`,
    25,
    /a number from 0 to 1; 25 was/,
  ],
  [
    'an interval of an allele without a frequency',
    RESULT,
    own({ frequencies: { E: 0.5, e: 0.5 }, intervals: { EE: [0.4, 0.6] } }),
    `${E}.intervals.EE`,
    [0.4, 0.6],
    /has no frequency of this spelling beside it/,
  ],
  [
    'an interval the wrong way round',
    RESULT,
    own({ frequencies: { E: 0.5, e: 0.5 }, intervals: { E: [0.6, 0.4] } }),
    `${E}.intervals.E`,
    [0.6, 0.4],
    /two numbers from 0 to 1, the lower one first, with 0\.5 between them$/,
  ],
  [
    'one allele under two spellings',
    RESULT,
    { ...bay, population: { loci: { matp: { counts: { n: 1, N: 2 } } } } },
    'population.loci.matp.counts.N',
    2,
    /is n, which stands there already/,
  ],
  [
    'several coats seen',
    RESULT,
    { ...bay, population, seen: ['bay'] },
    'seen',
    ['bay'],
    /a coat name, or an object with/,
  ],
  [
    'a colour of what was seen',
    RESULT,
    { ...bay, population, seen: { colour: 'bay' } },
    'seen.colour',
    'bay',
    /is not a field of an observed coat: seen is a coat name, or/,
  ],
  [
    'nothing of what was seen',
    RESULT,
    { ...bay, population, seen: {} },
    'seen',
    {},
    /is empty: expected a coat name, or/,
  ],
  [
    'two copies of a gene of which a male has one',
    RESULT,
    { population, base: { ...tested, agouti: ['A', '?'] }, others: { incontinentia: ['n', 'n'] }, sex: 'm' },
    'others.incontinentia',
    ['n', 'n'],
    /a male has one copy of it: write one allele/,
  ],
  [
    '61 questions',
    INFER,
    infer(Array.from({ length: 61 }, () => ({ coat: 'm' }))),
    'ask',
    Array.from({ length: 61 }, () => ({ coat: 'm' })),
    /holds at most 60; 61 were sent/,
  ],
  [
    'an id in place of a question',
    INFER,
    infer(['m']),
    'ask.0',
    'm',
    /an object such as \{"genotype": id\}; "m" was/,
  ],
  [
    'an empty question',
    INFER,
    infer([{}]),
    'ask.0',
    {},
    /asks for nothing: send one of genotype, phase, coat and foal/,
  ],
  [
    'two questions in one',
    INFER,
    infer({ genotype: 'm', coat: 'm' }),
    'ask.0',
    { genotype: 'm', coat: 'm' },
    /asks for genotype and coat at once: send one object for each/,
  ],
  [
    'the father first',
    INFER,
    infer({ foal: ['s', 'm'] }),
    'ask.0.foal.0',
    's',
    /the mother first, .*; "s" is male/,
  ],
  [
    'a father of somebody here as the mother of a foal',
    INFER,
    infer(
      { foal: ['p', 'm'] },
      { horses: [{ id: 'p' }, { id: 'm', sex: 'female' }, { id: 'c', mother: 'm', father: 'p' }] },
    ),
    'ask.0.foal.0',
    'p',
    /the mother first, .*; "p" is male/,
  ],
  [
    'parents by name',
    INFER,
    infer({ foal: { mother: 'm', father: 's' } }),
    'ask.0.foal',
    { mother: 'm', father: 's' },
    /an array of two ids, first the mother's, then the father's/,
  ],
  [
    'several foals beside another question',
    INFER,
    infer({ coat: 'm', foals: 3, wanted: 'bay' }),
    'ask.0.foals',
    3,
    /goes with foal, not with coat/,
  ],
  [
    'a question of another name',
    INFER,
    infer({ colour: 'm' }),
    'ask.0.colour',
    'm',
    /accepted: genotype, phase, coat, foal/,
  ],
  [
    'an animal that is nowhere',
    INFER,
    infer({ coat: 'x' }),
    'ask.0.coat',
    'x',
    /"x" was sent; accepted: m, s/,
  ],
  [
    'a dam',
    INFER,
    infer({ coat: 'm' }, { horses: [...horses, { id: 'f', dam: 'm' }] }),
    'horses.2.dam',
    'm',
    /not a field of an animal: did you mean mother\?/,
  ],
  [
    'an animal that is its own grandmother',
    INFER,
    infer(
      { coat: 'a' },
      {
        horses: [
          { id: 'a', mother: 'b' },
          { id: 'b', mother: 'a' },
        ],
      },
    ),
    'horses.1.mother',
    'a',
    /but a is a foal of b, which is a foal of a$/,
  ],
]

/** Numbers of a form are texts. */
function unquoted(message: unknown): string {
  return String(message).replaceAll('"', '')
}

t.test(
  'each mistake is told with its place, its value and what to send instead, in both encodings',
  async (t) => {
    const service = await startService(t)
    for (const [title, path, fields, field, value, message] of rows) {
      const told = await post(service, path, fields)
      if (process.env['SHOW_MISSES'] !== undefined) t.comment(`${title}: ${String(told.body['message'])}`)
      const { details } = told.body as { readonly details?: { readonly expected?: readonly unknown[] } }
      t.equal(told.status, 400, title)
      t.match(told.body, { details: { field, value } }, `${title}: place and value`)
      t.match(told.body['message'], message, title)
      t.ok(
        (details?.expected ?? []).length > 0 || /\.(?:mother|foal\.\d)$/.test(field),
        `${title}: what was expected`,
      )
      const sent = await post(service, path, form(fields))
      t.equal(sent.status, 400, `${title}, as a form`)
      t.match(sent.body, { code: told.body['code'], details: { field } }, `${title}, as a form`)
      t.equal(unquoted(sent.body['message']), unquoted(told.body['message']), `${title}, as a form`)
    }
  },
)

t.test('limits say what was sent, parents that are not named among them', async (t) => {
  const service = await startService(t)
  const many = Array.from({ length: 61 }, (_, i) => ({ id: `h${i}` }))
  const { body } = await post(service, INFER, infer({ coat: 'h0' }, { horses: many }))
  t.match(body, {
    code: 'RESULT_TOO_LARGE',
    message: /at most 60 animals; 61 were sent/,
    details: { value: 61 },
  })
  const line = many.slice(0, 60).map(({ id }, i) => (i === 0 ? { id } : { id, mother: `h${i - 1}` }))
  const half = await post(service, INFER, infer({ coat: 'h0' }, { horses: line }))
  t.match(half.body, {
    code: 'RESULT_TOO_LARGE',
    message: /this one has 119, including unnamed parents/,
  })
})

t.test('text that is no JSON says where', async (t) => {
  const service = await startService(t)
  const broken: readonly (readonly [string, Json, string, RegExp])[] = [
    [
      INFER,
      infer({ coat: 'm' }, { horses: '[{"id":"m",}]' }),
      'horses',
      /an array of animals.*take out the comma/,
    ],
    [
      RESULT,
      { ...bay, population: '{"loci":{"extension":{"counts":{"E":1,}}}}' },
      'population',
      /take out the comma/,
    ],
    [
      RESULT,
      { ...bay, population, seen: '{"coat":"bay"' },
      'seen',
      /it ends before every quote and bracket is closed/,
    ],
  ]
  for (const [path, fields, field, message] of broken)
    t.match((await post(service, path, form(fields))).body, { message, details: { field } }, field)
})

t.test('an empty list is no coat that is wanted', async (t) => {
  const service = await startService(t)
  const { body } = await post(service, FOALS, { ...cross, foals: 3, wanted: [] })
  t.match(body, { details: { field: 'wanted' } })
})

/**
 * Requests that mean something else than what was sent: each is refused, and the message alone says what to change.
 * `SHOW_MISSES=1` prints each message, to be read aloud.
 */
import t from 'tap'
import { BAY, post, startService } from '../http/service.js'

const COAT = '/coats/result'
const FOALS = '/coats/generateChild'
const INFER = '/coats/infer'
const PICTURE = '/coats/picture'
const GENES_LIST = '/coats/genes'

const GENES = 'VALIDATION_INVALID_GENES'
const FIELD = 'VALIDATION_INVALID_FIELD'
const CONTRADICTION = 'VALIDATION_CONTRADICTION'
const MISSING = 'VALIDATION_MISSING_FIELD'
const METHOD = 'METHOD_NOT_ALLOWED'
const NOT_FOUND = 'NOT_FOUND'

type Json = Readonly<Record<string, unknown>>

/** What is sent: an object as JSON, a text as a form. */
type Row = readonly [
  title: string,
  path: string,
  body: Json | string | null,
  code: string,
  field: string | null,
  ...says: string[],
]

const horse = { base: BAY }
const tobiano = { base: BAY, others: { kit: ['To', 'n'] } }
const cross = { mother: horse, father: horse }
const animal = { id: 'a', ...horse }
const ask = { population: 'none', horses: [animal], ask: [{ coat: 'a' }] }
const coat = (more: Json): Json => ({ ...horse, ...more })
const others = (genes: Json): Json => coat({ others: genes })
const foals = (more: Json): Json => ({ ...cross, ...more })
const mother = (more: Json): Json => ({ mother: { ...horse, ...more }, father: horse })
const animals = (...more: Json[]): Json => ({ ...ask, horses: more.map((each) => ({ ...animal, ...each })) })

const ROWS: readonly Row[] = [
  // Cross options and facts in the wrong place.
  [
    'kit_linkage inside a parent',
    FOALS,
    { mother: { ...tobiano, kit_linkage: ['To', 'E'] }, father: horse },
    FIELD,
    'mother.kit_linkage',
    'send it as kit_linkage.mother',
  ],
  [
    'kitLinkage inside a parent',
    FOALS,
    { mother: { ...tobiano, kitLinkage: ['To', 'E'] }, father: horse },
    FIELD,
    'mother.kitLinkage',
  ],
  [
    'group_by inside a parent',
    FOALS,
    mother({ group_by: 'coat' }),
    FIELD,
    'mother.group_by',
    'send it as group_by',
  ],
  ['wanted inside a parent', FOALS, mother({ wanted: 'bay' }), FIELD, 'mother.wanted', 'send it as wanted'],
  [
    'population inside a parent',
    FOALS,
    mother({ population: 'arabian-russia' }),
    FIELD,
    'mother.population',
    'send it as population',
  ],
  [
    'seen at the top of a cross',
    FOALS,
    foals({ seen: 'bay' }),
    FIELD,
    'seen',
    'send it as mother.seen or father.seen',
  ],
  [
    'seen beside known parents',
    FOALS,
    mother({ seen: 'chestnut' }),
    CONTRADICTION,
    'mother.base.extension',
    'mother.seen (chestnut)',
  ],
  ['seen no coat', FOALS, mother({ seen: 'purple' }), FIELD, 'mother.seen'],
  [
    'seen in a known coat',
    COAT,
    coat({ seen: 'chestnut' }),
    CONTRADICTION,
    'base.extension',
    'seen (chestnut)',
  ],
  ['untested in a known coat', COAT, coat({ untested: 'yes' }), FIELD, 'untested'],
  [
    'lang inside base',
    COAT,
    { base: { ...BAY, lang: 'de' } },
    GENES,
    'base.lang',
    'lang is a field of the request',
  ],
  ['sex inside others', COAT, others({ sex: 'm' }), GENES, 'others.sex', 'send it outside others'],
  ['base inside others', COAT, { others: { base: BAY } }, MISSING, 'base', 'it was sent inside "others"'],
  [
    'others inside base',
    COAT,
    { base: { ...BAY, others: { kit: ['To', 'n'] } } },
    GENES,
    'base.others',
    'send it outside base',
  ],
  ['horse wrapper', COAT, { horse }, MISSING, 'base', 'it was sent inside "horse"'],
  ['genotype wrapper', COAT, { genotype: horse }, MISSING, 'base'],
  ['data wrapper', COAT, { data: horse }, MISSING, 'base'],
  ['parents wrapper', FOALS, { parents: cross }, MISSING, 'mother', 'it was sent inside "parents"'],
  ['parents array', FOALS, { parents: [horse, horse] }, MISSING, 'mother'],
  [
    'mother by genes',
    FOALS,
    { mother: BAY, father: horse },
    MISSING,
    'mother.base',
    'put them into mother.base',
  ],
  // kit_linkage.
  [
    'kit_linkage as an array',
    FOALS,
    foals({ kit_linkage: ['To', 'E'] }),
    FIELD,
    'kit_linkage',
    'an object with the arrays mother and father',
  ],
  ['kit_linkage as true', FOALS, foals({ kit_linkage: true }), FIELD, 'kit_linkage'],
  [
    'kit_linkage with genes',
    FOALS,
    foals({ kit_linkage: { mother: ['kit', 'extension'] } }),
    GENES,
    'kit_linkage.mother',
    '"kit" is a gene: name its allele',
  ],
  [
    'kit_linkage as text',
    FOALS,
    foals({ kit_linkage: { mother: 'To,E' } }),
    GENES,
    'kit_linkage.mother',
    'did you mean ["To","E"]?',
  ],
  [
    'kit_linkage joined',
    FOALS,
    foals({ kit_linkage: { mother: ['E-To'] } }),
    GENES,
    'kit_linkage.mother',
    'did you mean ["E","To"]?',
  ],
  [
    'kit_linkage of one string with plus',
    FOALS,
    foals({ kit_linkage: { mother: ['E+To'] } }),
    GENES,
    'kit_linkage.mother',
    'did you mean ["E","To"]?',
  ],
  [
    'kit_linkage in small',
    FOALS,
    foals({ kit_linkage: { mother: ['to', 'E'] } }),
    GENES,
    'kit_linkage.mother',
    'did you mean To?',
  ],
  [
    'kit_linkage nested',
    FOALS,
    foals({ kit_linkage: { mother: [['To', 'E']] } }),
    GENES,
    'kit_linkage.mother',
    'did you mean ["To","E"]?',
  ],
  [
    'kit_linkage objects',
    FOALS,
    foals({ kit_linkage: { mother: { kit: 'To', extension: 'E' } } }),
    GENES,
    'kit_linkage.mother',
    'did you mean ["To","E"]?',
  ],
  [
    'kit_linkage unlinked',
    FOALS,
    foals({ kit_linkage: { mother: ['G'] } }),
    GENES,
    'kit_linkage.mother',
    '"G" is not an allele of a linked gene',
  ],
  [
    'kit_linkage unknown side',
    FOALS,
    foals({ kit_linkage: { foal: ['To', 'E'] } }),
    FIELD,
    'kit_linkage.foal',
    'kit_linkage has only mother and father',
  ],
  [
    'kit_linkage both',
    FOALS,
    foals({ kit_linkage: { both: ['To', 'E'] } }),
    FIELD,
    'kit_linkage.both',
    'kit_linkage has only mother and father',
  ],
  // Genes.
  [
    'three alleles of a gene with two copies',
    COAT,
    others({ matp: ['Cr', 'n', 'n'] }),
    GENES,
    'others.matp',
    '3 were sent',
  ],
  ['one allele', COAT, others({ matp: ['Cr'] }), GENES, 'others.matp', '1 was sent'],
  ['numbers for alleles', COAT, others({ matp: [1, 0] }), GENES, 'others.matp', '1 is not an allele of it'],
  ['a flag for a gene', COAT, others({ grey: true }), GENES, 'others.grey', 'not as true'],
  ['a count for a gene', COAT, others({ grey: 1 }), GENES, 'others.grey'],
  ['N/N', COAT, others({ grey: 'N/N' }), GENES, 'others.grey', 'did you mean ["N","N"]?'],
  ['a word for the wild type', COAT, others({ grey: ['neg', 'neg'] }), GENES, 'others.grey'],
  ['lab: negative', COAT, others({ grey: 'negative' }), GENES, 'others.grey'],
  ['lab: not tested', COAT, others({ grey: 'not tested' }), GENES, 'others.grey', 'did you mean ["?","?"]'],
  ['lab: homozygous', COAT, others({ grey: 'homozygous' }), GENES, 'others.grey'],
  ['lab: heterozygous', COAT, others({ grey: 'G/n heterozygous' }), GENES, 'others.grey'],
  [
    'an object for each allele',
    COAT,
    others({ grey: [{ allele: 'G' }, { allele: 'n' }] }),
    GENES,
    'others.grey',
  ],
  ['null for an allele', COAT, others({ grey: ['G', null] }), GENES, 'others.grey', 'did you mean "?"'],
  ['an empty text for an allele', COAT, others({ grey: ['G', ''] }), GENES, 'others.grey'],
  [
    'a blank after an allele',
    COAT,
    others({ grey: ['G ', 'n'] }),
    GENES,
    'others.grey',
    'did you mean ["G","n"]?',
  ],
  ['others as array', COAT, coat({ others: [{ matp: ['Cr', 'n'] }] }), FIELD, 'others'],
  ['others as list of texts', COAT, coat({ others: ['Cr', 'n'] }), FIELD, 'others'],
  ['others text', COAT, coat({ others: 'Cr/n' }), FIELD, 'others'],
  ['base text', COAT, { base: 'EeAa' }, FIELD, 'base'],
  ['base coat name', COAT, { base: 'bay' }, FIELD, 'base'],
  [
    'gene twice in form',
    COAT,
    'base[extension]=E&base[extension]=e&base[agouti][]=A&base[agouti][]=a',
    FIELD,
    'base.extension',
    'with [] after its name',
  ],
  [
    'brackets percent-encoded twice',
    COAT,
    'base%255Bextension%255D%255B%255D=E',
    MISSING,
    'base',
    'are percent-encoded twice',
  ],
  [
    'a plus in a form',
    COAT,
    'base[extension][]=E&base[extension][]=e&base[agouti][]=A&base[agouti][]=a&others[kit][]=To+DW20&others[kit][]=n',
    GENES,
    'others.kit',
    'a form must encode + as %2B',
  ],
  [
    'semicolons in a form',
    COAT,
    'base[extension][]=E;base[extension][]=e',
    MISSING,
    'base.agouti',
    'base.agouti is required',
  ],
  // Options.
  ['limit 0', FOALS, foals({ limit: 0 }), FIELD, 'limit', 'an integer from 1 to'],
  ['limit text', FOALS, foals({ limit: 'ten' }), FIELD, 'limit'],
  ['limit huge', FOALS, foals({ limit: 1e9 }), FIELD, 'limit'],
  ['limit float', FOALS, foals({ limit: 1.5 }), FIELD, 'limit'],
  ['lang long', COAT, coat({ lang: 'English' }), FIELD, 'lang', 'one of: fr, en, de'],
  ['lang es', COAT, coat({ lang: 'es' }), FIELD, 'lang'],
  ['lang array', COAT, coat({ lang: ['de', 'en'] }), FIELD, 'lang'],
  ['explain yes', COAT, coat({ explain: 'yes' }), FIELD, 'explain', 'one of: true, false'],
  ['group_by colour', FOALS, foals({ group_by: 'colour' }), FIELD, 'group_by'],
  ['group_by true', FOALS, foals({ group_by: true }), FIELD, 'group_by'],
  ['age text', PICTURE, coat({ age: 'foal' }), FIELD, 'age'],
  ['age negative', PICTURE, coat({ age: -1 }), FIELD, 'age'],
  ['age months', PICTURE, coat({ age: '6 months' }), FIELD, 'age', 'a number of years from 0 to 40'],
  ['age 99', PICTURE, coat({ age: 99 }), FIELD, 'age'],
  ['age misspelt', PICTURE, coat({ Age: 9 }), FIELD, 'Age', 'Did you mean age?'],
  [
    'unknown in a picture',
    PICTURE,
    { base: { extension: ['E', '?'], agouti: ['A', 'a'] } },
    GENES,
    'base.extension',
    'this operation needs a complete genotype',
  ],
  [
    'population case',
    COAT,
    { base: { extension: ['E', '?'], agouti: ['A', 'a'] }, population: 'Arabian' },
    FIELD,
    'population',
    'arabian-russia',
  ],
  [
    'population array',
    COAT,
    { base: { extension: ['E', '?'], agouti: ['A', 'a'] }, population: ['hucul-poland'] },
    FIELD,
    'population',
  ],
  [
    'untested word',
    COAT,
    { ...others({ grey: ['?', '?'] }), population: 'hucul-poland', untested: 'all' },
    FIELD,
    'untested',
    'must be population',
  ],
  ['wanted unknown', FOALS, foals({ foals: 2, wanted: 'purple' }), FIELD, 'wanted'],
  ['foals alone', FOALS, foals({ foals: 3 }), MISSING, 'wanted', 'wanted is required'],
  ['foals text', FOALS, foals({ foals: 'three', wanted: 'bay' }), FIELD, 'foals'],
  // infer.
  ['ask missing', INFER, { population: 'none', horses: [animal] }, MISSING, 'ask'],
  ['ask a text', INFER, { ...ask, ask: 'coat' }, FIELD, 'ask'],
  ['ask unknown animal', INFER, { ...ask, ask: [{ coat: 'b' }] }, FIELD, 'ask.0.coat', 'accepted: a'],
  ['ask unknown kind', INFER, { ...ask, ask: [{ colour: 'a' }] }, FIELD, 'ask.0.colour'],
  [
    'ask two kinds',
    INFER,
    { ...ask, ask: [{ coat: 'a', genotype: 'a' }] },
    FIELD,
    'ask.0',
    'send one object for each',
  ],
  ['ask of a gene', INFER, { ...ask, ask: [{ gene: 'grey', of: 'a' }] }, FIELD, 'ask.0.gene'],
  ['horses object', INFER, { ...ask, horses: { a: horse } }, FIELD, 'horses'],
  ['horses one', INFER, { ...ask, horses: animal }, FIELD, 'horses'],
  ['id number', INFER, animals({ id: 7 }), FIELD, 'horses.0.id'],
  ['an id twice', INFER, animals({}, {}), FIELD, 'horses.1.id'],
  ['unknown parent', INFER, animals({ mother: 'b' }), FIELD, 'horses.0.mother'],
  ['parent object', INFER, animals({ mother: horse }), FIELD, 'horses.0.mother'],
  [
    'own mother',
    INFER,
    animals({ mother: 'a' }),
    FIELD,
    'horses.0.mother',
    'an animal cannot be its own parent',
  ],
  [
    'name for id',
    INFER,
    { ...ask, horses: [{ name: 'a', ...horse }] },
    FIELD,
    'horses.0.name',
    'accepted: id, sex',
  ],
  [
    'population missing',
    INFER,
    { horses: [{ id: 'a', seen: 'bay' }], ask: [{ coat: 'a' }] },
    MISSING,
    'population',
  ],
  ['lang misspelt genes', `${GENES_LIST}?language=de`, null, FIELD, 'language', 'Did you mean lang?'],
  ['lang genes', `${GENES_LIST}?lang=xx`, null, FIELD, 'lang'],
  ['GET with query', `${COAT}?base[extension][]=E`, null, METHOD, null, 'send the fields in the body'],
  [
    'a path in another spelling',
    '/coats/generate-child',
    horse,
    NOT_FOUND,
    null,
    'Did you mean POST /coats/generateChild?',
  ],
]

t.test('options with short names, which a parent’s record may hold, stay ignored there', async (t) => {
  const service = await startService(t)
  for (const more of [{ lang: 'de' }, { limit: 1 }, { sex: 'f' }, { name: 'Bella', kit_linkage: [] }]) {
    const body = JSON.stringify(mother(more))
    t.equal((await post(service, FOALS, body, { 'Content-Type': 'application/json' })).status, 200, body)
  }
  const both = {
    mother: { ...tobiano, kit_linkage: ['To'] },
    father: horse,
    kit_linkage: { mother: ['To', 'E'] },
  }
  const told = await post(service, FOALS, JSON.stringify(both), { 'Content-Type': 'application/json' })
  t.equal(told.status, 200, 'an option that was also sent in the right place')
})

t.test('a mistaken request is refused, and its message says what to change', async (t) => {
  const service = await startService(t)
  for (const [title, path, body, code, field, ...says] of ROWS) {
    const isForm = typeof body === 'string'
    const response = await service.fetch(`${service.url}${path}`, {
      method: body === null ? 'GET' : 'POST',
      headers: {
        'X-API-Key': service.key,
        'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      },
      ...(body === null ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const told = (response.status === 200 ? {} : await response.json()) as {
      code?: string
      message?: string
      details?: { field: string }
    }
    const message = told.message ?? `${response.status}`
    if (process.env['SHOW_MISSES'] !== undefined)
      t.comment(`${title}\n  ${told.code} ${told.details?.field}: ${message}`)
    t.equal(told.code, code, title)
    t.equal(told.details?.field ?? null, field, title)
    for (const words of says) t.ok(message.includes(words), `${title}: ${words} in: ${message}`)
    t.ok(message.length < 600, `${title}: ${message.length} characters are too many`)
  }
})

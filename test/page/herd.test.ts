/** The herd as files: what is exported is imported the same, and a bad file is refused with its place. */
import t from 'tap'
import Papa from 'papaparse'
import { readText } from '../../src/pages/app/form/choice.js'
import { readCsv, writeCsv } from '../../src/pages/app/form/herd/csv.js'
import { readHerd, writeHerd, type KnownWords } from '../../src/pages/app/form/herd/herd-file.js'
import { readTable, writeTable, type TableWords } from '../../src/pages/app/form/herd/herd-table.js'
import { merged, renamed, without, withAnimal, type Herd } from '../../src/pages/app/form/herd/herd.js'
import { NOTHING } from '../../src/pages/app/form/relatives.js'
import { shippedCoats } from '../http/service.js'
import { seeded } from '../phenotypes/random-horse.js'

const coats = await shippedCoats()
const catalogue = coats.genes({}, 'en').body
const { genes, tokens } = catalogue

const HERD: Herd = [
  { name: 'Luna', sex: 'f', facts: { ...NOTHING, coat: 'buckskin, says "she"', has: ['tobiano', 'roan'] } },
  {
    name: '=Étoile; de l’Aube',
    sex: 'f',
    facts: { ...NOTHING, lacks: ['frame'], born: 'bay', isCertain: true, tests: { kit: ['To+DW20', 'n'] } },
  },
  { name: 'Arno', sex: 'm', facts: { ...NOTHING, tests: { extension: ['E', '?'], brindle: ['BR1'] } } },
]

const KNOWN: KnownWords = {
  isToken: (token) => tokens.some((each) => each.token === token),
  copiesOf: (gene, copies) => readText(`${gene}=${copies.join('/')}`, genes).choice[gene],
}

const TABLE: TableWords = {
  headings: {
    name: 'Name',
    sex: 'Sex',
    coat: 'Coat',
    has: 'With',
    lacks: 'Without',
    born: 'Born',
    certain: 'Sure',
  },
  headingsOf: (column) =>
    ({
      name: ['Name', 'Nom'],
      sex: ['Sex', 'Geschlecht'],
      coat: ['Coat', 'Farbe'],
      has: ['With'],
      lacks: ['Without'],
      born: ['Born'],
      certain: ['Sure'],
    })[column],
  sexWords: { f: ['female', 'f', 'Stute'], m: ['male', 'm'] },
  separator: ',',
}

t.test('a herd is read from JSON and from a table as it was written', (t) => {
  t.same(readHerd(writeHerd(HERD)), { herd: HERD })
  t.same(readHerd(`\uFEFF${writeHerd(HERD, 2)}`, KNOWN), { herd: HERD })
  for (const separator of [',', ';', '\t']) {
    const text = `\uFEFF${writeTable(HERD, catalogue, { ...TABLE, separator })}`
    t.same(readTable(text, catalogue, TABLE), { herd: HERD, unread: [] })
  }
  t.end()
})

t.test('a bad file is refused with the place of its first fault', (t) => {
  const file = (...animals: readonly object[]): string =>
    JSON.stringify({ robe: 'herd', version: 1, animals })
  const luna = { name: 'Luna', sex: 'f' }
  const bad: Readonly<Record<string, readonly [text: string, fault: object]>> = {
    'no JSON': ['{"robe":\n"herd",\n]', { text: 'brokenAtLine', values: { line: 3 } }],
    'another JSON': ['[1, 2]', { text: 'notAHerd' }],
    'a newer version': [
      '{"robe":"herd","version":2,"animals":[]}',
      { text: 'newerFile', values: { version: 2 } },
    ],
    'no name': [file({ sex: 'f' }), { text: 'badName', animal: 1, field: 'name' }],
    'a long name': [file({ ...luna, name: 'x'.repeat(65) }), { text: 'badName', animal: 1 }],
    'a name twice': [file(luna, { ...luna, name: 'LUNA' }), { text: 'nameTwice', animal: 2, name: 'LUNA' }],
    'no sex': [file(luna, { name: 'Arno' }), { text: 'badSex', animal: 2, name: 'Arno', field: 'sex' }],
    'a strange part': [
      file({ ...luna, has: ['tobiano', 'wings'] }),
      { text: 'strangeWord', values: { word: 'wings' }, field: 'has' },
    ],
    'a strange gene': [
      file({ ...luna, tests: { horn: ['H', 'n'] } }),
      { text: 'strangeWord', values: { word: 'horn=H/n' }, animal: 1, field: 'tests' },
    ],
    'a strange allele': [
      file({ ...luna, tests: { extension: ['E', 'Q'] } }),
      { text: 'strangeWord', values: { word: 'extension=E/Q' }, field: 'tests' },
    ],
    'no list of copies': [
      file({ ...luna, tests: { extension: 'E/e' } }),
      { text: 'strangeWord', field: 'tests' },
    ],
  }
  for (const [name, [text, fault]] of Object.entries(bad)) t.match(readHerd(text, KNOWN), { fault }, name)
  t.end()
})

t.test('rows of a table that cannot be read are listed one by one, the others are read', (t) => {
  const text = [
    'id;Geschlecht;seen;extension;red factor;MC1R notes',
    'Luna;Stute;bay;E/e;;',
    ';f;bay;;;',
    'Arno;x;bay;;;',
    'Basil;m;red dun;E/Q;;',
    'luna;f;black;;;',
    '',
    'Cato;MALE;black;E / e;;',
  ].join('\n')
  const { herd, unread } = readTable(text, catalogue, TABLE)
  t.same(
    herd.map(({ name, sex, facts }) => [name, sex, facts.coat, facts.tests['extension']]),
    [
      ['Luna', 'f', 'bay', ['E', 'e']],
      ['Cato', 'm', 'black', ['E', 'e']],
    ],
  )
  t.same(
    unread.map(({ line, text: why }) => [line, why]),
    [
      [1, 'strangeColumn'],
      [1, 'strangeColumn'],
      [3, 'badName'],
      [4, 'badSex'],
      [5, 'strangeWord'],
      [6, 'nameTwice'],
    ],
  )
  t.match(readTable('a,b\n1,2', catalogue, TABLE), { herd: [], unread: [{ line: 1, text: 'noNameColumn' }] })
  t.end()
})

t.test('an import loses and replaces nothing, whatever it brings', (t) => {
  const again = merged(HERD, HERD)
  t.same(again, { herd: HERD, added: 0, known: 3 })
  const other = { ...HERD[0]!, facts: { ...NOTHING, coat: 'black' } }
  const found = merged(HERD, [other, other])
  t.same(
    found.herd.map(({ name }) => name),
    [...HERD.map(({ name }) => name), 'Luna (2)', 'Luna (3)'],
  )
  t.same(withAnimal(HERD, { ...other, name: 'LUNA' })[0], { ...other, name: 'LUNA' })
  t.equal(without(HERD, 'luna').length, 2)
  t.equal(renamed(HERD, 'Luna', 'Stella')[0]?.name, 'Stella')
  t.end()
})

t.test('tables are read as papaparse reads them', (t) => {
  const random = seeded(63)
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? ''
  const pieces = ['a', 'b,', 'c;', '"', '\n', '\r\n', 'é ü', '=1', '', 'x y']
  const differences: string[] = []
  for (let i = 0; i < 500; i++) {
    const rows = Array.from({ length: 3 }, () =>
      Array.from({ length: 3 }, () => `w${pick(pieces)}${pick(pieces)}${pick(pieces)}z`),
    )
    const text = writeCsv(rows, ';')
    const own = readCsv(`x;y;z\n${text}`)
      .slice(1)
      .map(({ cells }) => cells)
    const theirs = Papa.parse<string[]>(text, { delimiter: ';', skipEmptyLines: true }).data
    if (JSON.stringify([own, own]) !== JSON.stringify([rows, theirs])) differences.push(text)
  }
  t.same(differences, [])
  t.end()
})

/**
 * Tables as people have them: what comes out of each.
 */
import t from 'tap'
import { batch } from './in-process.js'
import { NO_MAPPING, type Mapping } from '../../src/cli/batch/columns/mapping.js'

const mapping = (
  columns: Record<string, string>,
  values: Record<string, Record<string, string>> = {},
): Mapping => ({
  columns: new Map(Object.entries(columns)),
  values: new Map(Object.entries(values).map(([column, words]) => [column, new Map(Object.entries(words))])),
})

const GERMAN = mapping(
  { Lebensnummer: 'id', Fuchsfaktor: 'extension', Agouti: 'agouti', Geschlecht: 'sex', Züchter: '-' },
  { sex: { Stute: 'f', Hengst: 'm' } },
)
const FRENCH = mapping({ 'N° SIRE': 'id', Alezan: 'extension', Bai: 'agouti' })
const windows1252 = (text: string): Buffer => Buffer.from(text, 'latin1')
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le')

/** Name, file, what comes out as `line,id,coat` or `line,id,!fault`, mapping. */
const FILES: readonly (readonly [string, string | Buffer, readonly string[], Mapping?])[] = [
  ['plain', 'id,extension,agouti\na,E/e,A/a\nb,e/e,A/a\n', ['2,a,Bay', '3,b,Chestnut']],
  ['without a line break at its end', 'id,extension,agouti\na,E/e,A/a', ['2,a,Bay']],
  [
    'alleles run together',
    'id,extension,agouti,matp\na,Ee,Aa,nCr\nb,ee,AA,CrPrl\n',
    ['2,a,Buckskin', '3,b,Palomino pearl'],
  ],
  ['semicolons', 'id;extension;agouti\na;E/e;A/a\n', ['2,a,Bay']],
  ['tabs', 'id\textension\tagouti\na\tE/e\tA/a\n', ['2,a,Bay']],
  ["Excel's mark of UTF-8", '\uFEFFid;extension;agouti\r\nä;E/e;A/a\r\n', ['2,ä,Bay']],
  ["Excel's sep= line", 'sep=;\nid;extension;agouti\na;E/e;A/a\n', ['3,a,Bay']],
  ["Excel's Unicode text", utf16('id\textension\tagouti\r\nä\tE/e\tA/a\r\n'), ['2,ä,Bay']],
  ['Windows-1252', windows1252('id;extension;agouti\r\nMärchen;E/e;A/a\r\n'), ['2,Märchen,Bay']],
  [
    'UTF-8 and Windows-1252 mixed',
    Buffer.concat([Buffer.from('id,extension,agouti\nÉlan,Ee,AA\n'), windows1252('Élan,ee,AA\n')]),
    ['2,Élan,Bay', '3,Élan,Chestnut'],
  ],
  ['lines that end in \\r', 'id,extension,agouti\ra,E/e,A/a\rb,e/e,A/a\r', ['2,a,Bay', '3,b,Chestnut']],
  ['every cell quoted', '"id","extension","agouti"\n"a","E/e","A/a"\n', ['2,a,Bay']],
  [
    'a delimiter and a quote in a cell',
    'id,extension,agouti\n"Star, the ""2nd""",E/e,A/a\n',
    ['2,"Star, the ""2nd""",Bay'],
  ],
  [
    'a line break in a cell',
    'id,extension,agouti\n"a\nb",E/e,A/a\nc,ee,AA\n',
    ['2,"a\nb",Bay', '4,c,Chestnut'],
  ],
  ['empty lines', '\n\nid,extension,agouti\n\na,E/e,A/a\n,,\n\nb,ee,AA\n\n', ['5,a,Bay', '8,b,Chestnut']],
  [
    'a quote that does not close',
    'id,extension,agouti\n"a,E/e,A/a\nb,ee,AA\n',
    ['2,"""a",!its quotes do not close', '3,b,Chestnut'],
  ],
  [
    'a row with a cell too many',
    'id,extension,agouti\na,x,E/e,A/a\nb,ee,AA\n',
    ['2,a,!the row has 4 cells, and the header 3', '3,b,Chestnut'],
  ],
  ['rows that end early', 'id,extension,agouti,matp,grey\na,E/e,A/a\n', ['2,a,Bay']],
  [
    'an unknown allele',
    'id,extension,agouti\na,E/x,A/a\nb,ee,AA\n',
    ['2,a,!Invalid genetic combination at base.extension', '3,b,Chestnut'],
  ],
  ['blanks around cells', 'id , extension , agouti\n a , E/e , A / a \n', ['2,a,Bay']],
  [
    'German headers and words',
    'Lebensnummer;Geschlecht;Züchter;Fuchsfaktor;Agouti\nDE1;Stute;Müller;E/e;A/a\n',
    ['2,DE1,Bay'],
    GERMAN,
  ],
  ['French headers', windows1252('N° SIRE;Alezan;Bai\n50001;ee;AA\n'), ['2,50001,Chestnut'], FRENCH],
]

const shown = (out: string): readonly string[] => {
  const rows = out.split(/\n(?=\d+,)/).slice(1)
  return rows.map((row) =>
    row
      .trimEnd()
      .replace(/,,,$/, '')
      .replace(/,,,,"?/, ',!'),
  )
}

t.test('each of these files is read as its author meant it', async (t) => {
  const wrong: unknown[] = []
  for (const [name, file, expected, words = NO_MAPPING] of FILES) {
    const rows = shown((await batch(file, { op: 'coat', mapping: words })).out)
    const isSame =
      rows.length === expected.length &&
      expected.every((each, i) => (each.includes('!') ? rows[i]?.startsWith(each) : rows[i] === each))
    if (!isSame) wrong.push({ name, rows, expected })
  }
  t.same(wrong, [])
})

t.test('the answer does not depend on how the bytes arrive', async (t) => {
  const wrong: string[] = []
  for (const [name, file, , words = NO_MAPPING] of FILES) {
    const whole = await batch(file, { op: 'coat', mapping: words })
    // The header must come whole, as it does from every file.
    for (const pieces of [64, 67]) {
      const parts = await batch(file, { op: 'coat', mapping: words, pieces })
      if (parts.out !== whole.out) wrong.push(`${name}, ${pieces} bytes at a time`)
    }
  }
  t.same(wrong, [])
})

t.test('a header that is nearly a column is refused, others are named', async (t) => {
  await t.rejects(
    batch('id,extention,agouti\na,Ee,AA\n', { op: 'coat' }),
    /"extention" looks like "extension"/,
  )
  await t.rejects(batch('Name,Fell\na,b\n', { op: 'coat' }), /no column of the header is known: Name, Fell/)
  const twice = mapping({ x: 'extension' })
  await t.rejects(
    batch('id,x,extension,agouti\na,Ee,Ee,AA\n', { op: 'coat', mapping: twice }),
    /both mean extension/,
  )
  const absent = mapping({ Fuchs: 'extension' })
  await t.rejects(batch('id,agouti\na,AA\n', { op: 'coat', mapping: absent }), /names a column "Fuchs"/)
  const { remarks } = await batch('id,breeder,extension,agouti\na,x,Ee,AA\n', { op: 'coat' })
  t.same(remarks, ['columns that are not read: breeder'])
})

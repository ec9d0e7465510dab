/**
 * What the page makes of a choice: its address, its question, how linked genes may lie, its file for a spreadsheet.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { readAddress, writeAddress, type PageState } from '../../src/web/page/form/address.js'
import { fieldsOf, readText, textOf, type Choice } from '../../src/web/page/form/choice.js'
import { csvOf, ordered, type FoalRow } from '../../src/web/page/form/foals.js'
import { phaseQuestions } from '../../src/web/page/form/phase.js'
import { asCurl, asJavaScript } from '../../src/web/page/form/same-question.js'
import { wordsIn, type TextsByLanguage } from '../../src/web/page/texts.js'
import { ROOT, shippedCoats } from '../http/service.js'

const catalogue = (await shippedCoats()).genes({}, 'en').body
const { genes } = catalogue

const HORSE: Choice = { agouti: ['A', 'a'], extension: ['E', 'e'], kit: ['To+DW20', 'n'], brindle: ['BR1'] }
const BARE: PageState = {
  view: 'horse',
  horse: {},
  sex: 'f',
  age: undefined,
  mother: { choice: {}, together: {} },
  father: { choice: {}, together: {} },
  order: 'chance',
}

t.test('an address is read as it was written', (t) => {
  const states: readonly PageState[] = [
    { ...BARE, horse: HORSE, sex: 'm', age: 3 },
    {
      ...BARE,
      view: 'foal',
      order: 'base',
      mother: {
        choice: { agouti: ['A', 'A'], extension: ['E', 'e'], kit: ['To', 'n'] },
        together: { eca3: ['E', 'n@kit'] },
      },
      father: { choice: { agouti: ['a', 'a'], extension: ['e', 'e'], dun: ['D', 'nd1'] }, together: {} },
    },
  ]
  for (const state of states) {
    const written = writeAddress(state, catalogue)
    const read = readAddress(`#${written}`, genes, BARE)
    t.same(read.unknown, [], written)
    t.same([read.language, read.rules], [catalogue.language, catalogue.ruleset_version])
    t.equal(writeAddress(read.state, catalogue), written)
    t.same(read.state, state)
    t.notMatch(written, /[\s"'<>`|]/)
  }
  t.end()
})

t.test('whatever stands in an address, it is read without a fault', (t) => {
  for (const hash of [
    '',
    '#',
    '#%',
    '#&',
    '#=',
    '#horse&horse',
    '#horse&horse=__proto__=A/a',
    '#foal&mother.eca3=',
    '#constructor',
  ])
    t.doesNotThrow(() => readAddress(hash, genes, BARE), hash)
  t.same(readText('agouti=A/a/a kit=n+To/n kit=To/n kit=Rn/n extension=e', genes), {
    choice: { kit: ['To', 'n'] },
    unknown: ['agouti=A/a/a', 'kit=n+To/n', 'kit=Rn/n', 'extension=e'],
  })
  t.end()
})

t.test('a question names what must be named and what is chosen, and no more', (t) => {
  t.same(fieldsOf(HORSE, genes, 'm'), {
    base: { agouti: ['A', 'a'], extension: ['E', 'e'] },
    others: { kit: ['To+DW20', 'n'], brindle: ['BR1'] },
    isSexed: true,
  })
  t.equal(textOf({ kit: ['n', 'To'] }, genes, 'f'), 'agouti=A/a,extension=E/e,kit=To/n')
  t.end()
})

t.test('each way that linked genes can lie is offered once', (t) => {
  t.same(phaseQuestions({ extension: ['E', 'e'] }, genes, 'f'), [])
  const [two] = phaseQuestions({ extension: ['E', 'e'], kit: ['To', 'n'] }, genes, 'f')
  t.same(
    two?.ways.map(({ together }) => together),
    [
      ['E', 'To'],
      ['E', 'n@kit'],
    ],
  )
  const [three] = phaseQuestions(
    { extension: ['E', 'e'], kit: ['To', 'n'], patn1: ['PATN1', 'n'] },
    genes,
    'f',
  )
  t.equal(three?.ways.length, 4)
  t.equal(
    new Set(
      three?.ways.map(({ copies }) =>
        copies
          .map((each) => each.join())
          .sort()
          .join('|'),
      ),
    ).size,
    4,
  )
  t.end()
})

const ROWS: readonly FoalRow[] = [
  { coat: 'Élan, "roux"', percentage: 75, base: 'b', genotype: { kit: ['To'] }, genotypes: 2 },
  {
    coat: '=1+1',
    percentage: 25,
    percentage_band: { low: 26, high: 24 },
    base: 'a',
    genotype: {},
    genotypes: 1,
  },
]

t.test('a spreadsheet reads the file as it is meant', (t) => {
  t.equal(
    csvOf(ROWS, ['coat', 'share']),
    'coat,share\r\n"Élan, ""roux""",75,75,75,b,,kit=To,2\r\n\'=1+1,25,24,26,a,,,1\r\n',
  )
  t.end()
})

t.test('coats stand by chance, by name, or by base colour', (t) => {
  const order = (by: 'chance' | 'name' | 'base') =>
    ordered(ROWS, by, 'fr').map(({ percentage }) => percentage)
  t.same(
    [order('chance'), order('name'), order('base')],
    [
      [75, 25],
      [25, 75],
      [25, 75],
    ],
  )
  t.end()
})

t.test('the same question can be pasted', (t) => {
  const call = {
    address: 'http://x',
    path: '/coats/result',
    body: { base: { extension: ['E', 'e'] }, lang: "l'an" },
  }
  t.match(asCurl(call), String.raw`"extension": ["E", "e"]`)
  t.match(asCurl(call), String.raw`l'\''an`)
  t.match(asJavaScript(call), `fetch('http://x/coats/result'`)
  t.end()
})

const FOLDER = join(ROOT, 'src/web/page')
const texts = Object.fromEntries(
  readdirSync(join(FOLDER, 'texts')).map((file) => [
    file.replace('.yaml', ''),
    parse(readFileSync(join(FOLDER, 'texts', file), 'utf8')) as Record<string, unknown>,
  ]),
)

t.test('every language has every text that the code asks for, and no other', (t) => {
  const code = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(FOLDER, file), 'utf8'))
    .join('\n')
  const names = Object.keys(texts['en'] ?? {}).filter((name) => name !== 'isDefault')
  t.ok(names.length > 60)
  for (const [language, own] of Object.entries(texts))
    t.same(new Set(Object.keys(own).filter((name) => name !== 'isDefault')), new Set(names), language)
  t.same(
    names.filter((name) => !code.includes(`'${name}'`)),
    [],
    'said nowhere',
  )
  const asked = [...code.matchAll(/\bsay\('(\w+)'/g)].map(([, name = '']) => name)
  t.same(
    asked.filter((name) => !names.includes(name)),
    [],
    'asked for and not there',
  )
  // YAML takes what follows a blank and # for a comment.
  for (const file of readdirSync(join(FOLDER, 'texts')))
    t.notMatch(readFileSync(join(FOLDER, 'texts', file), 'utf8'), /^[a-zA-Z]+: [^"#\n]* #/m, file)
  // What is filled in is the same in all languages.
  const slots = (value: unknown) => [...new Set(JSON.stringify(value).match(/\{\w+\}/g) ?? [])].sort()
  for (const name of names)
    for (const own of Object.values(texts)) t.same(slots(own[name]), slots(texts['en']?.[name]), name)
  t.end()
})

t.test('a language that the page does not speak has its names and the texts of all others', (t) => {
  const words = wordsIn(texts as TextsByLanguage, 'es-MX')
  t.equal(words.say('horse'), texts['en']?.['horse'])
  t.equal(words.language, 'es-MX')
  t.equal(wordsIn(texts as TextsByLanguage, 'fr-IFCE').say('horse'), texts['fr']?.['horse'])
  t.match(words.share(12.5), /12,5/)
  t.end()
})

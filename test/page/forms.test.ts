/**
 * What the page makes of a choice: its address, its question, how linked genes may lie, its file for a spreadsheet.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import {
  fieldsOf,
  sexOf,
  testedCopies,
  textOf,
  untestedCopies,
  type Choice,
} from '../../src/pages/app/form/choice.js'
import { csvOf } from '../../src/pages/app/form/csv.js'
import { axisOf, ordered, type FoalRow } from '../../src/pages/app/form/foals.js'
import { phaseQuestions } from '../../src/pages/app/form/phase.js'
import type { CatalogueGene } from '../../src/operations/genes/genes.js'
import { asCurl, asJavaScript } from '../../src/pages/app/form/same-question.js'
import { wordsIn, type TextsByLanguage } from '../../src/pages/app/texts.js'
import { ROOT, shippedCoats } from '../http/service.js'

const catalogue = (await shippedCoats()).genes({}, 'en').body
const { genes } = catalogue

const FOLDER = join(ROOT, 'src/pages/app')
const texts = Object.fromEntries(
  readdirSync(join(FOLDER, 'texts')).map((file) => [
    file.replace('.yaml', ''),
    parse(readFileSync(join(FOLDER, 'texts', file), 'utf8')) as Record<string, unknown>,
  ]),
)

const HORSE: Choice = { agouti: ['A', 'a'], extension: ['E', 'e'], kit: ['To+DW20', 'n'], brindle: ['BR1'] }
t.test('a question names what must be named and what is chosen, and no more', (t) => {
  t.same(fieldsOf(HORSE, genes, 'm'), {
    base: { agouti: ['A', 'a'], extension: ['E', 'e'] },
    others: { kit: ['To+DW20', 'n'], brindle: ['BR1'] },
    isSexed: true,
  })
  const required = genes.filter((gene) => gene.required)
  const carrier = required.map(({ gene, alleles: [one, other] }) => `${gene}=${one?.allele}/${other?.allele}`)
  t.equal(textOf({ kit: ['n', 'To'] }, genes, 'f'), [...carrier, 'kit=To/n'].join())
  t.end()
})

t.test('a test of the only copy is one of two, in an animal that has two', (t) => {
  const gene = (name: string) => genes.find((each) => each.gene === name) ?? t.fail(name)
  const [brindle, agouti] = [gene('brindle'), gene('agouti')] as [CatalogueGene, CatalogueGene]
  t.same(testedCopies(['BR1'], brindle, 'f'), ['BR1', '?'])
  t.same(testedCopies(['BR1', 'n'], brindle, 'm'), ['BR1'])
  t.same(testedCopies(['a', 'A'], agouti, 'm'), ['A', 'a'])
  t.same([untestedCopies(brindle, 'm'), untestedCopies(brindle, 'f')], [['?'], ['?', '?']])
  t.same([sexOf({ brindle: ['n'] }, genes), sexOf({ brindle: ['n', 'n'], kit: ['To'] }, genes)], ['m', 'f'])
  t.end()
})

t.test('bars reach from 0 to the largest share', (t) => {
  const axis = axisOf([50, 0.5, 0])
  t.same([50, 25, 0].map(axis), [1, 0.5, 0])
  t.equal(axisOf([])(0), 0)
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
  { coat: 'Élan, "roux"', percentage: 75.5, base: 'b', genotype: { kit: ['To'] }, genotypes: 2 },
  {
    coat: '=1+1',
    percentage: 24.5,
    percentage_band: { low: 26, high: 24 },
    base: 'a',
    genotype: {},
    genotypes: 1,
  },
]

t.test('a spreadsheet reads the file as it is meant', (t) => {
  const file = (language: string, rows = ROWS, live?: number) =>
    csvOf(rows, { words: wordsIn(texts as TextsByLanguage, language), genes, live }).split('\r\n')
  t.same(file('en'), [
    '\uFEFFCoat,Percent,Percent of live offspring,Lowest chance,Highest chance,Most likely genotype,Genotypes',
    '"Élan, ""roux""",75.5,75.5,75.5,75.5,white patterns and roan (KIT) To/n,2',
    "'=1+1,24.5,24.5,24,26,,1",
    '',
  ])
  const lethal = { status: 'lethal', evidence: 'established', cause: '-1; dies' } as const
  const rows: readonly FoalRow[] = [
    { coat: 'Rappe', percentage: 75, base: '', genotype: {}, genotypes: 1 },
    { coat: 'Weiß', percentage: 25, base: '', genotype: {}, genotypes: 1, viability: lethal },
  ]
  t.same(file('de', rows, 75).slice(1), ['Rappe;75;100;;;1', `Weiß;25;;"'-1; dies";;1`, ''])
  t.match(file('fr')[1], ';75,5;', 'a decimal comma where the language has one')
  t.end()
})

t.test('coats stand by chance, by name, or by base colour', (t) => {
  const order = (by: 'chance' | 'name' | 'base') =>
    ordered(ROWS, by, 'fr').map(({ percentage }) => percentage)
  t.same(
    [order('chance'), order('name'), order('base')],
    [
      [75.5, 24.5],
      [24.5, 75.5],
      [24.5, 75.5],
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

t.test(
  'the animal is called as the language of the rules calls it, and in general words where it has none',
  async (t) => {
    const coats = await shippedCoats()
    const words = (language: string) => wordsIn(texts as TextsByLanguage, language, coats.animal(language))
    t.equal(words('en').say('live', { share: '75%' }), '75% of the foals are expected to live.')
    t.equal(words('fr-IFCE').label('female'), 'Jument', 'a registry as its language')
    t.equal(
      wordsIn(texts as TextsByLanguage, 'en').say('live', { share: '75%' }),
      '75% of the offspring are expected to live.',
    )
    t.notMatch(
      Object.values(texts)
        .map((each) => JSON.stringify(Object.values(each)))
        .join(),
      /horse|mare|foal|stallion|cheval|jument|poulain|Pferd|Stute|Fohlen/i,
    )
  },
)

t.test('a share that is next to nothing is told as less than a tenth of a percent', (t) => {
  const { share } = wordsIn(texts as TextsByLanguage, 'en')
  t.same([0, 3e-17, 0.1, 62.13179].map(share), ['0%', 'less than 0.1%', '0.1%', '62.1%'])
  t.end()
})

t.test('a language that the page does not speak has its names and the texts of all others', (t) => {
  const words = wordsIn(texts as TextsByLanguage, 'es-MX')
  t.equal(words.say('one'), texts['en']?.['one'])
  t.equal(words.language, 'es-MX')
  t.equal(wordsIn(texts as TextsByLanguage, 'fr-IFCE').say('one'), texts['fr']?.['one'])
  t.match(words.share(12.5), /12,5/)
  t.end()
})

/**
 * The check of a studbook against plain enumeration, and its other faults.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import t from 'tap'
import { checkStudbook } from '../../src/cli/batch/check/check.js'
import { NO_MAPPING } from '../../src/cli/batch/columns/mapping.js'
import { openInput } from '../../src/cli/batch/input/open-input.js'
import { ruleset } from './in-process.js'
import { plantedStudbook } from './planted-studbook.js'

interface Row {
  readonly [column: string]: string
}

async function check(
  folder: string,
  text: string,
  {
    fam,
    withDuos = false,
    maxFaults = 100_000,
  }: { fam?: string; withDuos?: boolean; maxFaults?: number } = {},
) {
  const [file, pedigree, out] = ['book.csv', 'book.fam', 'out'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(file, text)
  if (fam !== undefined) writeFileSync(pedigree, fam)
  const options = { out, mapping: NO_MAPPING, language: 'en', withDuos, maxFaults }
  const done = await checkStudbook(
    openInput(file),
    fam === undefined ? undefined : openInput(pedigree),
    ruleset,
    options,
  )
  const table = (name: string): readonly Row[] =>
    Papa.parse<Row>(readFileSync(join(out, name), 'utf8').trimEnd(), { header: true }).data
  return { ...done, faults: table('faults.csv'), table, out }
}

const ANIMALS = 900

t.test('exactly the trios are impossible that enumeration calls impossible', async (t) => {
  for (const [seed, tested] of [
    [1, 0.3],
    [2, 0],
  ] as const) {
    const book = plantedStudbook(ruleset, {
      seed,
      animals: ANIMALS,
      generations: 3,
      wrongCoats: 100,
      impossibleTrios: 20,
      tested,
    })
    const { faults } = await check(t.testdir(), [...book.lines()].join(''))
    const found = faults
      .filter(({ kind }) => kind === 'impossible')
      .map(({ foal = '' }) => Number(foal.slice(1)))
    const expected = Array.from({ length: ANIMALS }, (_, animal) => animal).filter(book.isImpossible)
    t.same(
      found.sort((a, b) => a - b),
      expected,
      `seed ${seed}`,
    )
    t.ok(expected.length >= 20, 'there are some')
  }
})

const HEADER = 'id,sire,dam,sex,birth_date,coat,extension\n'
const PARENTS = 'S,,,m,2000,chestnut,\nC,,,f,2001,chestnut,\nB,,,f,2001,bay,E/E\n'

t.test('each kind of fault is found, once, with its line', async (t) => {
  const rows = [
    'f1,S,C,f,2005,bay,', // 5: impossible
    'f2,S,B,f,2007-05-01,bay,', // 6: sound
    'f3,X,B,f,2007,bay,', // 7: X is missing
    'f4,X,B,f,2008,bay,', // 8: and stays one fault
    'f5,B,C,f,2008,,', // 9: B is female
    'f6,S,B,,1999,bay,', // 10: both parents are younger
    'f7,f8,C,,,,', // 11: a cycle with 12
    'f8,f7,,,,,',
    'f1,,,,,,', // 13: stands twice
    'f9,,,q,,,', // 14: no sex
    'f10,,,,31/31,,', // 15: no date
    'f11,,,,,bayy,', // 16: no coat
    'f12,,,,,black,e/e', // 17: contradicts itself
    ',,,,,bay,', // 18: no id
    'f13,f13,,,,,', // 19: its own sire
    'f14,f8,,,,,', // a foal of the cycle is no fault
  ]
  const { faults } = await check(t.testdir(), `${HEADER}${PARENTS}${rows.join('\n')}\n`)
  const found = faults.map(({ kind = '', line = '', foal = '' }) => `${kind} ${line} ${foal}`).sort()
  t.same(
    found,
    [
      'age 10 f6',
      'age 10 f6',
      'cycle 12 f8',
      'cycle 19 f13',
      'duplicate id 13 f1',
      'impossible 5 f1',
      'missing id 7 f3',
      'own entries 17 f12',
      'row 14 f9',
      'row 15 f10',
      'row 16 f11',
      'row 18 ',
      'sex 9 f5',
    ].sort(),
  )
})

t.test('a fault says that one of the entries is wrong, and never who is not a parent', async (t) => {
  const { faults, remarks } = await check(
    t.testdir(),
    `${HEADER}${PARENTS}f1,S,C,f,2005,bay,\nf2,S,B,f,2005,chestnut,\n`,
  )
  t.match(faults, [
    {
      foal: 'f1',
      loci: 'extension',
      alone_possible: 'either',
      what: /^one of these entries is wrong: extension: foal "bay", sire "chestnut", dam "chestnut"$/,
    },
    { foal: 'f2', alone_possible: 'sire', what: /dam E\/E "bay"$/ },
  ])
  t.notMatch(JSON.stringify([faults, remarks]), /not the (sire|dam|father|mother)|is no (sire|dam)/)
})

t.test(
  'one wrong colour that makes several foals impossible is the first correction of all of them',
  async (t) => {
    const foals = Array.from({ length: 6 }, (_, i) => `f${i},S,M${i},f,2005,bay,\n`)
    const mares = Array.from({ length: 6 }, (_, i) => `M${i},,,f,2000,chestnut,\n`)
    const { faults, table } = await check(
      t.testdir(),
      `${HEADER}S,,,m,2000,chestnut,\n${[...mares, ...foals].join('')}`,
    )
    t.equal(faults.length, 6)
    t.same(
      new Set(faults.map((each) => `${each['rank']} ${each['first_correction']} ${each['explains']}`)),
      new Set(['1 coat and genes of S 6']),
    )
    t.match(
      table('animals.csv').find(({ id }) => id === 'S'),
      { parentages: '6', impossible: '6', first_correction_of: '6' },
    )
    t.match(table('parents.csv'), [{ sire: 'S', year: '2005', foals: '6', impossible: '6' }])
    t.match(
      table('loci.csv').find(({ locus }) => locus === 'extension'),
      { impossible: '6' },
    )
  },
)

t.test(
  'foals with one recorded parent are judged with --duos only; --max-faults lists fewer and counts all',
  async (t) => {
    const rows = `${HEADER}${PARENTS}f1,,B,f,2005,chestnut,\nf2,,B,f,2006,chestnut,\n`
    t.equal((await check(t.testdir(), rows)).faults.length, 0)
    t.equal((await check(t.testdir(), rows, { withDuos: true })).faults.length, 2)
    const few = await check(t.testdir(), rows, { withDuos: true, maxFaults: 1 })
    t.equal(few.faults.length, 1)
    t.equal(few.remarks.includes('1 of 2 faults are listed: --max-faults lists more'), true)
    t.equal(few.remarks.includes('impossible: 2 faults'), true)
  },
)

t.test('a PLINK .fam file gives the pedigree, the table colours and genes', async (t) => {
  const fam = 'F1 S 0 0 1 -9\nF1 C 0 0 2 -9\nF1\tf1 S C 2 -9\nF1 f2 C S 0 -9\n'
  const { faults } = await check(t.testdir(), 'id,coat\nf1,bay\nS,chestnut\nC,chestnut\nZ,bay\n', { fam })
  const found = faults.map(({ kind = '', line = '', foal = '' }) => `${kind} ${line} ${foal}`)
  t.same(found, ['impossible 3 f1', 'missing id 5 Z', 'sex 4 f2', 'sex 4 f2'])
})

t.test('genes on a sex chromosome: a son has his only copy from his dam', async (t) => {
  const text =
    'id,sire,dam,sex,brindle\nS,,,m,BR1\nD,,,f,n/n\nson,S,D,m,BR1\ndaughter,S,D,f,BR1/n\nplain,S,D,f,n/n\nsound,S,D,m,n\n'
  const { faults } = await check(t.testdir(), text)
  t.same(
    faults.map(({ foal }) => foal),
    ['son', 'plain'],
  )
})

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

t.test('exactly the trios are impossible that enumeration calls impossible', async (t) => {
  for (const [seed, tested] of [
    [1, 0.3],
    [2, 0],
    [3, 0.8],
  ] as const) {
    const book = plantedStudbook(ruleset, {
      seed,
      animals: 1500,
      generations: 3,
      wrongCoats: 150,
      impossibleTrios: 30,
      tested,
    })
    const { faults } = await check(t.testdir(), [...book.lines()].join(''))
    const found = faults
      .filter(({ kind }) => kind === 'impossible')
      .map(({ foal = '' }) => Number(foal.slice(1)))
    const expected = Array.from({ length: 1500 }, (_, animal) => animal).filter(book.isImpossible)
    t.same(
      found.sort((a, b) => a - b),
      expected,
      `seed ${seed}`,
    )
    t.ok(expected.length >= 30, 'there are some')
  }
})

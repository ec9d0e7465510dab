/**
 * What the thread remembers from one rule set to the next changes nothing but time: through good and bad states of the
 * files, each preparation is what one without any memory would be.
 */
import { join } from 'node:path'
import t from 'tap'
import { BuildCache, prepareSnapshot, type SnapshotOptions } from '../../src/service/snapshot/prepare.js'
import { readContractText } from '../../src/service/http/contract/contract-file.js'
import { BAD, GOOD, RENAMED, WITH_TAIL, writeFiles, type Files } from '../process/unicorn-snapshots.js'

const optionsFor = (folder: string): SnapshotOptions => ({
  rulesDir: join(folder, 'rules'),
  localesDir: join(folder, 'locales'),
  maxResults: 1000,
  defaultLanguage: undefined,
  contractText: readContractText(),
})

t.test('each snapshot and each fault is what it would be without a memory', async (t) => {
  const folder = t.testdir()
  const options = optionsFor(folder)
  const memory = new BuildCache()
  const states: readonly (readonly [string, Files])[] = [
    ['good', GOOD],
    ['renamed', RENAMED],
    ['good again', GOOD],
    ...BAD.flatMap(({ what, files }) => [[what, files] as const, [`good after ${what}`, GOOD] as const]),
    ['another locus', WITH_TAIL],
  ]
  // The good files come again and again; without a memory they are prepared once.
  const forgetful = new Map<Files, unknown>()
  for (const [what, files] of states) {
    writeFiles(folder, files)
    if (!forgetful.has(files)) forgetful.set(files, await prepareSnapshot(options))
    t.strictSame(await prepareSnapshot(options, undefined, memory), forgetful.get(files), what)
  }
})

t.test('what has not changed is not made again', async (t) => {
  const folder = t.testdir()
  const options = optionsFor(folder)
  const memory = new BuildCache()
  const prepare = async (files: Files) => {
    writeFiles(folder, files)
    const prepared = await prepareSnapshot(options, undefined, memory)
    if (prepared.snapshot === undefined) throw new Error('no snapshot')
    return prepared.snapshot
  }
  const good = await prepare(GOOD)
  const renamed = await prepare(RENAMED)
  t.equal(renamed.checks, good.checks, 'a name is in no schema')
  t.not((await prepare(WITH_TAIL)).checks, good.checks, 'a gene is in several')

  const read = (parse: ReturnType<BuildCache['newParser']>, text: string): unknown =>
    parse({ file: 'rules/a.yaml', name: 'a.yaml', text }).parsed
  const first = read(memory.newParser(), 'a: 1')
  t.equal(read(memory.newParser(), 'a: 1'), first)
  t.not(read(memory.newParser(), 'a: 2'), first)
  t.not(read(memory.newParser(), 'a: 1'), first, 'only the last reading is remembered')
})

/**
 * The snapshot that a build leaves behind: it answers as a compiled one does, and is passed over as soon as anything
 * that it was made of is another.
 */
import { coatsOf } from '../support/coats.js'
import { appendFileSync, cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import t, { type Test } from 'tap'
import type { Fields } from '../../src/operations/read/decode-fields.js'
import { ClientError } from '../../src/operations/client-error.js'
import { createRuleset } from '../../src/operations/ruleset.js'
import { assembleSnapshot, type Snapshot } from '../../src/service/snapshot/snapshot.js'
import {
  firstSnapshot,
  keyOf,
  PREBUILT_FILE,
  prebuiltSnapshot,
  writePrebuilt,
} from '../../src/service/snapshot/first-snapshot.js'
import type * as prebuilt from '../../src/service/snapshot/first-snapshot.js'
import { prepareSnapshot, type SnapshotOptions } from '../../src/service/snapshot/prepare.js'
import { readContractText } from '../../src/service/http/contract/contract-file.js'
import { errorBody } from '../../src/service/http/errors.js'
import { randomHorse, seeded } from '../phenotypes/random-horse.js'
import { inGroups } from '../phenotypes/shipped.js'
import { ROOT } from '../process/robe.js'
import { GOOD, PEARL, RENAMED, writeFiles } from '../process/unicorn-snapshots.js'

type First = Awaited<ReturnType<typeof firstSnapshot>>

const SHIPPED: SnapshotOptions = {
  rulesDir: join(ROOT, 'rules'),
  localesDir: join(ROOT, 'locales'),
  maxResults: 50_000,
  defaultLanguage: undefined,
  contractText: readContractText(),
}

async function assembled({ snapshot }: Pick<First, 'snapshot'>): Promise<Snapshot> {
  if (snapshot === undefined) throw new Error('no snapshot')
  return assembleSnapshot(snapshot)
}

t.test('what the build left is used, and answers as the same files compiled now', async (t) => {
  const first = await firstSnapshot(SHIPPED)
  t.ok(first.isPrebuilt, 'the shipped rules need no compiling')
  const now = await prepareSnapshot(SHIPPED)
  t.equal(first.fingerprint, now.fingerprint)
  t.strictSame(first.snapshot?.document, now.snapshot?.document)
  const [prebuilt, compiled] = [await assembled(first), await assembled(now)]
  t.equal(prebuilt.revision, compiled.revision)
  t.equal(prebuilt.defaultLanguage, compiled.defaultLanguage)
  t.strictSame(prebuilt.pages, compiled.pages, 'the contract, as it is served, byte for byte')
  t.throws(() => Object.assign(first.snapshot?.model.source ?? {}, { revision: '' }), TypeError, 'frozen')
  const books = [first, now].map(({ snapshot }) => {
    if (snapshot === undefined) throw new Error('no snapshot')
    return createRuleset(snapshot.model, snapshot.lexicons, snapshot.maxResults)
  })
  const [ruleset, other] = books
  if (ruleset === undefined || other === undefined) throw new Error('no ruleset')
  t.ok(isDeepStrictEqual(ruleset.model, other.model), 'the model, cell by cell')
  t.ok(isDeepStrictEqual(ruleset.lexicons, other.lexicons), 'the words')
  const random = seeded(14)
  for (let i = 0; i < 200; i++) {
    const fields = inGroups(ruleset, randomHorse(ruleset.model.source, random))
    const answers = [prebuilt, compiled].map(({ ruleset }) =>
      JSON.stringify(coatsOf(ruleset).result(fields, 'fr')),
    )
    if (answers[0] !== answers[1]) t.equal(answers[0], answers[1])
  }
  const genes = [prebuilt, compiled].map(({ ruleset }) => JSON.stringify(coatsOf(ruleset).genes({}, 'en')))
  t.equal(genes[0], genes[1])
})

/** A small rule set beside its prebuilt snapshot. */
async function prebuiltUnicorn(t: Test): Promise<{ options: SnapshotOptions; file: string }> {
  const folder = t.testdir()
  writeFiles(folder, GOOD)
  const options: SnapshotOptions = {
    ...SHIPPED,
    rulesDir: join(folder, 'rules'),
    localesDir: join(folder, 'locales'),
    maxResults: 1000,
  }
  const file = join(folder, 'prebuilt.bin')
  const { snapshot, fingerprint } = await firstSnapshot(options, file)
  if (snapshot === undefined) throw new Error('a good rule set is none')
  writePrebuilt(file, keyOf(fingerprint, options.contractText), snapshot)
  return { options, file }
}

const nameOfPearl = async (first: First): Promise<unknown> =>
  coatsOf((await assembled(first)).ruleset).result(PEARL, 'en').body.translate

t.test('it is used wherever the folders lie, as long as they are the same', async (t) => {
  const { options, file } = await prebuiltUnicorn(t)
  const first = await firstSnapshot(options, file)
  t.ok(first.isPrebuilt)
  t.equal(await nameOfPearl(first), 'Pearl')

  const elsewhere = join(options.rulesDir, '../elsewhere')
  cpSync(options.rulesDir, join(elsewhere, 'rules'), { recursive: true })
  cpSync(options.localesDir, join(elsewhere, 'locales'), { recursive: true })
  const moved = { rulesDir: join(elsewhere, 'rules'), localesDir: join(elsewhere, 'locales') }
  t.ok((await firstSnapshot({ ...options, ...moved }, file)).isPrebuilt)
})

t.test('edited rules are what is served', async (t) => {
  const { options, file } = await prebuiltUnicorn(t)
  writeFiles(join(options.rulesDir, '..'), RENAMED)
  const first = await firstSnapshot(options, file)
  t.notOk(first.isPrebuilt)
  t.equal(await nameOfPearl(first), 'Nacre')

  writeFiles(join(options.rulesDir, '..'), GOOD)
  t.ok((await firstSnapshot(options, file)).isPrebuilt, 'and the old ones when they are back')
  const horn = join(options.rulesDir, 'genes/horn.yaml')
  writeFileSync(horn, `${readFileSync(horn, 'utf8')}#`)
  t.notOk((await firstSnapshot(options, file)).isPrebuilt, 'one byte more, though it says nothing')
})

/** All that is served of a snapshot, beside its answers. */
function servedOf({ snapshot }: Pick<First, 'snapshot'>): unknown {
  if (snapshot === undefined) return undefined
  const { checks, pages, document, maxResults, defaultLanguage } = snapshot
  return { checks, pages, document: JSON.stringify(document), maxResults, defaultLanguage }
}

/** What is answered where the settings matter: without a language, at the most results and beyond. */
function answersOf({ ruleset, defaultLanguage }: Snapshot): readonly unknown[] {
  const coats = coatsOf(ruleset)
  const parent = { base: { agouti: ['A', 'a'], extension: ['E', 'e'] }, others: { matp: ['Cr', 'n'] } }
  const cross = { mother: parent, father: parent }
  const { maxResults } = coats
  const asked: readonly Fields[] = [
    parent,
    cross,
    { ...cross, group_by: 'coat' },
    { ...cross, limit: String(maxResults) },
    { ...cross, limit: String(maxResults + 1) },
  ]
  return asked.map((fields) => {
    try {
      const { body } =
        'mother' in fields ? coats.offspring(fields, defaultLanguage) : coats.result(fields, defaultLanguage)
      return JSON.stringify(body)
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
      return JSON.stringify(errorBody(error))
    }
  })
}

const settingsOf = ({ maxResults, defaultLanguage }: SnapshotOptions): string =>
  `MAX_RESULTS=${maxResults}, DEFAULT_LANG=${defaultLanguage ?? 'unset'}`

t.test('under other settings the shipped rules need no compiling either, and it shows nowhere', async (t) => {
  const others: readonly Partial<SnapshotOptions>[] = [
    { maxResults: 10, defaultLanguage: 'de' },
    { maxResults: 1_000, defaultLanguage: 'en' },
    { maxResults: 1_000_000 },
  ]
  for (const other of others) {
    const options = { ...SHIPPED, ...other }
    const [first, now] = [await firstSnapshot(options), await prepareSnapshot(options)]
    t.ok(first.isPrebuilt, settingsOf(options))
    t.strictSame(servedOf(first), servedOf(now), settingsOf(options))
    t.strictSame(answersOf(await assembled(first)), answersOf(await assembled(now)), settingsOf(options))
  }
})

t.test('under any settings the document is the same, and what was built is served', async (t) => {
  const { options, file } = await prebuiltUnicorn(t)
  const built = prebuiltSnapshot(options, file).snapshot
  for (const defaultLanguage of [undefined, 'en'])
    for (const maxResults of [1, 100_001]) {
      const other = { ...options, maxResults, defaultLanguage }
      const [left, now] = [prebuiltSnapshot(other, file), await prepareSnapshot(other)]
      t.strictSame(left.snapshot?.document, built?.document)
      t.strictSame(servedOf(left), servedOf(now), settingsOf(other))
    }
})

t.test('another contract is another snapshot, and a language that is not theirs is none', async (t) => {
  const { options, file } = await prebuiltUnicorn(t)
  const contractText = options.contractText.replace(/^( {2}version: )\S+$/m, '$19.9.9')
  const other = await firstSnapshot({ ...options, contractText }, file)
  t.notOk(other.isPrebuilt)
  t.equal((await assembled(other)).contract.version, '9.9.9')

  t.match(await firstSnapshot({ ...options, defaultLanguage: 'xx' }, file), {
    isPrebuilt: false,
    snapshot: undefined,
    settingFault: /xx/,
  })
  t.match(prebuiltSnapshot({ ...options, defaultLanguage: 'xx' }, file), { settingFault: /xx/ }, 'uncompiled')
})

t.test('a file that is not whole, or another’s, is passed over', async (t) => {
  const { options, file } = await prebuiltUnicorn(t)
  const whole = readFileSync(file)
  const alteredAt = (index: number): Buffer => {
    const bytes = Buffer.from(whole)
    bytes[index] = (bytes[index] ?? 0) ^ 1
    return bytes
  }
  const files = {
    'an empty file': Buffer.alloc(0),
    'half a head': whole.subarray(0, 40),
    'nothing behind the head': whole.subarray(0, 64),
    'a file cut off': whole.subarray(0, -1),
    'a file with more behind it': Buffer.concat([whole, Buffer.of(0)]),
    'one bit of its key': alteredAt(3),
    'one bit of its digest': alteredAt(40),
    'one bit of its content': alteredAt(whole.length >> 1),
    'another kind of file': Buffer.from('rules: []\n'.repeat(100)),
    'what is shipped': readFileSync(PREBUILT_FILE),
  }
  for (const [what, bytes] of Object.entries(files)) {
    writeFileSync(file, bytes)
    t.equal(prebuiltSnapshot(options, file).snapshot, undefined, what)
  }
  const first = await firstSnapshot(options, file)
  t.notOk(first.isPrebuilt)
  t.equal(await nameOfPearl(first), 'Pearl', 'and the rules are compiled')
  writeFileSync(file, whole)
  t.ok((await firstSnapshot(options, file)).isPrebuilt)
  t.notOk((await firstSnapshot(options, join(file, 'nowhere'))).isPrebuilt, 'no file at all')
})

t.test('a file from another code is passed over: a byte of code, of a schema, another package', async (t) => {
  const folder = t.testdir()
  for (const part of ['build/src', 'src/rules/schemas', 'rules', 'locales', 'openapi.yaml', 'package.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const imported = (file: string): Promise<unknown> =>
    import(pathToFileURL(join(folder, 'build/src/service/snapshot', file)).href)
  const first = (await imported('first-snapshot.js')) as { firstSnapshot: typeof firstSnapshot }
  const { fingerprint, isPrebuilt: isTaken } = await first.firstSnapshot(SHIPPED)
  t.ok(isTaken, 'a copy of all of it will do')
  const copy = (await imported('first-snapshot.js')) as typeof prebuilt
  // What a start asks; it would compile the shipped rules at each no.
  const isPrebuilt = (): boolean =>
    copy.readPrebuilt(copy.PREBUILT_FILE, copy.keyOf(fingerprint, SHIPPED.contractText)) !== undefined
  t.ok(isPrebuilt())
  for (const part of ['build/src/model/compile/fill-table.js', 'src/rules/schemas/gene.schema.json']) {
    appendFileSync(join(folder, part), '\n')
    t.notOk(isPrebuilt(), part)
    cpSync(join(ROOT, part), join(folder, part))
    t.ok(isPrebuilt(), `${part} is what it was`)
  }
  const ours = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, object>
  const isTakenIn = (changed: Readonly<Record<string, unknown>>): boolean => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...ours, ...changed }))
    return isPrebuilt()
  }
  t.notOk(isTakenIn({ dependencies: { ...ours['dependencies'], yaml: '1.0.0' } }), 'another library')
  t.notOk(isTakenIn({ version: '9.9.9' }), 'another version')
  t.ok(isTakenIn({ name: '@published/robe', scripts: {} }), 'a package may be published under another name')
  rmSync(join(folder, 'build/src/workbench/examples/examples.js.map'))
  t.ok(isPrebuilt(), 'what no snapshot is made by does not matter')
})

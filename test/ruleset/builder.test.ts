/**
 * The thread that prepares snapshots: what it hands over is what this thread would have made, and whatever becomes of
 * it, there is an answer.
 */
import { coatsOf } from '../support/coats.js'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { createBuilder, type BuildAnswer, type Builder } from '../../src/service/snapshot/builder.js'
import { assembleSnapshot } from '../../src/service/snapshot/snapshot.js'
import { prepareSnapshot, type SnapshotOptions } from '../../src/service/snapshot/prepare.js'
import { readContractText } from '../../src/service/http/contract/contract-file.js'
import { BAD, GOOD, ONLY_FRENCH, PEARL, RENAMED, writeFiles } from '../process/unicorn-snapshots.js'

interface Limits {
  readonly milliseconds?: number
  readonly idleTimeout?: number
  readonly resourceLimits?: { readonly maxOldGenerationSizeMb: number }
}

function optionsIn(folder: string): SnapshotOptions {
  return {
    rulesDir: join(folder, 'rules'),
    localesDir: join(folder, 'locales'),
    maxResults: 1000,
    defaultLanguage: 'en',
    contractText: readContractText(),
  }
}

function builderOf(t: Test, options: SnapshotOptions, script?: string, limits: Limits = {}): Builder {
  const { milliseconds = 60_000, ...others } = limits
  const file = script === undefined ? undefined : scriptFile(t, script)
  const builder = createBuilder(options, file, milliseconds, others)
  t.teardown(builder.close)
  return builder
}

function scriptFile(t: Test, text: string): URL {
  return pathToFileURL(join(t.testdir({ 'thread.mjs': text }), 'thread.mjs'))
}

/** Waiting for a thread alone keeps no process alive, nor a test. */
async function awake<Value>(promise: Promise<Value>): Promise<Value> {
  const hold = setInterval(() => {}, 1000)
  return promise.finally(() => clearInterval(hold))
}

async function build(builder: Builder, known?: string): Promise<BuildAnswer> {
  return awake(builder.build(known))
}

t.test('a snapshot handed over is the one that this thread prepares, and answers alike', async (t) => {
  const folder = t.testdir()
  writeFiles(folder, RENAMED)
  const options = optionsIn(folder)
  const builder = builderOf(t, options)
  const answer = await build(builder)
  const own = await prepareSnapshot(options)
  if (answer.kind !== 'snapshot' || own.snapshot === undefined) return t.fail('no snapshot')
  t.equal(answer.fingerprint, own.fingerprint)
  t.strictSame(answer.snapshot.document, own.snapshot.document)
  t.strictSame(answer.snapshot.pages, own.snapshot.pages)
  t.equal(answer.snapshot.checks, own.snapshot.checks)
  t.strictSame(answer.snapshot.model.tables, own.snapshot.model.tables)

  const here = await assembleSnapshot(own.snapshot)
  let turns = 0
  const counting = (): unknown => (turns++, (next = setImmediate(counting)))
  let next = setImmediate(counting)
  const there = await assembleSnapshot(answer.snapshot)
  clearImmediate(next)
  t.ok(turns > 2, 'it lets the event loop go between its steps')
  t.equal(there.ruleset.version, here.ruleset.version)
  const [ours, theirs] = [here, there].map(({ ruleset }) => coatsOf(ruleset).result(PEARL, 'fr'))
  t.strictSame(theirs, ours)
  t.match(theirs, { body: { translate: 'Nacre' }, language: 'en' })
  for (const fields of [
    PEARL,
    {},
    { base: { horn: ['S'] } },
    { base: 1, lang: 'xx' },
    { ...PEARL, limit: 1 },
  ]) {
    const faults = [here, there].map(({ contract }) =>
      contract.operations.map(({ requestFault, answerFault }) => [
        requestFault(fields),
        answerFault(200, fields),
      ]),
    )
    t.strictSame(faults[1], faults[0], JSON.stringify(fields))
  }
  const { source } = answer.snapshot.model
  t.throws(() => Object.assign(source, { revision: '' }), TypeError, 'what arrives is frozen again')

  t.strictSame(
    await build(builder, own.fingerprint),
    { kind: 'unchanged' },
    'known files are not looked at twice',
  )
})

t.test('what is wrong is told: each bad rule set, and a default language that is gone', async (t) => {
  const folder = t.testdir()
  const builder = builderOf(t, optionsIn(folder))
  for (const { what, files, why } of BAD) {
    writeFiles(folder, files)
    const answer = await build(builder)
    t.match(answer, { kind: 'refused', fingerprint: /^[0-9a-f]{64}$/, why: [why] }, what)
  }
  writeFiles(folder, GOOD)
  t.match(await build(builder), { kind: 'snapshot' })

  const french = t.testdir()
  writeFiles(french, ONLY_FRENCH)
  const refused = await build(builderOf(t, optionsIn(french)))
  t.match(refused, { kind: 'refused', why: ['DEFAULT_LANG="en": expected fr'] })
})

const FAULTS = [
  { what: 'that throws', script: 'throw new Error("it fell over")', why: /it fell over/ },
  { what: 'that ends', script: 'process.exit(3)', why: /exited with code: 3/ },
  {
    what: 'that takes too long',
    script: 'for (;;) {}',
    why: /more than 0\.4 s/,
    limits: { milliseconds: 400 },
  },
  {
    what: 'that never answers',
    script: 'export const answer = () => new Promise(() => setInterval(() => {}, 1000))',
    why: /more than 0\.4 s/,
    limits: { milliseconds: 400 },
  },
  {
    what: 'that takes too much memory',
    script: 'const all = []; for (;;) all.push(new Array(1000).fill({}))',
    why: /memory/,
    limits: { resourceLimits: { maxOldGenerationSizeMb: 20 } },
  },
]

for (const { what, script, why, limits } of FAULTS) {
  t.test(
    `a thread ${what} is a refusal with its reason, and the next question gets a new thread`,
    async (t) => {
      const options = optionsIn(t.testdir())
      const builder = builderOf(t, options, script, limits)
      for (const _ of [1, 2])
        t.match(await build(builder), { kind: 'refused', fingerprint: undefined, why: [why] })
    },
  )
}

t.test('a thread is kept for the next question, and not for ever', async (t) => {
  const counting = `
    import { threadId } from 'node:worker_threads'
    export const answer = () => ({ kind: 'refused', fingerprint: 'f', why: [String(threadId)] })`
  const builder = builderOf(t, optionsIn(t.testdir()), counting, { idleTimeout: 300 })
  const thread = async (): Promise<unknown> => {
    const answer = await build(builder)
    return answer.kind === 'refused' ? answer.why[0] : answer
  }
  const first = await thread()
  t.equal(await thread(), first)
  await new Promise((resolve) => setTimeout(resolve, 900))
  t.not(await thread(), first)
})

t.test('closing answers whoever waits, at once', async (t) => {
  const waits = 'export const answer = () => new Promise(() => setInterval(() => {}, 1000))'
  const builder = builderOf(t, optionsIn(t.testdir()), waits)
  const waiting = builder.build()
  builder.close()
  t.match(await waiting, { kind: 'refused', fingerprint: undefined })
})

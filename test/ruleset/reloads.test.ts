/**
 * The order of events of a reload, with a builder that answers what the test says.
 */
import t from 'tap'
import type { BuildAnswer, Builder } from '../../src/service/snapshot/builder.js'
import {
  assembleSnapshot,
  type Snapshot,
  type PreparedSnapshot,
} from '../../src/service/snapshot/snapshot.js'
import { prepareSnapshot } from '../../src/service/snapshot/prepare.js'
import { createReloads, type Outcome, type Reloads } from '../../src/service/snapshot/reloads.js'
import { readContractText } from '../../src/service/http/contract/contract-file.js'
import { GOOD, RENAMED, writeFiles } from '../process/unicorn-snapshots.js'

const NOON = Date.UTC(2026, 10, 21, 12)

async function prepared(files: typeof GOOD): Promise<PreparedSnapshot> {
  const folder = t.testdir()
  writeFiles(folder, files)
  const options = { maxResults: 1000, defaultLanguage: undefined, contractText: readContractText() }
  const { snapshot } = await prepareSnapshot({
    ...options,
    rulesDir: `${folder}/rules`,
    localesDir: `${folder}/locales`,
  })
  if (snapshot === undefined) throw new Error('a good rule set is none')
  return snapshot
}

const good = await prepared(GOOD)
const renamed = await prepared(RENAMED)
const [GOOD_VERSION, RENAMED_VERSION] = [good, renamed].map(
  ({ model }) => `${model.version}+${model.revision.slice(0, 12)}`,
)

interface Scene {
  readonly reloads: Reloads
  /** What the builder was asked, in order. */
  readonly asked: readonly (string | undefined)[]
  /** Answers the question that waits; waits for one if there is none yet. */
  readonly answer: (given: BuildAnswer) => Promise<void>
  readonly outcomes: readonly Outcome[]
  readonly log: readonly string[]
  readonly serving: () => string
  /** Waits until nothing more happens. */
  readonly settled: () => Promise<void>
}

async function scene(): Promise<Scene> {
  let snapshot: Snapshot = await assembleSnapshot(good)
  const asked: (string | undefined)[] = []
  let waiting: ((answer: BuildAnswer) => void) | undefined
  let atOnce = 0
  const builder: Builder = {
    build: (known) => {
      if (++atOnce > 1) throw new Error('two builds at once')
      asked.push(known)
      return new Promise((resolve) => {
        waiting = (answer) => {
          atOnce -= 1
          waiting = undefined
          resolve(answer)
        }
      })
    },
    close: () => waiting?.({ kind: 'refused', fingerprint: undefined, why: ['closed'] }),
  }
  const outcomes: Outcome[] = []
  const log: string[] = []
  const write =
    (level: string) =>
    (_: unknown, message?: unknown): void =>
      void log.push(`${level}: ${String(message)}`)
  const reloads = createReloads({
    builder,
    clock: { now: () => NOON },
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    serving: () => snapshot,
    swap: (next) => (snapshot = next),
    observe: (outcome) => outcomes.push(outcome),
    fingerprint: 'good',
  })
  const turns = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    reloads,
    asked,
    outcomes,
    log,
    serving: () => snapshot.ruleset.version,
    answer: async (given) => {
      for (let i = 0; waiting === undefined && i < 200; i++)
        await new Promise((resolve) => setTimeout(resolve, 10))
      if (waiting === undefined) throw new Error('nothing was asked')
      waiting(given)
      await turns(30)
    },
    settled: () => turns(30),
  }
}

const snapshot = (fingerprint: string, of: PreparedSnapshot): BuildAnswer => ({
  kind: 'snapshot',
  fingerprint,
  snapshot: of,
})
const refused = (fingerprint: string | undefined, ...why: readonly string[]): BuildAnswer => ({
  kind: 'refused',
  fingerprint,
  why,
})

t.test('a change that is good is swapped in', async (t) => {
  const { reloads, asked, answer, outcomes, log, serving } = await scene()
  reloads.request('watch')
  t.strictSame(asked, ['good'])
  t.equal(serving(), GOOD_VERSION)
  await answer(snapshot('renamed', renamed))
  t.equal(serving(), RENAMED_VERSION)
  t.strictSame(outcomes, ['swapped'])
  t.equal(log.length, 1)
  t.equal(reloads.refusal(), undefined)
  reloads.request('watch')
  t.strictSame(asked[1], 'renamed', 'the files that are served now need no second look')
})

t.test('files that were touched and say what they said are nothing to speak of', async (t) => {
  const { reloads, answer, outcomes, log } = await scene()
  reloads.request('watch')
  await answer({ kind: 'unchanged' })
  t.strictSame([outcomes, log], [[], []])
})

t.test('other words for the same rules do not swap, but a SIGHUP is answered', async (t) => {
  const { reloads, asked, answer, outcomes, log } = await scene()
  reloads.request('signal')
  t.strictSame(asked, [undefined])
  await answer(snapshot('with a comment', good))
  t.strictSame(outcomes, ['unchanged'])
  t.match(log, [/^info: .* already$/])
})

t.test('a change that cannot be used is looked at again before it is told', async (t) => {
  const { reloads, asked, answer, outcomes, log, serving } = await scene()
  reloads.request('watch')
  await answer(refused('half', 'rules/a.yaml:1:1 PARSE it ends'))
  t.strictSame([outcomes, log, reloads.refusal()], [[], [], undefined], 'nothing is told yet')
  await answer(snapshot('whole', renamed))
  t.strictSame(asked[1], 'half')
  t.strictSame(outcomes, ['swapped'], 'it was only half written')
  t.equal(serving(), RENAMED_VERSION)

  reloads.request('watch')
  await answer(refused('bad', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'))
  await answer({ kind: 'unchanged' })
  t.strictSame(outcomes, ['swapped', 'refused'])
  t.strictSame(reloads.refusal(), {
    at: '2026-11-21T12:00:00.000Z',
    why: ['first', 'second', 'third', 'fourth', 'fifth'],
    more: 2,
  })
  t.equal(log.at(-1), `warn: rules refused, ${RENAMED_VERSION} goes on: first (and 6 more)`)
  t.equal(serving(), RENAMED_VERSION)

  reloads.request('watch')
  await answer(snapshot('whole again', renamed))
  t.equal(reloads.refusal(), undefined, 'the files are what is served again')
})

t.test('a SIGHUP says that the files are whole: what is wrong is told at once', async (t) => {
  const { reloads, asked, answer, outcomes } = await scene()
  reloads.request('signal')
  await answer(refused('bad', 'why'))
  t.strictSame(outcomes, ['refused'])
  t.equal(asked.length, 1)
})

t.test('what is asked for during a build is one build afterwards, never two at once', async (t) => {
  const { reloads, asked, answer, outcomes, settled } = await scene()
  reloads.request('watch')
  for (let i = 0; i < 5; i++) reloads.request('watch')
  reloads.request('signal')
  reloads.request('watch')
  await settled()
  t.equal(asked.length, 1)
  await answer(snapshot('renamed', renamed))
  t.strictSame(asked, ['good', undefined], 'the SIGHUP among them is not forgotten')
  await answer(snapshot('renamed', renamed))
  await settled()
  t.equal(asked.length, 2)
  t.strictSame(outcomes, ['swapped', 'unchanged'])
})

t.test('a build that never came to judge leaves the files to be judged again', async (t) => {
  const { reloads, asked, answer, outcomes, serving } = await scene()
  reloads.request('watch')
  await answer(refused(undefined, 'the rules could not be checked: it fell over'))
  t.strictSame(outcomes, ['refused'])
  t.equal(serving(), GOOD_VERSION)
  reloads.request('watch')
  t.strictSame(asked[1], undefined)
})

t.test('a snapshot that cannot be put together is refused, and the defect logged', async (t) => {
  const { reloads, answer, outcomes, log, serving } = await scene()
  reloads.request('signal')
  await answer(snapshot('broken', { ...renamed, checks: 'exports.none = 1' }))
  t.strictSame(outcomes, ['refused'])
  t.match(log, [/^error: /, /^warn: rules refused/])
  t.equal(serving(), GOOD_VERSION)
})

t.test('a stop drops what is under way', async (t) => {
  const { reloads, asked, outcomes, log, settled, serving } = await scene()
  reloads.request('watch')
  reloads.request('signal')
  reloads.close()
  await settled()
  reloads.request('signal')
  await settled()
  t.equal(asked.length, 1)
  t.strictSame([outcomes, log], [[], []])
  t.equal(serving(), GOOD_VERSION)
})

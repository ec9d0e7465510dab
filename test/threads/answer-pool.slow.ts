/**
 * What threads can do wrong: their questions are told so, and the next ones find a new thread.
 */
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import type { KeyRecord } from '../../src/access/ports.js'
import { ClientError } from '../../src/operations/client-error.js'
import type { ByteStream } from '../../src/service/http/fairness/answer-threads.js'
import { createAnswerPool, type AnswerPool } from '../../src/service/threads/answer-pool.js'
import type { ThreadRules } from '../../src/service/threads/answer-thread.js'
import { createTurns, type Turns } from '../../src/service/threads/turns.js'

interface Tried {
  readonly pool: AnswerPool
  readonly turns: Turns
  readonly lost: readonly string[]
  /** What was logged as an error. */
  readonly errors: readonly string[]
  readonly ask: (act: string, isPlain?: boolean) => Promise<string>
}

function tried(t: Test, milliseconds = 10_000, threads = 1): Tried {
  const lost: string[] = []
  const turns = createTurns({ most: 1, mostOfOneKey: 1, refusalsASecond: 20 }, Date.now)
  const errors: string[] = []
  const quiet = (): void => {}
  const pool = createAnswerPool({
    rules: {} as ThreadRules,
    turns,
    threads,
    log: {
      info: quiet,
      warn: quiet,
      error: (...words: readonly unknown[]) => void errors.push(String(words.at(-1))),
    },
    onLost: (reason) => lost.push(reason),
    milliseconds,
    script: new URL('./unruly-thread.js', import.meta.url),
  })
  t.teardown(() => pool.close())
  const key = { id: 1, plan: 'free' } as KeyRecord
  const ask = async (act: string, isPlain = false): Promise<string> => {
    const made = await pool.ask({
      endpoint: 'coats.generateChild',
      fields: { act },
      language: 'en',
      isPlain,
      key,
      isGone: () => false,
    })
    return made instanceof Uint8Array ? new TextDecoder().decode(made) : await readAll(made)
  }
  return { pool, turns, lost, errors, ask }
}

async function readAll(stream: ByteStream): Promise<string> {
  let text = ''
  try {
    for (let next = await stream.next(); next !== undefined; next = await stream.next())
      text += new TextDecoder().decode(next)
  } finally {
    stream.close()
  }
  return text
}

/** Resolves when every turn was given back, which is a moment after the last answer. */
async function given(turns: Turns): Promise<void> {
  while (turns.running() > 0) await delay(5)
}

const UNAVAILABLE = { code: 'SERVICE_UNAVAILABLE' }
const isUnavailable = (error: unknown): boolean =>
  error instanceof ClientError && error.code === 'SERVICE_UNAVAILABLE'

t.test('a thread past its time is ended, and the next question finds a new one', async (t) => {
  const { ask, turns, lost } = tried(t, 1_500)
  const before = await ask('answer')
  await t.rejects(ask('work for ever'), UNAVAILABLE)
  const after = await ask('answer')
  t.not(after, before, 'another thread')
  t.match(after, /false$/, 'and not this one')
  t.same(lost, ['time'])
  await given(turns)
})

t.test(
  'a question that timed out is not tried again, and both refusals are free of charge, unless it is plain',
  async (t) => {
    const { ask, lost } = tried(t, 1_500)
    await t.rejects(ask('work for ever'), UNAVAILABLE)
    await t.rejects(ask('work for ever'), { ...UNAVAILABLE, message: /does not try it again within an hour/ })
    t.same(lost, ['time'], 'no thread was asked again')
    t.match(await ask('answer'), /^thread/, 'other questions are answered')

    const plain = tried(t, 1_500)
    await t.rejects(plain.ask('work for ever', true), UNAVAILABLE)
    await t.rejects(plain.ask('work for ever', true), UNAVAILABLE)
    t.same(plain.lost, ['time', 'time'])
  },
)

t.test(
  'a thread that fails between two questions ends nothing else, and the next question finds a new one',
  async (t) => {
    const { ask, errors } = tried(t)
    const before = await ask('answer')
    t.equal(await ask('answer and throw later'), 'done')
    while (errors.length === 0) await delay(20)
    t.same(errors, ['an idle thread was lost'])
    t.not(await ask('answer'), before, 'another thread')
  },
)

t.test('threads that cannot be made cost their question only, and the next one tries again', async (t) => {
  const { ask, turns, pool } = tried(t, 1_500, -1)
  await t.rejects(ask('answer'), { name: 'TypeError' })
  t.equal(turns.running(), 0, 'the turn is given back')
  await t.rejects(ask('answer'), { name: 'TypeError' })
  await pool.close()
})

t.test('an answer that has begun breaks off with its thread', async (t) => {
  const { ask, turns } = tried(t, 1_500)
  await t.rejects(ask('begin and work for ever'), UNAVAILABLE)
  t.match(await ask('answer'), /^thread/)
  await given(turns)
})

for (const act of ['die', 'throw', 'take all memory'])
  t.test(
    `a question over which a thread does "${act}" is told so, and the next one is answered`,
    async (t) => {
      const { ask, turns, lost } = tried(t)
      const error = await ask(act).catch((caught: unknown) => caught)
      t.ok(isUnavailable(error), String(error))
      t.same(lost, ['fault'])
      t.match(await ask('answer'), /^thread/)
      await given(turns)
    },
  )

t.test('a thread that is done before its last bytes are here is not taken for a late one', async (t) => {
  const { ask, lost } = tried(t, 2_000)
  for (let i = 0; i < 20; i++) t.equal(await ask('answer in pieces'), '123')
  await delay(2_200)
  t.same(lost, [])
})

t.test('rules that were replaced answer what waited for them, and what came late', async (t) => {
  const { ask, pool, turns } = tried(t)
  const holding = await turns.take(2, 1)
  const waiting = ask('answer')
  const closed = pool.close()
  holding?.release()
  t.match(await waiting, /^thread/)
  await closed
  t.match(await ask('answer'), /^thread/)
})

t.test('who has gone by its turn is not worked for', async (t) => {
  const { pool, turns } = tried(t)
  const key = { id: 1, plan: 'free' } as KeyRecord
  const gone = pool.ask({
    endpoint: 'coats.generateChild',
    fields: { act: 'die' },
    language: 'en',
    isPlain: false,
    key,
    isGone: () => true,
  })
  await t.rejects(gone, UNAVAILABLE)
  t.equal(turns.running(), 0)
})

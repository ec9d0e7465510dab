/** The rows of a large cross while they arrive. */
import fc from 'fast-check'
import t from 'tap'
import { RobeClient, RobeError, type Possibility } from 'robe-client'
import { RowSplitter } from '../src/row-splitter.js'
import { BAY, LARGE } from './horses.js'
import { startProxy } from './proxy.js'
import { startService } from './service.js'

const { url, key } = await startService(t)
const robe = new RobeClient({ baseUrl: url, key })

t.test('rows and their summary are what the whole answer holds', async (t) => {
  for (const question of [LARGE, { mother: BAY, father: BAY, limit: 3, lang: 'fr' } as const]) {
    const { results, ...rest } = await robe.generateChild(question)
    const rows = robe.rows(question)
    const taken: Possibility[] = []
    t.equal(rows.summary, undefined)
    for await (const row of rows) taken.push(row)
    t.same(taken, results)
    t.same(rows.summary, rest)
  }
})

t.test('no more is read than the taken rows need', async (t) => {
  let pulled = 0
  const slow: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const reader = response.body?.getReader()
    const pull = async (controller: ReadableStreamDefaultController): Promise<void> => {
      const { done, value } = (await reader?.read()) ?? { done: true }
      pulled += 1
      if (done) controller.close()
      else controller.enqueue(value)
    }
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), response)
  }
  const rows = new RobeClient({ baseUrl: url, key, fetch: slow }).rows(LARGE)[Symbol.asyncIterator]()
  t.equal(pulled, 0, 'nothing is asked before the first row is')
  t.equal((await rows.next()).done, false)
  t.equal(pulled, 1)
  await rows.return()
})

t.test('a loop that is left ends the call', async (t) => {
  const proxy = await startProxy(t, url, { stopAfter: 40_000, then: 'silence' })
  const rows = new RobeClient({ baseUrl: proxy.url, key }).rows(LARGE)
  for await (const { coat } of rows) if (coat !== '') break
  await proxy.left
  t.equal(rows.summary, undefined)
})

t.test('an answer that breaks off is no shorter answer', async (t) => {
  const proxy = await startProxy(t, url, { stopAfter: 40_000, then: 'cut' })
  const broken = new RobeClient({ baseUrl: proxy.url, key })
  const rows = broken.rows(LARGE)
  await t.rejects(async () => {
    for await (const { coat } of rows) t.not(coat, '')
  })
  t.equal(rows.summary, undefined)
  await t.rejects(broken.generateChild(LARGE))
  const text = '{"results":[{"coat":"Bay"},{"co'
  const cut = new RobeClient({ baseUrl: url, key, fetch: async () => new Response(text) })
  await t.rejects(async () => {
    for await (const { coat } of cut.rows(LARGE)) t.equal(coat, 'Bay')
  }, RobeError)
  await t.rejects(cut.generateChild(LARGE), { name: 'RobeError', status: 200, code: undefined })
})

t.test('a refused question is refused when the loop begins', async (t) => {
  const rows = robe.rows({ mother: BAY, father: {} as typeof BAY })[Symbol.asyncIterator]()
  await t.rejects(rows.next(), { name: 'RobeError', code: 'VALIDATION_MISSING_FIELD', field: 'father.base' })
})

t.test('wherever text is cut, and on whichever side the rest stands, the rows are the same', async (t) => {
  const row = fc.dictionary(fc.string(), fc.jsonValue())
  const rest = fc.dictionary(fc.string(), fc.jsonValue())
  fc.assert(
    fc.property(
      fc.array(row),
      rest,
      rest,
      fc.boolean(),
      fc.array(fc.nat()),
      (rows, before, after, indented, cuts) => {
        const { results: _, ...beside } = { ...before, ...after, results: null }
        const whole = JSON.stringify({ ...before, results: rows, ...beside }, null, indented ? 2 : undefined)
        const ends = cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b)
        const splitter = new RowSplitter()
        const taken = [0, ...ends].flatMap((from, place) =>
          splitter.take(whole.slice(from, ends[place] ?? whole.length)),
        )
        t.strictSame(taken, JSON.parse(JSON.stringify(rows)))
        t.strictSame(splitter.end(), JSON.parse(JSON.stringify(beside)))
      },
    ),
    { numRuns: 300, seed: 20261123 },
  )
})

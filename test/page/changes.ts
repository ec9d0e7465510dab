/** What a change draws anew, which is what it costs: an answer once, and of its coats only those that were not there. */
import type { Test } from 'tap'
import type { Visit } from '../browser/chromium.js'
import { PARENTS } from './questions.js'
import { go, until, type PageTest } from './on-page.js'

/** Counts from here how often the chart is drawn, and marks the coats that stand in it. */
const WATCH = `{
  globalThis.timesDrawn = 0
  const chart = document.querySelector('.chart')
  new MutationObserver((all) => (timesDrawn += all.length)).observe(chart, { childList: true })
  for (const each of chart.querySelectorAll('a')) each.dataset.before = ''
}`

/** What the coats of the chart lead to: which foal each of them is. */
async function foals(visit: Visit, which = ''): Promise<readonly string[]> {
  const hrefs = `[...document.querySelectorAll('.chart a${which}')].map(({ hash }) => hash)`
  return (await visit.ask(hrefs)) as readonly string[]
}

export async function checkChanges(t: Test, { open }: PageTest): Promise<void> {
  const visit = await open('')
  await go(visit, `foal&${PARENTS}&lang=en`)
  await until(visit, `document.querySelector('.chart .thumbnail[src]')`)
  await visit.ask(WATCH)
  const before = await foals(visit)

  await visit.ask(
    `document.querySelector('[data-parent=mother] [data-gene=champagne] [value="Ch/n"]').click()`,
  )
  await until(visit, `timesDrawn > 0 && !document.querySelector('[aria-busy]')`)
  t.equal(await visit.ask('timesDrawn'), 1, 'an answer that comes whole is drawn once')
  const after = await foals(visit)
  const kept = await foals(visit, '[data-before]')
  t.same(
    kept,
    after.filter((each) => before.includes(each)),
    'a foal that is there again is the one that was there',
  )
  t.ok(kept.length > 0 && kept.length < after.length, 'some are, others are new')
  t.ok(
    await visit.ask(`document.querySelector('.chart th:has([data-before]) .thumbnail[src]')`),
    'its picture needs not come again',
  )

  await visit.ask(`{
    for (const each of document.querySelectorAll('.chart a')) each.dataset.before = ''
    document.querySelector('.tools input').dispatchEvent(new Event('input'))
  }`)
  t.equal(await visit.ask('timesDrawn'), 2)
  t.same(await foals(visit, '[data-before]'), after, 'what is drawn again is the same foals')
  t.same(visit.complaints, [])
}

/**
 * The page of a real service in a real browser, and what tests ask of it again and again.
 * Leaves to others: the browser itself (test/browser/chromium.ts).
 */
import type { Test } from 'tap'
import { startChromium, type Browser, type Screen, type Visit } from '../browser/chromium.js'
import { startService, type Service, type ServiceOptions } from '../http/service.js'

export const WIDE: Screen = { width: 1440, height: 900 }

/** How long a page may take at most to show what a test waits for. */
const PATIENCE_MS = 20_000

/** That the view is there with its answer. */
const SHOWN = `!document.querySelector('[aria-busy], .view[data-old]') &&
  [...document.querySelectorAll('.headline, .coat, .count, .follows, .answer .banner, .prompt')]
    .some((each) => each.checkVisibility() && each.textContent)`

/** Follows a link within the page to another state of it, and waits until it is shown. */
export async function go(visit: Visit, hash: string): Promise<void> {
  await visit.ask(`{
    const view = document.querySelector('.view')
    if (location.hash !== ${JSON.stringify(`#${hash}`)}) view.dataset.old = ''
    location.hash = ${JSON.stringify(hash)}
  }`)
  await showing(visit)
}

/** Waits until the view is there with its answer. */
export async function showing(visit: Visit): Promise<void> {
  await until(visit, SHOWN)
}

/** The texts of all elements there are. */
export async function textsOf(visit: Visit, selector: string): Promise<readonly string[]> {
  const found = `[...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => each.textContent)`
  return (await visit.ask(found)) as readonly string[]
}

export interface PageTest {
  readonly service: Service
  readonly browser: Browser
  /** Opens the page and waits until it can be used. @param hash what stands after `#` */
  readonly open: (hash: string, screen?: Screen) => Promise<Visit>
}

export async function startPage(t: Test, options: ServiceOptions = {}): Promise<PageTest> {
  const service = await startService(t, { pages: 'shipped', ...options })
  const browser = startChromium()
  t.teardown(() => browser.close())
  const open = async (hash: string, screen = WIDE): Promise<Visit> => {
    const visit = await browser.visit(`${service.url}/#${hash}`, screen)
    await showing(visit)
    return visit
  }
  return { service, browser, open }
}

/** Waits for an expression to be true on the page, and answers its value. */
export async function until(visit: Visit, expression: string): Promise<unknown> {
  const value = await visit.ask(`new Promise((resolve) => {
    const began = performance.now()
    const look = () => {
      const value = ${expression}
      if (value || performance.now() - began > ${PATIENCE_MS}) resolve(value)
      else requestAnimationFrame(look)
    }
    look()
  })`)
  if (!value) throw new Error(`never true: ${expression}\n${visit.complaints.join('\n')}`)
  return value
}

/** The text of the first element there is. */
export function textOf(visit: Visit, selector: string): Promise<unknown> {
  return visit.ask(`document.querySelector(${JSON.stringify(selector)})?.textContent`)
}

/**
 * The reference page in a real browser, with the headers of the service.
 * Leaves to others: what the page says (reference-page.test.ts).
 */
import t from 'tap'
import { renderReference } from '../../src/pages/reference/reference.js'
import { hasChromium, PACKAGE, startChromium } from './chromium.js'
import { hostileDocument } from './hostile-document.js'
import { servePage } from './page-server.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { committedDocument } from '../contract/conformance.js'

const { loci } = (await shippedRuleset()).model.source

const SCREENS = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]
/** Browsers ask for it unbidden; the service has none. */
const UNBIDDEN = /\/favicon\.ico$/

/** Elements that stick out of the screen. */
const STICKING_OUT = `[...document.querySelectorAll('body *:not(.skip)')]
  .filter((e) => e.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
  .map((e) => e.outerHTML.slice(0, 120))`

const missing = !hasChromium()
// CI may say 1 or true, and anything else that it sets.
if (missing && !['', '0', 'false'].includes(process.env['CI'] ?? '')) {
  t.fail(`the browser is missing: apt-get install ${PACKAGE}`)
} else if (missing) {
  t.test('the page in a browser', { skip: `needs a browser: apt-get install ${PACKAGE}` }, (t) => t.end())
} else {
  const browser = startChromium()
  t.teardown(() => browser.close())
  for (const [what, document, base] of [
    ['the contract', committedDocument(), '/prefix'],
    ['a hostile document', hostileDocument(), ''],
  ] as const) {
    t.test(
      `${what} is shown without complaint and without scrolling sideways`,
      { timeout: 100_000 },
      async (t) => {
        const server = await servePage(renderReference(document, loci), base)
        t.teardown(() => server.close())
        for (const screen of SCREENS) {
          const on = `at ${screen.width} px`
          const page = await browser.visit(server.url, screen)
          // Folded parts too must fit.
          await page.ask(`document.querySelectorAll('details').forEach((e) => { e.open = true })`)
          t.same(await page.ask(STICKING_OUT), [], `nothing sticks out ${on}`)
          t.ok(
            Number(await page.ask('document.documentElement.scrollWidth')) <= screen.width,
            `no scrolling ${on}`,
          )
          t.equal(
            await page.ask(
              `document.querySelectorAll('script:not([src]), img, style, [style], [onerror]').length`,
            ),
            0,
          )
          t.equal(
            await page.ask(`getComputedStyle(document.querySelector('nav ul')).listStyleType`),
            'none',
            'styled',
          )
          t.same(
            page.complaints.filter((complaint) => !UNBIDDEN.test(complaint)),
            [],
            `no complaint ${on}`,
          )
          t.same(
            page.requests.filter((address) => !UNBIDDEN.test(address)),
            [server.url, `${server.url}/reference.css`, `${server.url}/reference.js`],
            'nothing else is asked for',
          )
        }
      },
    )
  }
  t.test('dark follows the reader', { timeout: 60_000 }, async (t) => {
    const server = await servePage(renderReference(committedDocument(), loci))
    t.teardown(() => server.close())
    const paper = `getComputedStyle(document.body).backgroundColor`
    const ink = `getComputedStyle(document.body).color`
    const lightness = (colour: unknown): number => Number(/\d+/.exec(String(colour))?.[0])
    const dark = await browser.visit(server.url, { width: 390, height: 844, scheme: 'dark' })
    t.ok(lightness(await dark.ask(paper)) < 60 && lightness(await dark.ask(ink)) > 200)
    const light = await browser.visit(server.url, { width: 390, height: 844, scheme: 'light' })
    t.ok(lightness(await light.ask(paper)) > 200 && lightness(await light.ask(ink)) < 60)
  })
}

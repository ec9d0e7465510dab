/**
 * The reference page for assistive technology and in both schemes, as far as axe can tell: at rest, searching, and unfolded.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import t from 'tap'
import { renderReference } from '../../src/pages/reference/reference.js'
import { committedDocument } from '../contract/conformance.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { hasChromium, PACKAGE, startChromium, type Visit } from './chromium.js'
import { servePage } from './page-server.js'

/** Contrast is what the scheme can change; the rest depends on the width. */
const CONTRAST = { runOnly: ['color-contrast'] }
const LOOKS = [
  { width: 390, height: 844, scheme: 'light', options: {} },
  { width: 390, height: 844, scheme: 'dark', options: CONTRAST },
  { width: 1440, height: 900, scheme: 'light', options: {} },
  { width: 1440, height: 900, scheme: 'dark', options: CONTRAST },
] as const

/** One of each kind of part: axe takes long for a page of this size, however little of it is asked for. */
const PARTS = [
  'header',
  '.search',
  'nav',
  '#genes',
  '#introduction',
  '#operation-calculateOffspring',
  '#errors',
  '#headers',
]

const search = (query: string): string =>
  `{ const box = document.getElementById('search'); box.focus(); box.value = '${query}'; box.dispatchEvent(new Event('input')) }`

/** Opens one operation, marks one error code, and searches. */
const UNFOLD = `{
  document.querySelectorAll('#operation-calculateOffspring details').forEach((each) => { each.open = true })
  location.hash = '#code-NOT_5f.FOUND'
}`

const skip = hasChromium() ? false : `needs a browser: apt-get install ${PACKAGE}`
t.test('axe finds nothing on the reference page', { skip, timeout: 600_000 }, async (t) => {
  const { loci } = (await shippedRuleset()).model.source
  const server = await servePage(renderReference(committedDocument(), loci))
  const browser = startChromium()
  t.teardown(async () => {
    await browser.close()
    await server.close()
  })
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  const check = async (
    page: Visit,
    what: string,
    parts: readonly string[],
    options: object,
  ): Promise<void> => {
    const found = await page.ask(
      `axe.run({ include: ${JSON.stringify(parts.map((part) => [part]))} }, ${JSON.stringify(options)})
        .then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 200) + ' ' + nodes[0].failureSummary))`,
    )
    t.same(found, [], what)
  }
  for (const { options, ...look } of LOOKS) {
    const what = `${look.width} px, ${look.scheme}`
    const page = await browser.visit(server.url, look)
    await page.ask(`{${axe}; undefined}`)
    if (what === '390 px, light') await check(page, `the whole page at rest, ${what}`, ['html'], options)
    await page.ask(UNFOLD)
    await page.ask(search('limit'))
    await check(page, `results and unfolded parts, ${what}`, PARTS, options)
    await page.ask(search('xyzzyplugh'))
    await check(page, `nothing found, ${what}`, ['.search'], options)
  }
})

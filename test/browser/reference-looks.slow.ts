/**
 * The reference page for assistive technology and in both schemes, as far as axe can tell: at rest, searching, and unfolded.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import t from 'tap'
import { renderReference } from '../../src/pages/reference/reference.js'
import { committedDocument } from '../contract/conformance.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { hasChromium, PACKAGE, startChromium } from './chromium.js'
import { servePage } from './page-server.js'

/** Contrast is what the scheme can change; the rest depends on the width. */
const CONTRAST = { runOnly: ['color-contrast'] }
const LOOKS = [
  { width: 390, height: 844, scheme: 'light', options: {}, isWhole: true },
  { width: 390, height: 844, scheme: 'dark', options: CONTRAST, isWhole: false },
  { width: 1440, height: 900, scheme: 'light', options: {}, isWhole: false },
  { width: 1440, height: 900, scheme: 'dark', options: CONTRAST, isWhole: true },
] as const

const search = (query: string): string =>
  `{ const box = document.getElementById('search'); box.focus(); box.value = '${query}'; box.dispatchEvent(new Event('input')) }`

/** What is tried, and where axe looks: the whole page takes it minutes when unfolded. */
const STATES = [
  { what: 'searching', act: search('limit'), within: '.search' },
  { what: 'nothing found', act: search('xyzzyplugh'), within: '.search' },
  {
    what: 'unfolded',
    act: `document.querySelectorAll('#operation-calculateOffspring details').forEach((each) => { each.open = true })`,
    within: '#operation-calculateOffspring',
  },
  { what: 'errors', act: `location.hash = '#code-NOT_5f.FOUND'`, within: '#errors' },
  { what: 'at rest', act: `document.activeElement.blur()`, within: 'body' },
]

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
  for (const { options, isWhole, ...look } of LOOKS) {
    const page = await browser.visit(server.url, look)
    await page.ask(`{${axe}; undefined}`)
    for (const { what, act, within } of STATES) {
      if (within === 'body' && !isWhole) continue
      await page.ask(act)
      const found = await page.ask(
        `axe.run('${within}', ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 200) + ' ' + nodes[0].failureSummary))`,
      )
      t.same(found, [], `${what}, ${look.width} px, ${look.scheme}`)
    }
  }
})

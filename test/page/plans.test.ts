/** The herd, stallions side by side, a parentage and tests in a real browser. */
import t, { type Test } from 'tap'
import { hasChromium, PACKAGE } from '../browser/chromium.js'
import { startPage, type PageTest } from './on-page.js'
import { checkHerd, checkParentages, plansByKeyboard, stallionsByMouse, testByMouse } from './plans.js'

t.test(
  'a breeder’s plans',
  { skip: hasChromium() ? false : `needs ${PACKAGE}`, timeout: 240_000 },
  async (t) => {
    const page = await startPage(t)
    const checks: Readonly<Record<string, (t: Test, page: PageTest) => Promise<void>>> = {
      'which of three stallions for a dun foal, by mouse within its clicks': stallionsByMouse,
      'which test tells whether a bay mare carries red, by mouse within its clicks': testByMouse,
      'both by keyboard alone': plansByKeyboard,
      'a parentage is answered in plain words': checkParentages,
      'the herd survives a reload, files restore it, and bad files are refused': checkHerd,
    }
    for (const [name, check] of Object.entries(checks)) await t.test(name, (t) => check(t, page))
  },
)

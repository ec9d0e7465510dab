/**
 * What a breeder does on the page, in a real browser: each task by mouse.
 * Leaves to others: the same on a phone and by keyboard (tasks.slow.ts).
 */
import t, { type Test } from 'tap'
import { hasChromium, PACKAGE } from '../browser/chromium.js'
import { startPage, WIDE, type PageTest } from './on-page.js'
import {
  checkFirstSight,
  checkNothingScrollsInside,
  checkPhone,
  checkReport,
  checkReportByKeyboard,
  checkWays,
  tasksByKeyboard,
  tasksByMouse,
} from './tasks.js'

t.test(
  'a breeder’s tasks',
  { skip: hasChromium() ? false : `needs ${PACKAGE}`, timeout: 240_000 },
  async (t) => {
    const page = await startPage(t)
    const checks: Readonly<Record<string, (t: Test, page: PageTest) => Promise<void>>> = {
      'each is done by mouse within its clicks': tasksByMouse,
      'one is done by keyboard, with one line for each parent': (t) => tasksByKeyboard(t, page, 1),
      'at first sight nothing is claimed, and an example is shown': checkFirstSight,
      'on a phone the answer stays in sight and targets are large': checkPhone,
      'a pasted report becomes an animal, and asks what is ambiguous': (t) => checkReport(t, page, WIDE),
      'a report is typed with the keyboard alone': checkReportByKeyboard,
      'nothing scrolls inside the answer': checkNothingScrollsInside,
      'a colour, test results and genes fill the same animal': checkWays,
    }
    for (const [name, check] of Object.entries(checks)) await t.test(name, (t) => check(t, page))
  },
)

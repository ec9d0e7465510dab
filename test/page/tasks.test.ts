/** What a breeder does on the page, in a real browser: its tasks by mouse, on a phone and by keyboard. */
import t, { type Test } from 'tap'
import { hasChromium, PACKAGE } from '../browser/chromium.js'
import { startPage, type PageTest } from './on-page.js'
import {
  checkFirstSight,
  checkNothingScrollsInside,
  checkPhone,
  checkReport,
  checkReportByKeyboard,
  checkWays,
  tasksByKeyboard,
  tasksByMouse,
  tasksOnPhone,
} from './tasks.js'

t.test(
  'a breeder’s tasks',
  { skip: hasChromium() ? false : `needs ${PACKAGE}`, timeout: 240_000 },
  async (t) => {
    const page = await startPage(t)
    const checks: Readonly<Record<string, (t: Test, page: PageTest) => Promise<void>>> = {
      'each is done by mouse within its clicks': tasksByMouse,
      'each is done on a phone within its clicks': tasksOnPhone,
      'each is done by keyboard, with one line for each parent': tasksByKeyboard,
      'at first sight nothing is claimed, and an example is shown': checkFirstSight,
      'on a phone the answer stays in sight and targets are large': checkPhone,
      'a pasted report becomes an animal, and asks what is ambiguous': checkReport,
      'a report is typed with the keyboard alone': checkReportByKeyboard,
      'nothing scrolls inside the answer': checkNothingScrollsInside,
      'a colour, test results and genes fill the same animal': checkWays,
    }
    for (const [name, check] of Object.entries(checks)) await t.test(name, (t) => check(t, page))
  },
)

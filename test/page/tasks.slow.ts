/** A breeder's tasks on a phone and by keyboard, where tasks.test.ts does them by mouse. */
import t, { type Test } from 'tap'
import { hasChromium, PACKAGE } from '../browser/chromium.js'
import { startPage, type PageTest } from './on-page.js'
import { checkReport, PHONE, tasksByKeyboard, tasksOnPhone } from './tasks.js'

t.test(
  'a breeder’s tasks, by other means',
  { skip: hasChromium() ? false : `needs ${PACKAGE}`, timeout: 240_000 },
  async (t) => {
    const page = await startPage(t)
    const checks: Readonly<Record<string, (t: Test, page: PageTest) => Promise<void>>> = {
      'each is done on a phone within its clicks': tasksOnPhone,
      'each is done by keyboard, with one line for each parent': (t) => tasksByKeyboard(t, page),
      'a pasted report becomes an animal on a phone too': (t) => checkReport(t, page, PHONE),
    }
    for (const [name, check] of Object.entries(checks)) await t.test(name, (t) => check(t, page))
  },
)

/**
 * A mating is printed, sent and saved, in a real browser.
 * Leaves to others: phones, the keyboard, other views and languages on paper (share.slow.ts), the cells of the CSV (forms.test.ts).
 */
import t, { type Test } from 'tap'
import { hasChromium, PACKAGE } from '../browser/chromium.js'
import { startPage, type PageTest } from './on-page.js'
import { PARENTS } from './questions.js'
import { checkFiles, checkPaper, checkRefusedClipboard, printAndSend } from './share.js'

t.test(
  'answers elsewhere',
  { skip: hasChromium() ? false : `needs ${PACKAGE}`, timeout: 240_000 },
  async (t) => {
    const page = await startPage(t)
    const checks: Readonly<Record<string, (t: Test, page: PageTest) => Promise<void>>> = {
      'the plan of a mating is printed whole, and its link opens the same answer': (t) =>
        printAndSend(t, page),
      'a link that cannot be copied is shown': checkRefusedClipboard,
      'coats are saved as a table of the language, pictures under the name of the coat': checkFiles,
      'on paper stands the answer alone': (t) => checkPaper(t, page, [`foal&${PARENTS}&lang=en`]),
    }
    for (const [name, check] of Object.entries(checks)) await t.test(name, (t) => check(t, page))
  },
)

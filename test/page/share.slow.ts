/** What share.test.ts tries by mouse in a wide window, on a phone and by keyboard; and every view on paper in each language. */
import t, { type Test } from 'tap'
import { hasChromium, PACKAGE } from '../browser/chromium.js'
import { startPage, type PageTest } from './on-page.js'
import { BUCKSKIN, FAMILY, PARENTS } from './questions.js'
import { checkPaper, printAndSend, printAndSendByKeyboard } from './share.js'
import { PHONE } from './tasks.js'

const PRINTOUTS = [`foal&${PARENTS}&order=base`, `horse&horse=${BUCKSKIN}`, `known&${FAMILY}`]

t.test(
  'answers elsewhere, at length',
  { skip: hasChromium() ? false : `needs ${PACKAGE}`, timeout: 240_000 },
  async (t) => {
    const page = await startPage(t)
    const printouts = ['en', 'fr', 'de'].flatMap((lang) =>
      PRINTOUTS.map((printout) => `${printout}&lang=${lang}`),
    )
    const checks: Readonly<Record<string, (t: Test, page: PageTest) => Promise<void>>> = {
      'a mating is printed and sent on a phone': (t) => printAndSend(t, page, PHONE),
      'a mating is printed and sent by keyboard': printAndSendByKeyboard,
      'on paper stands the answer alone, in each language': (t) => checkPaper(t, page, printouts),
    }
    for (const [name, check] of Object.entries(checks)) await t.test(name, (t) => check(t, page))
  },
)

/** What page-browser.test.ts leaves out: every language, every animal, relatives, and questions asked in two ways. */
import t, { type Test } from 'tap'
import { hasChromium, PACKAGE } from '../browser/chromium.js'
import { checkKnown, checkKnownByKeyboard, checkSexOfKnown, checkTextbook } from './known-mode.js'
import { checkCat, checkDog } from './other-animals.js'
import { startPage, type PageTest } from './on-page.js'
import { ASKED, checkLanguages, checkSameQuestion } from './views.js'

const LANGUAGES = ['en', 'fr', 'de']

t.test(
  'the page in a browser, at length',
  { skip: hasChromium() ? false : `needs ${PACKAGE}`, timeout: 240_000 },
  async (t) => {
    const page = await startPage(t)
    const checks: Readonly<Record<string, (t: Test, page: PageTest) => Promise<void>>> = {
      'each view in each language, as the service would say it': (t) => checkLanguages(t, page, LANGUAGES),
      'what is not known, in each language, as the service would say it': (t) =>
        checkKnown(t, page, LANGUAGES),
      'a bay mare and a grey stallion, untested, are answered for by the textbook': checkTextbook,
      'what is shown as the same question gets the same answer': (t) => checkSameQuestion(t, page, ASKED),
      'relatives can be told with the keyboard alone': checkKnownByKeyboard,
      'another sex is answered for': checkSexOfKnown,
      'a cat is asked for its sex, and its daughters and sons are told apart': checkCat,
      'a dog is called so, and where nothing is drawn nothing is missing': checkDog,
    }
    for (const [name, check] of Object.entries(checks)) await t.test(name, (t) => check(t, page))
  },
)

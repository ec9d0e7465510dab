/**
 * The page at `/` in a real browser: each of its views, by keyboard alone, with links that are wrong and crosses that are large.
 * Leaves to others: what is served (served.test.ts), other languages and widths and more questions (*.slow.ts).
 */
import t, { type Test } from 'tap'
import { hasChromium, PACKAGE } from '../browser/chromium.js'
import { compareAnswers } from './answers.js'
import { checkChanges } from './changes.js'
import { checkFocusOfKnown, checkWhatCannotBe } from './known-mode.js'
import { betweenViews, strangeLinks, withinThePage } from './links.js'
import { checkLooks, DARK_DESKTOP, PHONE, STATES } from './looks.js'
import { startPage, type PageTest } from './on-page.js'
import { checkByKeyboard, checkForbidden, checkLanguages, checkLargeCross } from './views.js'

/** On one page of one service, since a browser and a service take longer to start than what is asked of them. */
type Check = (t: Test, page: PageTest) => Promise<void>

t.test(
  'the page in a browser',
  { skip: hasChromium() ? false : `needs ${PACKAGE}`, timeout: 240_000 },
  async (t) => {
    const page = await startPage(t)
    const checks: Readonly<Record<string, Check>> = {
      'a horse and a cross, as the service would say it': (t) => checkLanguages(t, page, ['fr']),
      'a horse can be chosen with the keyboard alone': checkByKeyboard,
      'what cannot be is explained, with both facts': checkWhatCannotBe,
      'what is drawn anew leaves the focus where it was': checkFocusOfKnown,
      'a light phone: sound, quiet and alone': (t) => checkLooks(t, page, [PHONE], STATES.slice(0, 3)),
      'a dark desktop: sound, quiet and alone': (t) => checkLooks(t, page, [DARK_DESKTOP], STATES.slice(-2)),
      'a change draws once, and only what was not there': checkChanges,
      'a link that these rules do not understand says what was left out': strangeLinks,
      'a link within the page leads on, and back again': withinThePage,
      'another view leaves what the one before it showed': betweenViews,
      'a large cross tells how far it is and can be stopped': checkLargeCross,
      'forty random questions get the answers of the service': (t) => compareAnswers(t, page, 40, 1),
      'what the script may not do, the policy forbids': checkForbidden,
    }
    for (const [name, check] of Object.entries(checks)) await t.test(name, (t) => check(t, page))
  },
)

/** The page at every width, in light and dark; ALL_LANGUAGES=1: each state in every language, instead of each in one of them. */
import t from 'tap'
import { hasChromium, PACKAGE } from '../browser/chromium.js'
import { checkLooks, EVERY_LOOK, STATES } from './looks.js'
import { startPage } from './on-page.js'

const skip = hasChromium() ? false : `needs ${PACKAGE}`

t.test('each width, light and dark: sound, quiet and alone', { skip, timeout: 600_000 }, async (t) =>
  checkLooks(t, await startPage(t), EVERY_LOOK, STATES, process.env['ALL_LANGUAGES'] === '1'),
)

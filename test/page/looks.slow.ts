/** The page at every width, in light and dark. */
import t from 'tap'
import { hasChromium, PACKAGE } from '../browser/chromium.js'
import { checkLooks, EVERY_LOOK, STATES } from './looks.js'
import { startPage } from './on-page.js'

const skip = hasChromium() ? false : `needs ${PACKAGE}`

t.test('each width, light and dark: sound, quiet and alone', { skip, timeout: 600_000 }, async (t) =>
  checkLooks(t, await startPage(t), EVERY_LOOK, STATES, true),
)

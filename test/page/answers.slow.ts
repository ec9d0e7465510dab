/** What the browser answers is what the service answers, question by question. */
import t from 'tap'
import { hasChromium, PACKAGE } from '../browser/chromium.js'
import { compareAnswers } from './answers.js'
import { startPage } from './on-page.js'

const skip = hasChromium() ? false : `needs ${PACKAGE}`

t.test('two thousand random questions', { skip, timeout: 110_000 }, async (t) =>
  compareAnswers(t, await startPage(t), 2_000, 2),
)

/** What the browser answers is what the service answers; many more questions in answers.slow.ts. */
import t from 'tap'
import { hasChromium, PACKAGE } from '../browser/chromium.js'
import { compareAnswers } from './answers.js'

const skip = hasChromium() ? false : `needs ${PACKAGE}`

t.test('a hundred random questions', { skip, timeout: 60_000 }, (t) => compareAnswers(t, 100, 1))

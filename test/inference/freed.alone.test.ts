/**
 * What a question about relatives leaves behind. An object's own getters, and properties that are added behind a spread, are
 * kept with the object's shape until all memory is collected, and with them whatever they reach: a thread that answers many
 * such questions then spends a third of its time on garbage.
 */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { coatsOf } from '../support/coats.js'
import { refusedQuestion } from './refused-question.js'
import { ClientError } from '../../src/operations/client-error.js'
import { decodeInferFields } from '../../src/operations/read/decode-fields.js'
import { shippedRuleset } from '../phenotypes/shipped.js'

setFlagsFromString('--expose-gc')
// Compiling in the background holds references to what the code works on.
setFlagsFromString('--no-opt')
const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void

const WARM = 40
const CALLS = 20
/** What the question reaches takes 300 and more. */
const MOST_KILOBYTES = 60

/** Of what outlived two scavenges. */
function oldKilobytes(): number {
  const old = getHeapSpaceStatistics().filter(({ space_name: name }) => /^(?:old|large_object)_/.test(name))
  return old.reduce((sum, { space_used_size: bytes }) => sum + bytes, 0) / 1000
}

t.test('what was read and planned of a question is gone when it was answered', async (t) => {
  const coats = coatsOf(await shippedRuleset())
  const form = Object.fromEntries(new URLSearchParams(refusedQuestion().body))
  let refused = 0
  const ask = (): void => {
    try {
      coats.answer('coats.infer', decodeInferFields(form), 'en')
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
      refused += 1
    }
  }
  for (let i = 0; i < WARM; i++) ask()
  collect()
  const before = oldKilobytes()
  for (let i = 0; i < CALLS; i++) {
    ask()
    collect({ type: 'minor' })
  }
  const each = (oldKilobytes() - before) / CALLS
  t.equal(refused, WARM + CALLS)
  t.ok(each < MOST_KILOBYTES, `${each.toFixed(1)} KB a question`)
})

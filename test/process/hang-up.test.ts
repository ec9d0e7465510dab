/**
 * What a hang-up means to a service: files to be read again, or a window that closes.
 */
import t from 'tap'
import { hangUpStops } from '../../src/hang-up.js'

t.test('a hang-up stops what stands in a terminal, and nothing else', (t) => {
  const terminal = { isTTY: true }
  const other = {}
  t.equal(hangUpStops({ stdin: terminal, stdout: terminal }), true)
  t.equal(hangUpStops({ stdin: terminal, stdout: other }), true, 'its output written to a file')
  t.equal(hangUpStops({ stdin: other, stdout: terminal }), true)
  t.equal(hangUpStops({ stdin: other, stdout: other }), false, 'a service of the system')
  t.end()
})

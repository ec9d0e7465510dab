/**
 * What a SIGHUP means to a service: files to be read again, or a window that closes.
 */
import t from 'tap'
import { sighupStops } from '../../src/service/shutdown.js'

t.test('a SIGHUP stops what stands in a terminal, and nothing else', (t) => {
  const [stdin, stdout, stderr] = [0, 1, 2]
  const standsIn = (...terminals: readonly number[]): boolean =>
    sighupStops((descriptor) => terminals.includes(descriptor))
  t.equal(standsIn(stdin, stdout, stderr), true)
  t.equal(standsIn(stdin, stderr), true, 'its output written to a file')
  t.equal(standsIn(stdout), true)
  t.equal(standsIn(stderr), false, 'a service of the system')
  t.end()
})

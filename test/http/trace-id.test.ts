/**
 * W3C Trace Context: a valid `traceparent` is found in the access line again, anything else is ignored.
 */
import t from 'tap'
import { traceIdOf } from '../../src/service/http/log/trace-id.js'
import { get, startService } from './service.js'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

t.test('the access line has the trace id of a valid traceparent, and no answer repeats it', async (t) => {
  const service = await startService(t)
  const { headers } = await get(service, '/coats/api-info', { traceparent: `00-${TRACE}-${PARENT}-01` })
  t.equal(headers.get('traceparent'), null)
  t.equal((await get(service, '/coats/api-info', { traceparent: 'made-up' })).status, 200)
  const lines = () => service.log.filter(({ what }) => what['message'] === 'request')
  while (lines().length < 2) await new Promise((resolve) => setImmediate(resolve))
  t.strictSame(
    lines().map(({ what }) => what['traceId']),
    [TRACE, undefined],
  )
})

t.test('only what the standard allows is a traceparent', (t) => {
  const idOf = (traceparent?: string) => traceIdOf({ traceparent })
  t.equal(idOf(`00-${TRACE}-${PARENT}-00`), TRACE)
  t.equal(idOf(`cc-${TRACE}-${PARENT}-01-later-fields`), TRACE, 'a later version may append fields')
  for (const malformed of [
    undefined,
    '',
    `00-${TRACE}-${PARENT}`,
    `00-${TRACE}-${PARENT}-01-more`,
    `ff-${TRACE}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`,
    ` 00-${TRACE}-${PARENT}-01`,
  ])
    t.equal(idOf(malformed), undefined, String(malformed))
  t.end()
})

/**
 * Who may call what, from where, until when: every combination, over a socket.
 */
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import type { KeyRecord } from '../../src/access/ports.js'
import { BAY, form, MORNING, post, startService } from './service.js'

const PATH = '/coats/result'
const GOOD = form({ base: BAY })

const STATUSES = ['active', 'suspended', 'revoked'] as const
const ENDPOINTS: Readonly<Record<string, KeyRecord['allowedEndpoints']>> = {
  'all endpoints': null,
  'this endpoint': ['coats.result'],
  'another endpoint': ['coats.generateChild'],
  'no endpoint': [],
}
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'any address': [],
  'this address': ['127.0.0.0/8'],
  'this address, written as IPv6': ['2001:db8::/32', '::ffff:127.0.0.1'],
  'another address': ['203.0.113.7', '2001:db8::/32'],
}
const EXPIRIES: Readonly<Record<string, number | null>> = {
  'without an end': null,
  'ending in a millisecond': MORNING + 1,
  'ended this moment': MORNING,
  'ended before': MORNING - 1,
}

const REFUSED = {
  revoked:
    '401 AUTH_INVALID_KEY The API key is not valid. X-API-Key takes the key alone and whole; if it is correct, ask the operator for another.',
  suspended: '403 AUTH_KEY_SUSPENDED The API key is suspended. Only the operator can let it call again.',
  expired: '403 AUTH_ACCESS_DENIED The API key has expired. Ask the operator for another.',
  address:
    '403 AUTH_ACCESS_DENIED The API key does not allow calls from this address: the call came from 127.0.0.1, and the key lists others.',
  endpoint:
    '403 AUTH_ACCESS_DENIED The API key has no access to this endpoint, coats.result. /coats/api-info lists those it has.',
}

/** How many of the 192 combinations are told what: counted by hand. */
const TOLD = new Map([
  [REFUSED.revoked, 64],
  [REFUSED.suspended, 64],
  [REFUSED.expired, 32],
  [REFUSED.address, 8],
  [REFUSED.endpoint, 12],
  ['200', 12],
])

t.test('status × endpoint × address × expiry: the first that stands against a call is told', async (t) => {
  const service = await startService(t)
  const told = new Map<string, number>()
  for (const status of STATUSES) {
    for (const [endpoint, allowedEndpoints] of Object.entries(ENDPOINTS)) {
      for (const [address, allowedIps] of Object.entries(ADDRESSES)) {
        for (const [expiry, expiresAt] of Object.entries(EXPIRIES)) {
          const { secret, id } = await service.newKey({ status, allowedEndpoints, allowedIps, expiresAt })
          const answer = await post(service, PATH, GOOD, { 'X-API-Key': secret })
          const { code, message } = answer.body as { code?: string; message?: string }
          const text = answer.status === 200 ? '200' : `${answer.status} ${code} ${message}`
          const title = [status, endpoint, address, expiry].join(', ')
          const expected =
            status !== 'active'
              ? REFUSED[status]
              : expiry.startsWith('ended')
                ? REFUSED.expired
                : address === 'another address'
                  ? REFUSED.address
                  : ['another endpoint', 'no endpoint'].includes(endpoint)
                    ? REFUSED.endpoint
                    : '200'
          const isLet = expected === '200'
          const found = {
            text,
            charged: (await service.store.counters.usage(id)).month,
            isToldLimits: answer.headers.has('x-ratelimit-limit'),
          }
          const owed = { text: expected, charged: isLet ? 1 : 0, isToldLimits: status !== 'revoked' }
          if (!isDeepStrictEqual(found, owed)) t.same(found, owed, title)
          told.set(text, (told.get(text) ?? 0) + 1)
        }
      }
    }
  }
  t.same([...told].sort(), [...TOLD].sort())
})

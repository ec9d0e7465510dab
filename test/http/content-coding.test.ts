/**
 * Which coding a large answer is sent in.
 */
import t from 'tap'
import { codingFor } from '../../src/service/http/request/accept.js'

t.test('a coding is chosen only from what the client accepts', async (t) => {
  const chosen: readonly (readonly [string | undefined, string | undefined])[] = [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['GZIP;Q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['br;q=0.1, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['identity;q=1, br;q=0.5', undefined],
    ['zstd', undefined],
    ['br;q=much', undefined],
  ]
  for (const [header, coding] of chosen) t.equal(codingFor(header), coding, `Accept-Encoding: ${header}`)
})

t.test('a header of any length is negotiated in bounded work', async (t) => {
  t.equal(codingFor(`${'zstd, '.repeat(31)}gzip`), 'gzip')
  t.equal(codingFor(`${'zstd, '.repeat(32)}gzip`), undefined, 'the 33rd range is not read')
})

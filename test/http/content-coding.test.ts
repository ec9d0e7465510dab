/**
 * Which coding a large answer is sent in, and how it is handed to whoever compresses it.
 */
import fc from 'fast-check'
import t from 'tap'
import { CHUNK_BYTES, takeChunk } from '../../src/coats/chunks.js'
import { codingFor, gathered } from '../../src/http/content-coding.js'

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

t.test(
  'pieces gathered for the compressor are the same bytes, none of them small but the last',
  async (t) => {
    const sizes = fc.array(fc.oneof(fc.nat(400), fc.nat(CHUNK_BYTES), fc.constant(300_000)), {
      maxLength: 30,
    })
    fc.assert(
      fc.property(sizes, (lengths) => {
        // Each piece is filled when it is asked for, into memory that those before it have given back.
        let written = 0
        const pieces = function* (): Generator<Uint8Array> {
          for (const length of lengths) {
            const piece = takeChunk(length).subarray(0, length)
            for (let i = 0; i < length; i++) piece[i] = written++ % 251
            yield piece
          }
        }
        const loads = [...gathered(pieces())]
        const all = Buffer.concat(loads)
        t.equal(
          all.length,
          lengths.reduce((sum, length) => sum + length, 0),
        )
        t.ok(all.every((byte, place) => byte === place % 251))
        t.ok(loads.slice(0, -1).every((load) => load.length >= 256 * 1024))
        t.ok(loads.every((load) => load.length > 0))
      }),
      { numRuns: 40 },
    )
  },
)

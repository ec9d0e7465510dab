/**
 * Memory of large answers that is used again: never while somebody still reads it.
 */
import t from 'tap'
import { CHUNK_BYTES, giveBack, takeChunk } from '../../src/coats/chunks.js'

t.test('a chunk that was not given back is nobody else’s', (t) => {
  const mine = takeChunk(CHUNK_BYTES).fill(1)
  const yours = takeChunk(CHUNK_BYTES).fill(2)
  t.not(mine.buffer, yours.buffer)
  t.ok(mine.every((byte) => byte === 1))
  t.end()
})

t.test('a chunk given back, whole or in part, is used again, once', (t) => {
  const chunk = takeChunk(CHUNK_BYTES)
  giveBack(chunk.subarray(0, 10))
  giveBack(chunk)
  const next = takeChunk(CHUNK_BYTES)
  t.equal(next.buffer, chunk.buffer)
  t.not(takeChunk(CHUNK_BYTES).buffer, next.buffer, 'given back twice, and yet not handed out twice')
  t.end()
})

t.test('other memory is never taken for a chunk', (t) => {
  const other = Buffer.alloc(CHUNK_BYTES)
  giveBack(other)
  t.not(takeChunk(CHUNK_BYTES).buffer, other.buffer)
  t.equal(takeChunk(CHUNK_BYTES + 1).length, CHUNK_BYTES + 1, 'a larger row gets memory of its own')
  t.end()
})

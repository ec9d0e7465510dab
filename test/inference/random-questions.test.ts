/**
 * Random questions about up to four horses: the engine and plain enumeration give the same.
 */
import t from 'tap'
import { openShippedBook } from './books.js'
import { compareMany } from './random-run.js'

t.test('ninety random questions have the answers of plain enumeration', async (t) => {
  compareMany(t, await openShippedBook(), 90, 9_000)
})

/**
 * The first cross that a process is ever asked for: the 100 most probable foals of parents heterozygous at every
 * locus of the shipped rule set. Prints the milliseconds; rules are loaded and compiled before, and what a service makes
 * right after it listens is made.
 */
import { warmUp } from '../../src/operations/warm-up.js'
import type { Fields } from '../../src/operations/read/decode-fields.js'
import { openBook } from './books.js'
import { crossed } from './crosses.js'
import { answerOffspring } from '../../test/support/exact-answers.js'

const book = await openBook()
const fields = crossed(book, book.model.loci, { limit: 100 }) as Fields
warmUp(book)
const started = performance.now()
const { results } = answerOffspring(book, fields, 'en').body
const took = performance.now() - started
if (results.length !== 100) throw new Error(`${results.length} rows`)
process.stdout.write(`${took}\n`)

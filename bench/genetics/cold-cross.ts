/**
 * The first cross of a process: the 100 most probable foals of parents that are heterozygous at every locus of the shipped
 * rule set. Prints the milliseconds. Rules are loaded and compiled before, and so is what a service prepares once it listens.
 */
import { warmUp } from '../../src/operations/warm-up.js'
import { answerOffspring } from '../../test/support/exact-answers.js'
import type { Fields } from '../../src/operations/read/decode-fields.js'
import { openRules } from './rulesets.js'
import { crossed } from './parents.js'

const ruleset = await openRules()
const fields = crossed(ruleset, ruleset.model.loci, { limit: 100 }) as Fields
warmUp(ruleset)
const started = performance.now()
const { results } = answerOffspring(ruleset, fields, 'en').body
const took = performance.now() - started
if (results.length !== 100) throw new Error(`${results.length} rows`)
process.stdout.write(`${took}\n`)

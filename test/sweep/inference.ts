/**
 * Two thousand random questions about animals that are not fully known, and five hundred with likelihoods, answered by the engine and by plain enumeration.
 * Takes some minutes, so it is a command of its own; writes test/sweep/inference.md and exits 1 on a difference. SEED
 * asks other questions.
 */
import { writeFileSync } from 'node:fs'
import { compareMany } from '../inference/random-run.js'
import { ROOT, shippedRuleset } from '../phenotypes/shipped.js'

const COUNT = 2_000
/** With random likelihoods of observed coats. */
const WEIGHED = 500
const MOST = 1e-9
const seed = Number(process.env['SEED'] ?? 100_000)
const started = performance.now()
const ruleset = await shippedRuleset()
const plain = compareMany(ruleset, COUNT, seed)
const weighed = compareMany(ruleset, WEIGHED, seed + COUNT, { isWeighed: true })
const most = Math.max(plain.most, weighed.most)
const contradictions = plain.contradictions + weighed.contradictions
const failures = [...plain.failures, ...weighed.failures]
const seconds = Math.round((performance.now() - started) / 1000)
writeFileSync(
  new URL('test/sweep/inference.md', ROOT),
  `# Random questions about animals that are not fully known

Rule set ${ruleset.version}: ${COUNT} questions (seed ${seed}) about up to four animals, and ${WEIGHED} more with random likelihoods of observed coats, in
${seconds} s. The engine's probabilities differ from those of plain enumeration by ${most.toExponential(1)} at most; ${contradictions} questions contradict themselves, to both; ${failures.length} failed.
Written by \`npm run sweep:inference\`; not edited by hand.
`,
)
process.stdout.write(`${[`differs by ${most} at most`, ...failures].join('\n')}\n`)
if (most >= MOST || failures.length > 0) process.exitCode = 1

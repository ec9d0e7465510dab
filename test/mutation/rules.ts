/**
 * `npm run mutate:rules`: every mutant of the shipped rules, judged as their author would.
 * Takes some ten minutes on one core, so it is a command of its own; writes test/mutation/rules-report.md and exits
 * 1 when fewer than 97 % are noticed or a survivor has no verdict. With `--sample 500 [--seed 2]` or `--only <text>`
 * it judges some of them, lists the survivors and writes nothing.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseRules } from '../../src/rules/parse-rules.js'
import { ROOT } from '../phenotypes/shipped.js'
import { judgeFor } from './judge.js'
import { allMutants, sampled, withMutant } from './mutants.js'
import { renderReport, shareCaught, type Judged } from './report.js'
import { readVerdicts } from './verdicts.js'

const WANTED_PERCENT = 97
const TOLD_EVERY = 100

const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const rules = parseRules({
  rulesDir: fileURLToPath(new URL('rules', ROOT)),
  localesDir: fileURLToPath(new URL('locales', ROOT)),
})
const { judge, sign, version } = await judgeFor(rules)
if (sign !== undefined) throw new Error(`the unaltered rules are not sound: ${sign.message}`)

const all = allMutants(rules)
const { sample, seed, only } = values
const asked = only === undefined ? all : all.filter(({ id, kind }) => `${id} ${kind}`.includes(only))
const mutants = sample === undefined ? asked : sampled(asked, Number(sample), Number(seed))
const judged: Judged[] = []
for (const mutant of mutants) {
  judged.push({ mutant, sign: await judge(withMutant(rules, mutant)) })
  if (judged.length % TOLD_EVERY !== 0 && judged.length < mutants.length) continue
  process.stderr.write(
    `${judged.length} of ${mutants.length} slips judged, ${shareCaught(judged)} % noticed\n`,
  )
}

const verdicts = readVerdicts(new URL('test/mutation/verdicts.yaml', ROOT))
const survivors = judged.filter((each) => each.sign === undefined).map((each) => each.mutant)
const unjudged = survivors.filter(({ id }) => !verdicts.has(id))
for (const { place, id } of unjudged) process.stdout.write(`${place.line} ${id}\n`)
if (mutants.length === all.length) {
  writeFileSync(new URL('test/mutation/rules-report.md', ROOT), renderReport(version, judged, verdicts))
}
process.stdout.write(
  `${mutants.length} of ${all.length} slips, ${shareCaught(judged)} % noticed, ${survivors.length} survived, ${unjudged.length} of them without a verdict\n`,
)
process.exitCode = shareCaught(judged) >= WANTED_PERCENT && unjudged.length === 0 ? 0 : 1

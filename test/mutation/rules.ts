/**
 * `npm run mutate:rules`: every mutant of the shipped rules, judged as their author would.
 * Takes a quarter of an hour on one core, so it is a command of its own; writes test/mutation/rules-report.md and exits
 * 1 when fewer than 97 % are noticed or a survivor has no verdict that fits it. With `--sample 1500 [--seed 2]` or `--only <text>`
 * it judges some of them; fewer than a thousand are listed only, and the report stays as it is.
 */
import { writeFileSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readSource } from '../../src/rules/source.js'
import { parseRules } from '../../src/rules/yaml/parse-rules.js'
import { ROOT } from '../phenotypes/shipped.js'
import { judgeOf } from './judge.js'
import { allMutants, sampled, withMutant } from './mutants.js'
import { ALL, openSurvivors, renderReport, shareCaught, survivorsOf, type Judged } from './report.js'
import { readVerdicts } from './verdicts.js'

const WANTED_PERCENT = 97
/** A sample that may speak for all. */
const ENOUGH = 1000
const TOLD_EVERY = 100

const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const folderOf = (name: string): string => fileURLToPath(new URL(name, ROOT))
const rules = parseRules(readSource(folderOf('rules'), folderOf('locales')))
const judge = await judgeOf(rules)

const all = allMutants(rules)
const { sample, seed, only } = values
const asked = only === undefined ? all : all.filter(({ id, kind }) => `${id} ${kind}`.includes(only))
const mutants = sample === undefined ? asked : sampled(asked, Number(sample), Number(seed))
const judged: Judged[] = []
for (const mutant of mutants) {
  const altered = withMutant(rules, mutant)
  const sign = await judge.signOf(altered)
  judged.push(sign === undefined ? { mutant, sign, effect: await judge.effectOf(altered) } : { mutant, sign })
  // What weak references point to is kept until a turn of the event loop ends: without one, all rule sets would be.
  await turn()
  if (judged.length % TOLD_EVERY !== 0 && judged.length < mutants.length) continue
  process.stderr.write(
    `${judged.length} of ${mutants.length} slips judged, ${shareCaught(judged)} % noticed\n`,
  )
}

const verdicts = readVerdicts(new URL('test/mutation/verdicts.yaml', ROOT))
const open = openSurvivors(judged, verdicts)
for (const { mutant, effect } of open) {
  const { file, line } = mutant.place
  process.stdout.write(`${file}:${line} changes ${effect ?? 'nothing'}\n    ${mutant.id}\n`)
}
if (mutants.length === all.length || (only === undefined && mutants.length >= ENOUGH)) {
  const of = sample === undefined ? ALL : `drawn from ${all.length} with seed ${seed}`
  const report = renderReport(judge.version, judged, verdicts, of)
  writeFileSync(new URL('test/mutation/rules-report.md', ROOT), report)
}
process.stdout.write(
  `${mutants.length} of ${all.length} slips, ${shareCaught(judged)} % noticed, ${survivorsOf(judged).length} survived, ${open.length} of them to be judged\n`,
)
process.exitCode = shareCaught(judged) >= WANTED_PERCENT && open.length === 0 ? 0 : 1

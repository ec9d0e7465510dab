/**
 * All 54 675 listed genotypes: the coat from the outcome tables against a fresh run of the rule engine.
 * Takes minutes, so it is a command of its own; writes test/sweep/report.md and exits 1 on any difference.
 */
import { writeFileSync } from 'node:fs'
import { readGenotyped } from '../../src/operations/read/animal.js'
import { differencesOf } from '../phenotypes/differences.js'
import { createFreshEngine } from '../phenotypes/fresh-engine.js'
import { LISTED_SIZE, listedGenotypes } from '../phenotypes/listed-space.js'
import { inGroups, inWords, ROOT, shippedRuleset } from '../phenotypes/shipped.js'

const SHOWN = 20
const started = performance.now()
const ruleset = await shippedRuleset()
const ask = createFreshEngine(ruleset.model.source)
const differences: string[] = []
const coats = new Set<string>()
let genotypes = 0
for (const given of listedGenotypes()) {
  const phenotype = ruleset.phenotypes.of(readGenotyped(ruleset, inGroups(ruleset, given), '').genotype)
  const found = differencesOf(phenotype, await ask(given))
  if (found.length > 0) differences.push(`${inWords(given)}: ${found.join('; ')}`)
  coats.add(phenotype.coat.tokens.join(' '))
  genotypes++
}
const seconds = Math.round((performance.now() - started) / 1000)
const whole = genotypes === LISTED_SIZE
const runs = genotypes * ruleset.model.tables.length
writeFileSync(
  new URL('test/sweep/report.md', ROOT),
  `# The whole listed space against the rule engine

Every genotype of the nine listed genes (interface, table 2.2), its coat from the compiled outcome tables compared
with json-rules-engine asked afresh about that genotype: visible and hidden tokens, the rule that hides, viability,
notes, rules that fired, rules passed over. Written by \`npm run sweep\`; not edited by hand.

| | |
|---|---|
| date | ${new Date().toISOString().slice(0, 10)} |
| rule set | ${ruleset.version} |
| genotypes compared | ${genotypes} of ${LISTED_SIZE} |
| engine runs | ${runs} (${ruleset.model.tables.length} tables a genotype) |
| different visible phenotypes | ${coats.size} |
| differences | ${differences.length} |
| seconds | ${seconds} |
${
  differences.length === 0
    ? ''
    : `\n## Differences\n\n${differences
        .slice(0, SHOWN)
        .map((line) => `- ${line}`)
        .join('\n')}\n`
}`,
)
process.stdout.write(`${genotypes} genotypes, ${differences.length} differences, ${seconds} s\n`)
process.exitCode = whole && differences.length === 0 ? 0 : 1

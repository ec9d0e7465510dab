/**
 * Every visible phenotype there is has a name of its own in every language: some hundred thousand of them, where one
 * variant stands for all that a name tells apart by their number (test/names/read-name.test.ts has each number).
 * Takes a minute or two, so it is a command of its own; writes test/sweep/names.md and exits 1 on a shared name.
 */
import { writeFileSync } from 'node:fs'
import { coatFrom } from '../../src/model/phenotype/phenotype.js'
import { nameCoat } from '../../src/naming/name.js'
import { reachableOutcomes, variantForAll } from '../names/reachable.js'
import { ROOT, shippedRulesetAsWritten } from '../phenotypes/shipped.js'

const started = performance.now()
const ruleset = await shippedRulesetAsWritten()
const coats = new Map<string, readonly string[]>()
const variant = variantForAll(ruleset.model)
for (const outcomes of reachableOutcomes(ruleset.model, (token) => variant(token) === token)) {
  const { tokens } = coatFrom(outcomes)
  coats.set(tokens.join(' '), tokens)
}
const rows = ruleset.model.source.locales.map(({ language, kind }) => {
  const lexicon = ruleset.lexicons.get(language)
  if (lexicon === undefined) throw new Error(`no lexicon for ${language}`)
  const names = new Set([...coats.values()].map((tokens) => nameCoat(lexicon, tokens).toLowerCase()))
  return { language, kind, shared: coats.size - names.size }
})
const seconds = Math.round((performance.now() - started) / 1000)
writeFileSync(
  new URL('test/sweep/names.md', ROOT),
  `# Every visible phenotype has a name of its own

Rule set ${ruleset.version}: ${coats.size} visible phenotypes, named in ${seconds} s. A registry may merge what its
language tells apart. Written by \`npm run sweep:names\`; not edited by hand.

| language | kind | phenotypes that share a name |
|---|---|---|
${rows.map(({ language, kind, shared }) => `| ${language} | ${kind} | ${shared} |`).join('\n')}
`,
)
process.stdout.write(`${JSON.stringify(rows)}\n`)
if (rows.some(({ kind, shared }) => kind === 'language' && shared > 0)) process.exitCode = 1

/**
 * From ten thousand random coats in each language to their names, from the names to all their genotypes, and back; and how many
 * genotypes each coat of the whole space has, against the survey of that space.
 * Takes some minutes, so it is a command of its own; writes test/sweep/genotypes.md and exits 1 on a difference. SEED takes
 * other coats.
 */
import { writeFileSync } from 'node:fs'
import { createCoatSets } from '../../src/model/coat-sets/coat-sets.js'
import { partsOfSpace } from '../../src/operations/space-coats.js'
import { failedTrips, randomFrom } from '../names/genotype-trips.js'
import { ROOT, shippedRuleset } from '../phenotypes/shipped.js'

const COUNT = Number(process.env['COUNT'] ?? 10_000)
const seed = Number(process.env['SEED'] ?? 20_261_129)
const started = performance.now()
const ruleset = await shippedRuleset()
const random = randomFrom(seed)
const rows = ruleset.languages.map((language) => {
  const failures = failedTrips(ruleset, language, COUNT, random)
  process.stdout.write(`${language}: ${failures.length} of ${COUNT} failed\n`)
  return { language, failures }
})
const counted = wrongCounts()
const failures = [...rows.flatMap((row) => row.failures), ...counted.failures]
const seconds = Math.round((performance.now() - started) / 1000)
writeFileSync(
  new URL('test/sweep/genotypes.md', ROOT),
  `# From names to genotypes and back

Rule set ${ruleset.version}: ${COUNT} random coats in each language (seed ${seed}) and ${counted.coats} coats counted, in ${seconds} s. Each animal lies in
exactly one product of its coat's name, and an animal of the products has the name. The number of genotypes of each part of a coat is that of
the survey of the whole space. Written by \`npm run sweep:genotypes\`; not edited by hand.

| language | failed |
|---|---|
${rows.map((row) => `| ${row.language} | ${row.failures.length} |`).join('\n')}
| counts | ${counted.failures.length} |
`,
)
process.stdout.write(`${failures.slice(0, 50).join('\n')}\n`)
if (failures.length > 0) process.exitCode = 1

/** Each part of each component, with the first part of each other that does not hide it. */
function wrongCounts() {
  const sets = createCoatSets(ruleset.model, ruleset.genotypes)
  const components = partsOfSpace(ruleset.model)
  const usual = components.map((parts) => parts.find(({ hidesRest }) => !hidesRest))
  const wrong: string[] = []
  let coats = 0
  components.forEach((parts, c) => {
    for (const part of parts) {
      const own = part.hidesRest ? [part] : usual.map((other, o) => (o === c ? part : other))
      const exactly = own.flatMap((each) => each?.tokens ?? [])
      const expected = part.hidesRest
        ? part.genotypes * part.beside
        : own.reduce((product, each) => product * (each?.genotypes ?? 0n), 1n)
      const { genotypes } = sets.showing({ exactly, has: [], lacks: [] }, 1)
      coats++
      if (genotypes !== expected) wrong.push(`[${exactly.join(' ')}] ${genotypes}, not ${expected}`)
    }
  })
  return { coats, failures: wrong }
}

/**
 * Of a locus on the sex chromosome one parent hands on no copy to a son. No animal has two such: whatever the rules ask of a
 * genotype, none is made of it.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t from 'tap'
import { coatsOf } from '../support/coats.js'
import { openRules, ROOT } from '../phenotypes/shipped.js'

t.test('coats of a partly tested male are answered where rules ask what an only copy is not', async (t) => {
  const folder = t.testdir()
  cpSync(fileURLToPath(new URL('examples/cat', ROOT)), folder, { recursive: true })
  const file = `${folder}/rules/epistasis/20-orange.yaml`
  const rules = readFileSync(file, 'utf8')
  // The same of a tom, and neither O nor o is something that no pair of copies can be.
  const asked = rules.replace('{ orange: { has: O }, sex: male }', '{ orange: { none_of: [o] }, sex: male }')
  t.not(asked, rules)
  writeFileSync(file, asked)
  const coats = coatsOf(await openRules(pathToFileURL(`${folder}/`)))
  const tom = { id: 'tom', sex: 'm', base: { orange: ['?'], agouti: ['a', 'a'] } }
  const fields = {
    population: { loci: { orange: { frequencies: { O: 0.25, o: 0.75 } } } },
    horses: [tom],
    ask: { coat: 'tom' },
  }
  t.match(coats.answer('coats.infer', fields, 'en'), {
    answers: [{ results: [{ percentage: 75 }, { percentage: 25 }] }],
  })
})

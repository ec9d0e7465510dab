/**
 * What the served document shows where the committed examples speak of genes that the loaded rules have not.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t from 'tap'
import { fitExamples } from '../../src/service/http/contract/examples.js'
import { openRules, ROOT } from '../phenotypes/shipped.js'
import { at, committedDocument } from './conformance.js'

const UNICORN = fileURLToPath(new URL('test/fixtures/unicorn', ROOT))
const TWO = { base: { horn: ['S', 's'], mane: ['M', 'm'] } }
const ONE = { base: { horn: ['S'], mane: ['M', 'm'] } }

for (const { heterogametic, parents } of [
  { heterogametic: 'male', parents: { mother: TWO, father: ONE } },
  { heterogametic: 'female', parents: { mother: ONE, father: TWO } },
]) {
  t.test(
    `a ${heterogametic} parent in the example of a cross has one copy of a required gene on X`,
    async (t) => {
      const folder = t.testdir()
      cpSync(UNICORN, folder, { recursive: true })
      edit(join(folder, 'rules/genes/horn.yaml'), 'chromosome: "1"', 'chromosome: "X"')
      edit(
        join(folder, 'rules/epistasis/20-base.yaml'),
        'horn: [s, s] }, then',
        'horn: { none_of: [S] } }, then',
      )
      const chromosomes = 'chromosomes: { autosomes: 2, sex: [X, "Y"] }'
      const sexes = `sexes: { heterogametic: ${heterogametic} }`
      edit(join(folder, 'rules/manifest.yaml'), 'schema: 1', `schema: 1\n${chromosomes}\n${sexes}`)
      const ruleset = await openRules(pathToFileURL(`${folder}/`))
      const shown = fitExamples(committedDocument(), ruleset, 'en')
      const operation = '/paths/~1coats~1generateChild/post'
      t.same(at(shown, `${operation}/requestBody/content/application~1json/examples/genes/value`), parents)
      t.ok(at(shown, `${operation}/responses/200/content/application~1json/examples/genes/value`))
    },
  )
}

function edit(file: string, from: string, to: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
}

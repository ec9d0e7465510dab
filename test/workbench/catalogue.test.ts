/**
 * The page of genetics says all that the rule files say.
 */
import t from 'tap'
import { lexiconOf } from '../../src/operations/ruleset.js'
import { renderCatalogue } from '../../src/workbench/catalogue.js'
import { shippedRulesetAsWritten } from '../phenotypes/shipped.js'

const ruleset = await shippedRulesetAsWritten()
const page = renderCatalogue(ruleset.model.source, lexiconOf(ruleset.lexicons, 'en'))

t.test('the page leaves no allele, rule, fraction or reference out', async (t) => {
  const { loci, tables, linkage, references } = ruleset.model.source
  const lines = page.split('\n')
  for (const { locus, alleles } of loci) {
    t.ok(page.includes(`### ${locus}: `), locus)
    for (const { allele } of alleles)
      t.ok(
        lines.some((line) => line.startsWith(`| ${allele} `)),
        `${locus} ${allele}`,
      )
  }
  for (const { id } of tables.flatMap((table) => table.rules)) t.ok(page.includes(`| ${id} `), id)
  for (const { recombination } of linkage) {
    for (const { between } of recombination) t.ok(page.includes(between.join(' – ')), between.join())
  }
  for (const id of Object.keys(references)) t.ok(page.includes(`| ${id} |`), id)
})

/**
 * docs/genetics.md is the rule files' own page.
 */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { lexiconOf } from '../../src/operations/rule-book.js'
import { renderCatalogue } from '../../src/workbench/catalogue.js'
import { ROOT, shippedBookAsWritten } from '../phenotypes/shipped.js'

const book = await shippedBookAsWritten()
const page = renderCatalogue(book.model.source, lexiconOf(book.lexicons, 'en'))

t.test(
  'the committed page of genetics is what the rule files say (npm run genetics writes it)',
  async (t) => {
    t.equal(readFileSync(new URL('docs/genetics.md', ROOT), 'utf8'), page)
  },
)

t.test('the page leaves no allele, rule, fraction or reference out', async (t) => {
  const { loci, tables, linkage, references } = book.model.source
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

t.test('every allele but the wild types, every rule and every fraction cites', async (t) => {
  const { loci, tables, linkage, references } = book.model.source
  for (const { locus, alleles, wildType } of loci) {
    for (const { allele, cite, standsFor } of alleles) {
      const isPlain =
        allele === wildType || standsFor !== undefined || (wildType === undefined && cite.length === 0)
      t.ok(isPlain || cite.length > 0, `${locus} ${allele}`)
    }
  }
  for (const { id, cite } of tables.flatMap((table) => table.rules)) t.ok(cite.length > 0, id)
  for (const { between, cite } of linkage.flatMap((table) => table.recombination))
    t.ok(cite.length > 0, between.join())
  for (const [id, { title }] of Object.entries(references)) t.ok(title.length > 10, id)
})

/**
 * A report that leaves no question, posted back as it was read with its own population, names the coat of the animal that it is about.
 */
import t from 'tap'
import type { ReportAnswer } from '../../src/operations/read-report/read-report.js'
import { pick, randomFrom } from '../names/genotype-trips.js'
import { coatsOf } from '../support/coats.js'
import { everyPrinted, type Printed } from './printing.js'
import { openShippedRuleset } from './shipped.js'

const REPORTS = 300

t.test('a report posted back as it was read names the coat of its animal', async (t) => {
  const ruleset = await openShippedRuleset()
  const coats = coatsOf(ruleset)
  // Results on the X chromosome need the sex.
  const printed = everyPrinted(ruleset.model).filter(({ locus }) => locus.noCopy === null)
  const laboratories = [...new Set(printed.map(({ laboratory }) => laboratory))]
  const random = randomFrom(11)
  const wrong: string[] = []
  let posted = 0
  for (let i = 0; i < REPORTS; i++) {
    const lines: string[] = []
    const truth: Record<'base' | 'others', Record<string, readonly string[]>> = { base: {}, others: {} }
    const laboratory = pick(random, laboratories)
    const own = printed.filter((each) => each.laboratory === laboratory)
    for (const locus of ruleset.model.loci) {
      const results: readonly Printed[] = own.filter((each) => each.locus === locus)
      if (results.length === 0 || (!locus.required && random() < 0.6)) continue
      const { text, copies } = pick(random, results)
      lines.push(text)
      const wildType = locus.alleles[locus.wildType ?? 0] ?? ''
      truth[locus.group][locus.key] = copies.map((allele) => allele ?? wildType)
    }
    const report = lines.join('\n')
    const read = coats.answer('coats.readReport', { report, laboratory, lang: 'en' }, 'en') as ReportAnswer
    if (read.questions.length > 0 || read.unread.length > 0) continue
    const expected = coats.answer('coats.result', { ...truth, lang: 'en', explain: true }, 'en') as Named
    // A report is of an animal that lives.
    if (expected.explain?.viability?.status === 'lethal') continue
    const { base, others, population } = read
    const found = coats.answer('coats.result', { base, others, population, lang: 'en' }, 'en') as Named
    posted++
    if (found.translate !== expected.translate)
      wrong.push(`${found.translate}, not ${expected.translate}: ${laboratory} ${report}`)
  }
  t.ok(posted > REPORTS / 2, `${posted} reports`)
  t.same(wrong, [])
})

interface Named {
  readonly translate: string
  readonly explain?: { readonly viability?: { readonly status: string } }
}

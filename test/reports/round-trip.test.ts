/** Print → read: every genotype in every style that a laboratory declares. */
import t from 'tap'
import { readReport } from '../../src/reports/read-report.js'
import { reportVocabulary } from '../../src/reports/vocabulary/vocabulary.js'
import { genotypesOf } from './genotype-sets.js'
import { everyPrinted, type Printed } from './printing.js'
import { openShippedRuleset } from './shipped.js'

/** Results that are ambiguous by themselves: both copies run together. */
function isAskedTogether({ text }: Printed): boolean {
  return /: (ChCh|CHCH|Eea|eae|eaE|eea)$/.test(text)
}

t.test('a result in a declared style is read as what was printed, behind every label', async (t) => {
  const { model } = await openShippedRuleset()
  const every = everyPrinted(model)
  const laboratories = new Set(every.map(({ laboratory }) => laboratory))
  const vocabularies = new Map([...laboratories].map((id) => [id, reportVocabulary(model, id)] as const))
  const wrong: string[] = []
  const asked: string[] = []
  for (const printed of every) {
    const { laboratory, text, locus, copies, finds, notFound } = printed
    const vocabulary = vocabularies.get(laboratory)
    if (vocabulary === undefined) continue
    const { genes, questions, contradictions } = readReport(model, vocabulary, text, undefined)
    const found = genes.get(locus)
    const absent = notFound ?? finds.map((allele) => `!${allele}`).join('&')
    const expected = copies.map((allele) =>
      allele === undefined ? absent : locus.cis ? `${allele}+?` : allele,
    )
    if (questions.length > 0) {
      if (!isAskedTogether(printed)) asked.push(`${laboratory} ${text}`)
      continue
    }
    const [a, x] = [
      genotypesOf(locus, found ?? ['?', '?'], expected),
      genotypesOf(locus, expected, found ?? ['?', '?']),
    ]
    const isSame = a.size === x.size && [...a].every((each) => x.has(each))
    if (!isSame || contradictions.length > 0) wrong.push(`${laboratory} ${text} → ${String(found)}`)
  }
  t.ok(every.length > 5_000, `${every.length} printed results`)
  t.strictSame(wrong, [])
  t.strictSame(asked, [])
})

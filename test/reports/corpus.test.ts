/**
 * The corpus of report texts, whose readings were written by somebody who had not seen the reader (corpus/README.md).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import { readReport } from '../../src/reports/read-report.js'
import { reportVocabulary } from '../../src/reports/vocabulary/vocabulary.js'
import { openShippedRuleset } from './shipped.js'
import { judge, type Answer, type Case } from './judge.js'

const FOLDER =
  process.env['REPORT_CORPUS'] ?? new URL('../../../test/reports/corpus', import.meta.url).pathname

/** Cases in which asking, or leaving a line unread, is as far as the reader goes. None of these is a wrong reading. */
const KNOWN_DIFFERENCES: readonly string[] = [
  // "not dun" behind a result: a negation makes the whole line doubtful.
  'en-dun-non-dun-types',
  // A line that speaks of foals is taken to be about them.
  'en-ad-homozygous-tobiano',
  // "does not determine the number of copies" in brackets: the same.
  'en-grey-detected',
]

t.test(
  'no report of the corpus is read wrongly, and its lines are read, asked about or listed as written',
  async (t) => {
    if (!existsSync(FOLDER)) {
      t.pass('the corpus is not here')
      return
    }
    const ruleset = await openShippedRuleset()
    const answerOf = (each: Case): Answer | undefined => {
      const sex = each.sex === undefined ? undefined : each.sex === 'f' ? 'female' : 'male'
      const vocabulary = reportVocabulary(ruleset.model, each.laboratory)
      const reading = readReport(ruleset.model, vocabulary, each.report, sex)
      if (reading.contradictions.length > 0) return undefined
      return {
        ...reading,
        genes: Object.fromEntries([...reading.genes].map(([{ key }, alleles]) => [key, alleles])),
        questions: reading.questions.map((one) => ({ ...one, gene: one.locus.key })),
        untested: reading.untested.map(({ key }) => key),
      }
    }
    const cases = readdirSync(FOLDER)
      .filter((name) => name.endsWith('.yaml'))
      .flatMap(
        (name) =>
          (parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as { readonly cases: readonly Case[] }).cases,
      )
    const verdicts = cases.map((each) => ({ id: each.id, ...judge(ruleset.model, each, answerOf(each)) }))
    t.ok(cases.length >= 300, `${cases.length} cases`)
    t.strictSame(
      verdicts.flatMap(({ id, wrong }) => wrong.map((what) => `${id}: ${what}`)),
      [],
      'no silent wrong reading',
    )
    t.strictSame(
      verdicts.flatMap(({ id, differences }) =>
        differences.length > 0 && !KNOWN_DIFFERENCES.includes(id) ? [id, ...differences] : [],
      ),
      [],
      'no difference but the known ones',
    )
  },
)

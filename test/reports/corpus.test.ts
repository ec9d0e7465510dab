/**
 * The corpus of report texts, whose readings were written by somebody who had not seen the reader (corpus/README.md).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import { wholeBody, ask } from '../../src/operations/ask.js'
import { ClientError } from '../../src/operations/client-error.js'
import { readReport } from '../../src/operations/read-report/operation.js'
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
    const answerOf = ({ report, laboratory, sex }: Case): Answer | undefined => {
      try {
        const body = wholeBody(ask(readReport, ruleset, { report, laboratory, sex }, 'en'))
        return { ...body, genes: { ...body.base, ...body.others } }
      } catch (error) {
        if (error instanceof ClientError && error.code === 'VALIDATION_CONTRADICTION') return undefined
        throw error
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

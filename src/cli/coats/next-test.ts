/**
 * `robe next-test`: how much each genetic test would tell, from a YAML file.
 * Guarantees: the answer is that of POST /coats/nextTest; a file that names no population gets the textbook assumption of the
 * rules, as in `robe infer`.
 */
import type { Command } from 'commander'
import { ask, wholeBody } from '../../operations/ask.js'
import type { NextTestAnswer } from '../../operations/next-test/next-test.js'
import { nextTest } from '../../operations/next-test/operation.js'
import { usualPopulation } from '../../operations/read/population/population.js'
import { isSent } from '../../operations/read/values.js'
import { action, jsonText } from '../report.js'
import { openDefaultRuleset, TERMINALS, fallbackLanguage, type RulesOptions } from '../rules/open-rules.js'
import { percentText, textOf, type Lines } from '../terminal.js'
import { answerFile, readQuestion } from './question-file.js'

export function registerNextTest(program: Command): void {
  program
    .command('next-test')
    .description('tell how much each genetic test would tell about coats')
    .argument(
      '<file>',
      'a YAML file with question, tests and population, as POST /coats/nextTest takes them; without a population, the textbook assumption stands for untested genes',
    )
    .option('--lang <code>', `language of the answer; ${TERMINALS}, but not for --json`)
    .option('--json', 'the body of POST /coats/nextTest')
    .action(action(tellTests))
}

async function tellTests(file: string, { lang, json }: RulesOptions): Promise<string> {
  const question = readQuestion(file, 'question and tests')
  const { ruleset } = await openDefaultRuleset()
  // A gene that an observed coat speaks of was not tested, unless the file says so.
  const usual = { untested: 'population', population: usualPopulation(ruleset.model) }
  const asked = isSent(question.value, 'population') ? question.value : { ...usual, ...question.value }
  const fields = lang === undefined ? asked : { ...asked, lang }
  return answerFile(file, question, lang, () => {
    const body = wholeBody(ask(nextTest, ruleset, fields, fallbackLanguage(ruleset.languages, json)))
    return json ? jsonText(body) : testsText(body)
  })
}

function testsText({
  entropy,
  yes_percentage: yes,
  tests,
  bundles,
  best,
  notes = [],
}: NextTestAnswer): string {
  return textOf(
    `now: ${entropy} bits${yes === undefined ? '' : `, yes ${percentText(yes)} %`}`,
    tests.map((test) => [
      `${gainText(test)}  ${[test.test, test.animal].filter((each) => each !== undefined).join(' of the ')}`,
      test.results.map(({ percentage, meaning }) => `${percentText(percentage).padStart(12)} %  ${meaning}`),
    ]),
    bundles.map((bundle): Lines => `${gainText(bundle)}  ${bundle.tests.join(' + ')}`),
    best && `best: ${best.tests.join(' + ')}`,
    notes.map(({ text }) => `note: ${text}`),
  )
}

function gainText({
  gain,
  gain_per_price: rate,
}: NextTestAnswer['bundles'][number] | NextTestAnswer['tests'][number]) {
  return `gains ${gain} bits${rate === undefined ? '' : ` (${rate} for each unit of its price)`}`
}

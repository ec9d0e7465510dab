/**
 * `robe parentage`: whether an animal can be the offspring of a mother, a father or both, from a YAML file.
 * Guarantees: the answer is that of POST /coats/checkParentage.
 */
import { styleText } from 'node:util'
import type { Command } from 'commander'
import { ask, wholeBody } from '../../operations/ask.js'
import type { ParentageAnswer, ParentageExclusion } from '../../operations/check-parentage/answer.js'
import { checkParentage } from '../../operations/check-parentage/operation.js'
import { action, jsonText } from '../report.js'
import { openDefaultRuleset, TERMINALS, fallbackLanguage, type RulesOptions } from '../rules/open-rules.js'
import { textOf, type Lines } from '../terminal.js'
import { answerFile, readQuestion } from './question-file.js'

export function registerParentage(program: Command): void {
  program
    .command('parentage')
    .description('tell which facts exclude a mother, a father or both; a coat never proves a parentage')
    .argument(
      '<file>',
      'a YAML file with foal, mother, father and population, as POST /coats/checkParentage takes them',
    )
    .option('--lang <code>', `language of the answer; ${TERMINALS}, but not for --json`)
    .option('--json', 'the body of POST /coats/checkParentage')
    .action(action(parentage))
}

async function parentage(file: string, { lang, json }: RulesOptions): Promise<string> {
  const question = readQuestion(file, 'foal, mother and father')
  const { ruleset } = await openDefaultRuleset()
  const fields = lang === undefined ? question.value : { ...question.value, lang }
  return answerFile(file, question, lang, () => {
    const body = wholeBody(ask(checkParentage, ruleset, fields, fallbackLanguage(ruleset.languages, json)))
    return json ? jsonText(body) : parentageText(body)
  })
}

function parentageText(answer: ParentageAnswer): string {
  const { possible, excluded_by: excluded, unlikely, notes } = answer
  const verdict = possible ? (unlikely.length > 0 ? 'possible, but unlikely' : 'possible') : 'excluded'
  return textOf(
    styleText('bold', verdict),
    excluded.map(exclusionLines),
    answer.if_only_mother !== undefined &&
      !possible &&
      `the mother by herself: ${verdictOf(answer.if_only_mother)}`,
    answer.if_only_father !== undefined &&
      !possible &&
      `the father by himself: ${verdictOf(answer.if_only_father)}`,
    unlikely.map((each) => [exclusionLines(each), `  ${each.unless}`]),
    answer.likelihood_ratio !== undefined && `likelihood ratio: ${answer.likelihood_ratio}`,
    notes.map(({ text }) => `note: ${text}`),
  )
}

function verdictOf(isPossible: boolean): string {
  return isPossible ? 'possible' : 'excluded'
}

function exclusionLines({ parent, facts, why }: ParentageExclusion): Lines {
  const whom = parent === 'pair' ? 'both parents together' : `the ${parent}`
  return [`${whom}: ${why}`, facts.map(({ field, value }) => `  ${field}: ${value}`)]
}

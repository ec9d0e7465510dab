/**
 * `robe infer`: a question about animals of which not everything is known, from a YAML file.
 * Guarantees: the answer is that of POST /coats/infer, which needs a population; a file that names none gets the textbook
 * assumption of the rules. A file that cannot be read is told with its line.
 */
import type { Command } from 'commander'
import type { AskAnswer } from '../../operations/infer/ask-works.js'
import { ask, wholeBody } from '../../operations/ask.js'
import type { InferAnswer } from '../../operations/infer/infer.js'
import { infer as inferOperation } from '../../operations/infer/operation.js'
import type { PhaseAnswer } from '../../operations/infer/genotypes-answer.js'
import type { CoatsAnswer, AnswerRow } from '../../operations/infer/shapes.js'
import { usualPopulation } from '../../operations/read/population/population.js'
import { isSent } from '../../operations/read/values.js'
import { action, jsonText } from '../report.js'
import { openDefaultRuleset, TERMINALS, fallbackLanguage, type RulesOptions } from '../rules/open-rules.js'
import { percentText, textOf, type Lines } from '../terminal.js'
import { answerFile, readQuestion } from './question-file.js'

export function registerInfer(program: Command): void {
  program
    .command('infer')
    .description('tell what follows from tests, relatives and coats that were seen')
    .argument(
      '<file>',
      'a YAML file with horses, ask and population, as POST /coats/infer takes them; without a population, the textbook assumption stands for untested genes',
    )
    .option('--lang <code>', `language of the answer; ${TERMINALS}, but not for --json`)
    .option('--json', 'the body of POST /coats/infer')
    .action(action(infer))
}

async function infer(file: string, { lang, json }: RulesOptions): Promise<string> {
  const question = readQuestion(file, 'horses and ask')
  const { ruleset } = await openDefaultRuleset()
  // A gene that an observed coat speaks of was not tested, unless the file says so.
  const usual = { untested: 'population', population: usualPopulation(ruleset.model) }
  const asked = isSent(question.value, 'population') ? question.value : { ...usual, ...question.value }
  const fields = lang === undefined ? asked : { ...asked, lang }
  return answerFile(file, question, lang, () => {
    const body = wholeBody(ask(inferOperation, ruleset, fields, fallbackLanguage(ruleset.languages, json)))
    return json ? jsonText(body) : inferText(body)
  })
}

export function inferText({ answers, notes = [] }: InferAnswer): string {
  return textOf(
    answers.map(answerLines),
    notes.map(({ text }) => `note: ${text}`),
  )
}

function answerLines(answer: AskAnswer): Lines {
  switch (answer.ask) {
    case 'genotype': {
      const { horse, genotypes, certain } = answer
      const named = certain.map(({ gene, alleles }) => `${gene} ${alleles.join('/')}`)
      return [
        `${horse} carries`,
        genotypes.map(({ gene, alleles, percentage }) =>
          percentLine(percentage, `${gene} ${alleles.join('/')}`),
        ),
        named.length > 0 && `  certain: ${named.join(', ')}`,
      ]
    }
    case 'phase':
      return [`${answer.horse} has on its two copies`, answer.phase.map(phaseLines)]
    case 'coat':
      return [`${answer.horse} is`, coatLines(answer)]
    case 'foal':
      return [`a foal of ${answer.mother} and ${answer.father} is`, coatLines(answer)]
  }
}

function phaseLines({ is_open: isOpen, genes, phases }: PhaseAnswer): Lines {
  if (!isOpen) return []
  const copiesText = (copies: readonly (readonly string[])[]): string =>
    copies.map((copy) => copy.join(' ')).join(' / ')
  return [
    `  of ${genes.join(', ')}`,
    phases.map(({ copies, percentage }) => percentLine(percentage, copiesText(copies))),
  ]
}

function coatLines({ results, live_foal_percentage: live, foals }: CoatsAnswer): Lines {
  const { percentage, wanted, foals_for: needed } = foals ?? {}
  return [
    results.map(rowLine),
    live !== undefined && `  expected to live: ${percentText(live)} %`,
    percentage !== undefined && `  one of ${foals?.foals} foals ${wanted}: ${percentText(percentage)} %`,
    needed &&
      (needed.foals === null
        ? `  no number of foals gives ${wanted} with ${needed.percentage} %`
        : `  ${needed.foals} foals for ${wanted} with ${needed.percentage} %`),
  ]
}

function rowLine({ coat, percentage, percentage_band: band, viability }: AnswerRow): string {
  const warning = viability === undefined ? '' : ` [${viability.status}: ${viability.cause}]`
  const ends = band === undefined ? '' : `${percentText(band.low)} to ${percentText(band.high)}`
  if (percentage === undefined) return `${ends.padStart(18)} %  ${coat}${warning}`
  const range = band === undefined ? '' : ` (${ends})`
  return percentLine(percentage, `${coat}${warning}${range}`)
}

function percentLine(percentage: number, what: string): string {
  return `${percentText(percentage).padStart(10)} %  ${what}`
}

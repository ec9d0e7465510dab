/**
 * `robe read-report`: the text of a laboratory report as a table of genes.
 * Guarantees: asks nothing; exit code 0 if every line that may hold a result was read, 2 if something is open, 1 if lines exclude each other.
 */
import type { Command } from 'commander'
import { ask, wholeBody } from '../../operations/ask.js'
import { readReport as operation } from '../../operations/read-report/operation.js'
import type { ReportAnswer } from '../../operations/read-report/read-report.js'
import { FileRefusal, MIB, readLimited } from '../../rules/read-limited.js'
import { action, jsonText, Refusal, type Report } from '../report.js'
import { fallbackLanguage, openDefaultRuleset, TERMINALS } from '../rules/open-rules.js'
import { aligned, textOf } from '../terminal.js'

interface ReadReportOptions {
  readonly lang?: string
  readonly laboratory?: string
  readonly sex?: string
  readonly json?: boolean
}

/** Something is open. */
const EXIT_OPEN = 2

export function registerReadReport(program: Command): void {
  program
    .command('read-report')
    .description('read genes from the text of a laboratory report; list what is ambiguous or not understood')
    .argument('<file>', 'a text file with the report of one animal, or - for standard input')
    .option('--laboratory <id>', 'whose signs they are, where these differ from those of others')
    .option('--sex <letter>', 'f or m, for genes on the X chromosome')
    .option('--lang <code>', `language of coat names; ${TERMINALS}, but not for --json`)
    .option('--json', 'the body of POST /coats/readReport')
    .action(action(readReport))
}

async function readReport(file: string, { json = false, ...options }: ReadReportOptions): Promise<Report> {
  const report = readText(file)
  const { ruleset } = await openDefaultRuleset()
  const fields = { report, ...options }
  const body = wholeBody(ask(operation, ruleset, fields, fallbackLanguage(ruleset.languages, json)))
  const isOpen = body.questions.length > 0 || body.unread.some((each) => each.may_hold_result)
  return { text: json ? jsonText(body) : reportText(body), ...(isOpen && { exitCode: EXIT_OPEN }) }
}

function readText(file: string): string {
  try {
    return readLimited(file === '-' ? 0 : file, { maxBytes: MIB, acceptsPipes: true }).toString()
  } catch (error) {
    throw new Refusal(`error: ${file} ${error instanceof FileRefusal ? error.message : 'cannot be read'}`)
  }
}

function reportText({ base, others, questions, unread, untested, coat }: ReportAnswer): string {
  const genes = Object.entries({ ...base, ...others }).map(([gene, alleles]) => [gene, alleles.join('/')])
  const best = coat.textbook ?? coat.strict
  return textOf(
    genes.length > 0 && aligned(genes),
    questions.flatMap(({ line, text, gene, choices, why }) => [
      `line ${line}: ${text}`,
      `  ${gene} is open: ${why}`,
      choices.length > 0 && `  it may be ${choices.map((alleles) => alleles.join('/')).join(', ')}`,
    ]),
    unread.flatMap((each) =>
      each.may_hold_result ? `line ${each.line} was not understood: ${each.text}` : [],
    ),
    otherLines(unread),
    untested.length > 0 && `not tested: ${untested.join(', ')}`,
    best.coat !== undefined &&
      `coat: ${best.coat}${best.certain === true ? '' : coat.textbook === undefined ? ', or another one' : ' (untested genes by the textbook assumption)'}`,
    best.refused !== undefined && `no coat: ${best.refused}`,
  )
}

function otherLines(unread: ReportAnswer['unread']): string | false {
  const others = unread.flatMap(({ line, may_hold_result: mayHoldResult }) => (mayHoldResult ? [] : [line]))
  return others.length > 0 && `other text: line ${others.join(', ')}`
}

/**
 * `robe infer`: a question about animals of which not everything is known, from a YAML file.
 * Guarantees: the answer is that of POST /coats/infer; a file that cannot be read is told with its line.
 */
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { AskAnswer } from '../coats/infer/ask-works.js'
import type { InferAnswer } from '../coats/infer/infer.js'
import type { PhaseTold } from '../coats/infer/genotypes-told.js'
import type { CoatsTold, OpenRow } from '../coats/infer/shapes.js'
import { isObject } from '../coats/request/decode-fields.js'
import { formatDiagnostic } from '../rules/diagnostic.js'
import { parseFile } from '../rules/yaml/parse.js'
import { action, jsonText, Refusal } from './report.js'
import { openCoats, TERMINALS, unaskedLanguage, type RulesOptions } from './rules/open-rules.js'
import { textOf, type Lines } from './terminal.js'

export function registerInfer(program: Command): void {
  program
    .command('infer')
    .description('tell what follows from tests, relatives and coats that were seen')
    .argument('<file>', 'a YAML file with population, horses and ask, as POST /coats/infer takes them')
    .option('--lang <code>', `language of the answer; ${TERMINALS}, but not for --json`)
    .option('--json', 'the body of POST /coats/infer')
    .action(action(infer))
}

async function infer(file: string, { lang, json }: RulesOptions): Promise<string> {
  const fields = readQuestion(file)
  const { coats } = await openCoats()
  const asked = coats.openAsked(
    'coats.infer',
    lang === undefined ? fields : { ...fields, lang },
    unaskedLanguage(coats.languages, json),
  )
  const body = asked?.make() as InferAnswer
  return json ? jsonText(body) : inferText(body)
}

function readQuestion(file: string): Readonly<Record<string, unknown>> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new Refusal(`error: ${file} cannot be read`)
  }
  const { parsed, diagnostics } = parseFile({ file, name: file, text })
  if (diagnostics.length > 0) throw new Refusal(diagnostics.map(formatDiagnostic).join('\n'))
  if (!isObject(parsed?.value)) throw new Refusal(`error: ${file} holds no block with horses and ask`)
  return parsed.value
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

function phaseLines({ is_open: isOpen, genes, phases }: PhaseTold): Lines {
  if (!isOpen) return []
  const copiesText = (copies: readonly (readonly string[])[]): string =>
    copies.map((copy) => copy.join(' ')).join(' / ')
  return [
    `  of ${genes.join(', ')}`,
    phases.map(({ copies, percentage }) => percentLine(percentage, copiesText(copies))),
  ]
}

function coatLines({ results, live_foal_percentage: live, foals }: CoatsTold): Lines {
  const { percentage, wanted, foals_for: needed } = foals ?? {}
  return [
    results.map(rowLine),
    live !== undefined && `  expected to live: ${live} %`,
    percentage !== undefined && `  one of ${foals?.foals} foals ${wanted}: ${percentage} %`,
    needed &&
      (needed.foals === null
        ? `  no number of foals gives ${wanted} with ${needed.percentage} %`
        : `  ${needed.foals} foals for ${wanted} with ${needed.percentage} %`),
  ]
}

function rowLine({ coat, percentage, percentage_band: band, viability }: OpenRow): string {
  const warning = viability === undefined ? '' : ` [${viability.status}: ${viability.cause}]`
  const ends = band === undefined ? '' : `${shareText(band.low)} to ${shareText(band.high)}`
  if (percentage === undefined) return `${ends.padStart(18)} %  ${coat}${warning}`
  const range = band === undefined ? '' : ` (${ends})`
  return percentLine(percentage, `${coat}${warning}${range}`)
}

function percentLine(percentage: number, what: string): string {
  return `${shareText(percentage).padStart(10)} %  ${what}`
}

/** Percent. A smaller share comes of an interval that begins at nothing. */
const LEAST_TOLD = 1e-6

function shareText(percentage: number): string {
  return percentage > 0 && percentage < LEAST_TOLD ? `<${LEAST_TOLD}` : String(percentage)
}

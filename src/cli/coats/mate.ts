/**
 * `robe mate`: mates by the probability of wanted coats, from a CSV file, a JSON list or a whole question.
 * Guarantees: the answer is that of POST /coats/chooseMate; a fault names the file's line or the option.
 */
import { styleText } from 'node:util'
import type { Command } from 'commander'
import { ask, wholeBody } from '../../operations/ask.js'
import type { MateAnswer } from '../../operations/choose-mate/answer.js'
import { chooseMate } from '../../operations/choose-mate/operation.js'
import { ClientError } from '../../operations/client-error.js'
import { vocabularyOf, type GeneVocabulary } from '../../operations/genes/genes.js'
import { isObject, type Fields } from '../../operations/read/decode-fields.js'
import { usualPopulation } from '../../operations/read/population/population.js'
import { isSent } from '../../operations/read/values.js'
import { FileRefusal, readLimited } from '../../rules/read-limited.js'
import { MAX_FILE_BYTES } from '../../rules/source.js'
import { action, jsonText, Refusal } from '../report.js'
import { openDefaultRuleset, TERMINALS, fallbackLanguage } from '../rules/open-rules.js'
import { percentText, textOf } from '../terminal.js'
import { readCsv } from './csv.js'
import { readGenotypeText } from './genotype-text.js'

interface MateOptions {
  readonly horse?: string
  readonly wanted?: string
  readonly avoid?: string
  readonly limit?: string
  readonly lang?: string
  readonly json?: boolean
}

export function registerMate(program: Command): void {
  program
    .command('mate')
    .description('compare mates by the probability of wanted coats')
    .argument(
      '<file>',
      'a CSV file with a column id and one for each gene (E/e), a JSON list of candidates, or a JSON question as POST /coats/chooseMate takes it',
    )
    .option('--horse <genotype>', 'the animal for which a mate is chosen: genes as gene=allele/allele')
    .option('--wanted <coats>', 'wanted coats or tokens, separated by commas')
    .option('--avoid <coats>', 'coats or tokens to avoid, separated by commas')
    .option('--limit <n>', 'only the n best')
    .option('--lang <code>', `language of the answer; ${TERMINALS}, but not for --json`)
    .option('--json', 'the body of POST /coats/chooseMate')
    .action(action(mate))
}

async function mate(file: string, options: MateOptions): Promise<string> {
  const { ruleset } = await openDefaultRuleset()
  const vocabulary = vocabularyOf(ruleset)
  const read = readFile(file, vocabulary)
  const { lang, limit, json, horse, wanted, avoid } = options
  const fields = {
    ...read,
    ...(horse !== undefined && { horse: readGenotypeText(horse, vocabulary, '--horse') }),
    ...(wanted !== undefined && { wanted: listOf(wanted) }),
    ...(avoid !== undefined && { avoid: listOf(avoid) }),
    ...(limit !== undefined && { limit }),
    ...(lang !== undefined && { lang }),
  }
  const language = fallbackLanguage(ruleset.languages, json)
  const answer = (question: Fields): MateAnswer => wholeBody(ask(chooseMate, ruleset, question, language))
  const body = answered(answer, fields, usualPopulation(ruleset.model), file)
  return json ? jsonText(body) : matesText(body)
}

/** Where something is not known of an animal and no population is named, the assumption of the rules stands. */
function answered(
  answer: (fields: Fields) => MateAnswer,
  fields: Fields,
  usual: string | undefined,
  file: string,
): MateAnswer {
  try {
    return answer(fields)
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    const isMissing =
      error.details?.field === 'population' && !isSent(fields, 'population') && usual !== undefined
    if (isMissing) return answered(answer, { ...fields, population: usual }, undefined, file)
    throw new Refusal(`${file} error: ${error.message}`)
  }
}

function readFile(file: string, vocabulary: readonly GeneVocabulary[]): Fields {
  let text: string
  try {
    text = readLimited(file, { maxBytes: MAX_FILE_BYTES, acceptsPipes: true }).toString()
  } catch (error) {
    throw new Refusal(`error: ${file} ${error instanceof FileRefusal ? error.message : 'cannot be read'}`)
  }
  if (!/^\s*[[{]/.test(text)) return { candidates: candidatesIn(file, text, vocabulary) }
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : { candidates: value }
  } catch (error) {
    throw new Refusal(`error: ${file} is not JSON: ${(error as Error).message}`)
  }
}

function candidatesIn(file: string, text: string, vocabulary: readonly GeneVocabulary[]): readonly Fields[] {
  return readCsv(text).map(({ line, fields }) => {
    const id = fields.get('id')
    if (id === undefined) throw new Refusal(`${file}:1 error: the column id is missing`)
    const genes = [...fields].filter(([name, alleles]) => name !== 'id' && alleles !== '')
    const typed = genes.map(([gene, alleles]) => `${gene}=${alleles}`).join(' ')
    return { id, ...readGenotypeText(typed, vocabulary, `${file}:${line}`) }
  })
}

function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

type Row = Partial<Record<'id' | 'mare' | 'stallion', string>> & MateAnswer['results'][number]

function matesText(answer: MateAnswer): string {
  const { results, total_results: total, notes = [] } = answer
  const assigned = 'assignment' in answer ? answer : undefined
  return textOf(
    (results as readonly Row[]).map(rowLines),
    results.length < total && `${results.length} of ${total}`,
    assigned?.assignment?.map(({ mare, stallion }) => `${mare} with ${stallion}`),
    notes.map(({ text }) => `note: ${text}`),
  )
}

function rowLines(row: Row) {
  const genotype = 'genotype' in row ? row.genotype : {}
  const genes = Object.entries(genotype).map(([gene, alleles]) => `${gene}=${alleles.join('/')}`)
  const who = row.id ?? (row.mare === undefined ? genes.join(' ') : `${row.mare} × ${row.stallion ?? ''}`)
  const lost =
    row.lethal_percentage > 0 ? `, not expected to live: ${percentText(row.lethal_percentage)} %` : ''
  const avoided =
    row.avoid_percentage === undefined ? '' : `, to avoid: ${percentText(row.avoid_percentage)} %`
  return [
    `${percentText(row.wanted_percentage).padStart(9)} %  ${styleText('bold', who)}${lost}${avoided}`,
    row.health?.map(({ text, percentage }) => `             ${percentText(percentage)} %: ${text}`),
  ]
}

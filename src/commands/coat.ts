/**
 * `robe coat` and `robe cross`: the questions on a command line, with the answers of the HTTP interface.
 * Guarantees: one answer whether asked here, over HTTP or of the library; a fault is printed in full, with exit code 1.
 */
import type { Command } from 'commander'
import type { OffspringAnswer } from '../coats/offspring/offspring.js'
import type { Possibility } from '../coats/offspring/row-writer.js'
import type { ResultAnswer } from '../coats/result.js'
import type { Explanation } from '../coats/explain.js'
import { drawHorse } from '../picture/picture.js'
import { givenText } from '../workbench/examples/given.js'
import { readGenotypeText } from './genotype-text.js'
import { action, jsonText } from './report.js'
import { openCoats, TERMINALS, unaskedLanguage } from './rules/open-rules.js'
import { plural, textOf, type Lines } from './terminal.js'

interface CoatOptions {
  readonly sex?: string
  readonly lang?: string
  readonly explain?: boolean
  readonly json?: boolean
  readonly svg?: boolean
  readonly age?: string
}

interface CrossOptions {
  readonly mother: string
  readonly father: string
  readonly motherLinkage?: string
  readonly fatherLinkage?: string
  readonly idk?: boolean
  readonly limit?: string
  readonly groupBy?: string
  readonly sexes?: string
  readonly lang?: string
  readonly json?: boolean
}

export function registerCoat(program: Command): void {
  program
    .command('coat')
    .description('name the coat of one animal')
    .argument('<genotype...>', 'genes as gene=allele/allele')
    .option('--lang <code>', `language of the answer; ${TERMINALS}, but not for --json`)
    .option('--sex <f|m>', 'where a gene on a sex chromosome does not tell it')
    .option('--explain', 'tell the rules behind the name')
    .option('--json', 'the body of POST /coats/result')
    .option('--svg', 'a picture: the body of POST /coats/picture')
    .option('--age <years>', 'of the animal in the picture')
    .action(action(coat))
  program
    .command('cross')
    .description('list the coats and genotypes two parents can give')
    .requiredOption('--mother <genotype>', 'genes as gene=allele/allele')
    .requiredOption('--father <genotype>', 'genes as gene=allele/allele')
    .option('--mother-linkage <alleles>', 'alleles together on one copy of the mother, separated by commas')
    .option('--father-linkage <alleles>', 'the same for the father')
    .option('--idk', 'the phase is not known')
    .option('--limit <n>', 'only the n most probable')
    .option('--group-by <what>', 'coat: one line a coat; coat,sex: one a coat and sex')
    .option('--sexes <which>', 'daughters or sons: only these')
    .option('--lang <code>', `language of the answer; ${TERMINALS}, but not for --json`)
    .option('--json', 'the body of POST /coats/generateChild')
    .action(action(cross))
}

async function coat(words: readonly string[], options: CoatOptions): Promise<string> {
  const { lang, sex, explain = false, json, svg, age } = options
  const { coats } = await openCoats()
  const fields = { ...readGenotypeText(words.join(' '), coats.vocabulary, 'genotype'), lang, sex }
  const language = unaskedLanguage(coats.languages, json)
  if (svg) return drawHorse(coats.picture({ ...fields, age }, language))
  const { body } = coats.result({ ...fields, explain }, language)
  return json ? jsonText(body) : coatText(body)
}

async function cross(options: CrossOptions): Promise<string> {
  const { coats } = await openCoats()
  const fields = {
    mother: readGenotypeText(options.mother, coats.vocabulary, '--mother'),
    father: readGenotypeText(options.father, coats.vocabulary, '--father'),
    kit_linkage: { mother: alleleList(options.motherLinkage), father: alleleList(options.fatherLinkage) },
    has_IDK: options.idk ?? false,
    lang: options.lang,
    limit: options.limit,
    group_by: options.groupBy,
    sexes: options.sexes,
  }
  const { body } = coats.offspring(fields, unaskedLanguage(coats.languages, options.json))
  return options.json ? jsonText(body) : crossText(body)
}

function alleleList(text = ''): readonly string[] {
  return text.split(/[\s,]+/).filter((each) => each !== '')
}

function coatText({ translate, notes = [], explain }: ResultAnswer): string {
  return textOf(
    translate,
    notes.map(({ text }) => `note: ${text}`),
    explain && reasonLines(explain),
  )
}

function reasonLines(explain: Explanation): Lines {
  const { rules, hidden, viability } = explain
  return [
    rules.map(({ table, rule, tokens, status, why, references }) => {
      const given = tokens.length === 0 ? '' : ` → ${tokens.join(', ')}`
      return [
        `  ${table}: ${rule}${given}${status === 'overridden' ? ' (overridden)' : ''}`,
        why !== undefined && `      ${why}`,
        references.map(({ title, doi, verified }) => {
          return `      ${title}${doi === undefined ? '' : `, doi:${doi}`}${verified ? '' : ' (not verified)'}`
        }),
      ]
    }),
    hidden.map(({ token, by }) => `  hidden: ${token}, by ${by}`),
    (['carries', 'reports', 'health'] as const).map((kind) =>
      explain[kind].map(({ text }) => `  ${kind}: ${text}`),
    ),
    viability && `  viability: ${viability.status}: ${viability.cause}`,
  ]
}

function crossText(body: OffspringAnswer): string {
  const { results, total_results: total, live_foal_percentage: live, notes = [] } = body
  const { suspected_loss_percentage: lost } = body
  return textOf(
    results.map(foalLine),
    total !== undefined && `${results.length} of ${total}, ${body.returned_percentage} % of all offspring`,
    live !== undefined && `expected to live: ${live} %`,
    lost !== undefined && `suspected losses: ${lost} %`,
    notes.map(({ text }) => `note: ${text}`),
  )
}

function foalLine({ coat, percentage, genotype, sex, genotypes, viability }: Possibility): string {
  const count = genotypes === undefined ? '' : ` (${plural(genotypes, 'genotype')}, such as)`
  const sexed = sex === undefined ? '' : ` (${sex})`
  const warning = viability === undefined ? '' : ` [${viability.status}: ${viability.cause}]`
  return `${String(percentage).padStart(20)} %  ${coat}${sexed}${warning}${count}  ${givenText(genotype)}`
}

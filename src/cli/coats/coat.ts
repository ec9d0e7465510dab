/**
 * `robe coat` and `robe cross`: the questions of the HTTP API on the command line.
 * Guarantees: the same answer as over HTTP and from the library; errors are printed in full, with exit code 1.
 */
import { styleText } from 'node:util'
import type { Command } from 'commander'
import type { OffspringAnswer } from '../../operations/generate-child/offspring.js'
import type { Possibility } from '../../operations/generate-child/row.js'
import type { ResultAnswer } from '../../operations/result/result.js'
import type { Explanation } from '../../operations/result/explain.js'
import { ask, wholeBody } from '../../operations/ask.js'
import { generateChild } from '../../operations/generate-child/operation.js'
import { answerGenes, vocabularyOf, type CatalogueGene } from '../../operations/genes/genes.js'
import { picture as pictureOperation } from '../../operations/picture/operation.js'
import { result as resultOperation } from '../../operations/result/operation.js'
import type { Given } from '../../rules/tables.js'
import { givenText } from '../../workbench/examples/given.js'
import { readGenotypeText } from './genotype-text.js'
import { action, jsonText } from '../report.js'
import { openDefaultRuleset, TERMINALS, fallbackLanguage } from '../rules/open-rules.js'
import { percentText, plural, textOf, type Lines } from '../terminal.js'
import { askTyped } from './typed-question.js'

type ExplainedRule = Explanation['rules'][number]

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
  readonly all?: boolean
  readonly lang?: string
  readonly json?: boolean
}

export function registerCoat(program: Command): void {
  program
    .command('coat')
    .description('name the coat of one animal')
    .argument('<genotype...>', 'genes as gene=allele/allele')
    .option('--lang <code>', `language of the answer; ${TERMINALS}, but not for --json`)
    .option('--sex <f|m>', 'the sex, if no gene on a sex chromosome determines it')
    .option('--explain', 'list the rules that gave or hid a token, with their reasons')
    .option('--json', 'the body of POST /coats/result')
    .option('--svg', 'a picture: the body of POST /coats/picture')
    .option('--age <years>', 'age of the animal in the picture')
    .action(action(coat))
  program
    .command('cross')
    .description('list the coats and genotypes two parents can give')
    .requiredOption('--mother <genotype>', 'genes as gene=allele/allele')
    .requiredOption('--father <genotype>', 'genes as gene=allele/allele')
    .option('--mother-linkage <alleles>', 'alleles on the same chromosome of the mother, separated by commas')
    .option('--father-linkage <alleles>', 'the same for the father')
    .option('--idk', 'the phase is unknown')
    .option('--limit <n>', 'only the n most probable')
    .option('--group-by <what>', 'coat: one line per coat; coat,sex: one per coat and sex')
    .option('--sexes <which>', 'list only daughters or only sons')
    .option('--all', 'show wild types too')
    .option('--lang <code>', `language of the answer; ${TERMINALS}, but not for --json`)
    .option('--json', 'the body of POST /coats/generateChild')
    .action(action(cross))
}

async function coat(words: readonly string[], options: CoatOptions): Promise<string> {
  const { lang, sex, explain = false, json = false, svg, age } = options
  const { ruleset } = await openDefaultRuleset()
  const typed = { '': readGenotypeText(words.join(' '), vocabularyOf(ruleset), 'the genotype') }
  const language = fallbackLanguage(ruleset.languages, json)
  if (svg)
    return askTyped(typed, ({ '': horse }) =>
      wholeBody(ask(pictureOperation, ruleset, { ...horse, lang, sex, age }, language)),
    )
  // Without --json, penetrance is shown even if the reasons are not.
  const settings = { lang, sex, explain: explain || !json }
  const body = askTyped(typed, ({ '': horse }) =>
    wholeBody(ask(resultOperation, ruleset, { ...horse, ...settings }, language)),
  ) as ResultAnswer
  return json ? jsonText(body) : coatText(body, explain)
}

async function cross(options: CrossOptions): Promise<string> {
  const { ruleset } = await openDefaultRuleset()
  const vocabulary = vocabularyOf(ruleset)
  const typed = {
    mother: readGenotypeText(options.mother, vocabulary, '--mother'),
    father: readGenotypeText(options.father, vocabulary, '--father'),
  }
  const fields = {
    kit_linkage: { mother: alleleList(options.motherLinkage), father: alleleList(options.fatherLinkage) },
    has_IDK: options.idk ?? false,
    lang: options.lang,
    limit: options.limit,
    group_by: options.groupBy,
    sexes: options.sexes,
  }
  const language = fallbackLanguage(ruleset.languages, options.json)
  const body = askTyped(typed, (parents) =>
    wholeBody(ask(generateChild, ruleset, { ...parents, ...fields }, language)),
  ) as OffspringAnswer
  if (options.json) return jsonText(body)
  const { genes } = answerGenes(ruleset, {}, language).body
  return crossText(body, options.all ? [] : genes)
}

function alleleList(text = ''): readonly string[] {
  return text.split(/[\s,]+/).filter((each) => each !== '')
}

function coatText({ translate, notes = [], explain }: ResultAnswer, isExplained: boolean): string {
  return textOf(
    styleText('bold', translate),
    explain?.rules.map(penetranceLine),
    notes.map(({ text }) => `note: ${text}`),
    isExplained && explain && reasonLines(explain),
  )
}

function penetranceLine({ penetrance, status, tokens, rule }: ExplainedRule): Lines {
  if (penetrance === undefined || status === 'overridden') return undefined
  const what = tokens.length === 0 ? rule : tokens.join(', ')
  return `penetrance: ${percentText(penetrance * 100)} % of animals with this genotype show ${what}`
}

function reasonLines(explain: Explanation): Lines {
  const { rules, hidden, viability } = explain
  return [
    rules
      .filter((rule) => isActive(rule, explain))
      .map(({ table, rule, tokens, status, why, references }) => {
        const given = tokens.length === 0 ? '' : ` → ${tokens.join(', ')}`
        return [
          `  ${styleText('bold', table)}: ${rule}${given}${status === 'overridden' ? ' (overridden)' : ''}`,
          why !== undefined && `      ${why}`,
          references.map(({ title, doi, verified }) => {
            const source = `${title}${doi === undefined ? '' : `, doi:${doi}`}${verified ? '' : ' (not verified)'}`
            return styleText('dim', `      ${source}`)
          }),
        ]
      }),
    hidden.map(({ token, by }) => `  hidden: ${token}, by ${by}`),
    REMARKS.map((kind) => explain[kind].map(({ text }) => `  ${kind}: ${text}`)),
    viability && `  ${styleText('red', 'viability')}: ${viability.status}: ${viability.cause}`,
  ]
}

const REMARKS = ['carries', 'reports', 'health'] as const

/** Whether the rule gave or hid a token, or made a remark. Others only say that a gene changes nothing. */
function isActive({ rule, tokens }: ExplainedRule, explain: Explanation): boolean {
  return (
    tokens.length > 0 ||
    explain.hidden.some(({ by }) => by === rule) ||
    REMARKS.some((kind) => explain[kind].some((remark) => remark.rule === rule))
  )
}

function crossText(body: OffspringAnswer, leftOut: readonly CatalogueGene[]): string {
  const { results, total_results: total, returned_percentage: returned, notes = [] } = body
  const { live_foal_percentage: live, suspected_loss_percentage: lost } = body
  return textOf(
    results.map((foal) => foalLine(foal, leftOut)),
    total !== undefined && `${results.length} of ${total}, ${percentText(returned ?? 0)} % of all offspring`,
    live !== undefined && `expected to live: ${percentText(live)} %`,
    lost !== undefined && `suspected losses: ${percentText(lost)} %`,
    notes.map(({ text }) => `note: ${text}`),
  )
}

function foalLine(foal: Possibility, leftOut: readonly CatalogueGene[]): string {
  const { coat, percentage, genotype, sex, genotypes, viability } = foal
  const count = genotypes === undefined ? '' : ` (${plural(genotypes, 'genotype')}, such as)`
  const sexed = sex === undefined ? '' : ` (${sex})`
  const warning = viability && styleText('red', `[${viability.status}: ${viability.cause}]`)
  const named = `${styleText('bold', coat)}${sexed}${warning === undefined ? '' : ` ${warning}`}${count}`
  return `${percentText(percentage).padStart(9)} %  ${named}  ${givenText(withoutWildTypes(genotype, leftOut))}`
}

/** The genotype without optional genes that are homozygous wild type. */
function withoutWildTypes(genotype: Given, genes: readonly CatalogueGene[]): Given {
  const wildTypes = new Map(
    genes.map(({ gene, required, wild_type: wild }) => [gene, required ? null : wild]),
  )
  const shown = Object.entries(genotype).filter(([gene, alleles]) => {
    const wild = wildTypes.get(gene) ?? undefined
    return wild === undefined || alleles.some((allele) => allele !== wild)
  })
  return Object.fromEntries(shown)
}

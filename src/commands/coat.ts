/**
 * `robe coat` and `robe cross`: the questions on a command line, with the answers of the HTTP interface.
 * Guarantees: one answer whether asked here, over HTTP or of the library; a fault is printed in full, with exit code 1.
 */
import type { Command } from 'commander'
import type { OffspringAnswer, ResultAnswer } from '../coats/answers.js'
import { drawHorse } from '../picture/picture.js'
import { readGenotypeText } from './genotype-text.js'
import { action, jsonText } from './report.js'
import { openCoats, TERMINALS, unaskedLanguage } from './rules/open-rules.js'
import { plural } from './terminal.js'

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
  const genotype = readGenotypeText(words.join(' '), coats.vocabulary, 'genotype')
  if (svg)
    return drawHorse(coats.picture({ ...genotype, lang, sex, age }, unaskedLanguage(coats.languages, json)))
  const { body } = coats.result({ ...genotype, lang, sex, explain }, unaskedLanguage(coats.languages, json))
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

function alleleList(text: string | undefined): readonly string[] {
  return (text ?? '').split(/[\s,]+/).filter((each) => each !== '')
}

function coatText(body: ResultAnswer): string {
  const lines = [body.translate]
  for (const note of body.notes ?? []) lines.push(`note: ${note.text}`)
  const { explain } = body
  if (explain === undefined) return lines.join('\n')
  for (const rule of explain.rules) {
    const tokens = rule.tokens.length === 0 ? '' : ` → ${rule.tokens.join(', ')}`
    lines.push(`  ${rule.table}: ${rule.rule}${tokens}${rule.status === 'overridden' ? ' (overridden)' : ''}`)
    if (rule.why !== undefined) lines.push(`      ${rule.why}`)
    for (const { title, doi, verified } of rule.references) {
      lines.push(
        `      ${title}${doi === undefined ? '' : `, doi:${doi}`}${verified ? '' : ' (not verified)'}`,
      )
    }
  }
  for (const { token, by } of explain.hidden) lines.push(`  hidden: ${token}, by ${by}`)
  for (const kind of ['carries', 'reports', 'health'] as const) {
    for (const remark of explain[kind]) lines.push(`  ${kind}: ${remark.text}`)
  }
  if (explain.viability !== undefined)
    lines.push(`  viability: ${explain.viability.status}: ${explain.viability.cause}`)
  return lines.join('\n')
}

function crossText(body: OffspringAnswer): string {
  const lines = body.results.map(({ coat, percentage, genotype, sex, genotypes, viability }) => {
    const genes = Object.entries(genotype).map(([gene, alleles]) => `${gene}=${alleles.join('/')}`)
    const count = genotypes === undefined ? '' : ` (${plural(genotypes, 'genotype')}, such as)`
    const sexed = sex === undefined ? '' : ` (${sex})`
    const warning = viability === undefined ? '' : ` [${viability.status}: ${viability.cause}]`
    return `${String(percentage).padStart(20)} %  ${coat}${sexed}${warning}${count}  ${genes.join(' ')}`
  })
  if (body.total_results !== undefined) {
    lines.push(
      `${body.results.length} of ${body.total_results}, ${body.returned_percentage} % of all offspring`,
    )
  }
  if (body.live_foal_percentage !== undefined) lines.push(`expected to live: ${body.live_foal_percentage} %`)
  if (body.suspected_loss_percentage !== undefined) {
    lines.push(`suspected losses: ${body.suspected_loss_percentage} %`)
  }
  for (const note of body.notes ?? []) lines.push(`note: ${note.text}`)
  return lines.join('\n')
}

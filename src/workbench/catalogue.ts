/**
 * The rule files as a page to read: loci, alleles, rules, linkage, references, with what is not verified marked.
 * Guarantees: says only what the files say, in their order; the same rules give the same text.
 */
import type { Lexicon } from '../naming/lexicon.js'
import type {
  DecisionTable,
  LinkageTable,
  LocusTable,
  LookalikeRow,
  PassportCoat,
  PopulationTable,
  Reference,
  RuleTables,
} from '../rules/tables.js'
import { conditionTexts, effectTexts, predicateText, present } from './check/rule-texts.js'

/** Markdown. @param lexicon whose words name tokens, causes and remarks */
export function renderCatalogue(tables: RuleTables, lexicon: Lexicon): string {
  const { manifest, loci, tables: decisions, linkage, populations, looks, references } = tables
  return `${[
    '# The genetics',
    `Rule set ${manifest.version}, in the words of \`${lexicon.language}\`. Written from the rule files by \`robe rules catalogue\`; not edited by hand. A † marks what was not re-read in its source.`,
    '## Loci',
    ...loci.map(locusText),
    '## Rules, in the order they are asked',
    ...decisions.map((table) => tableText(table, lexicon)),
    '## Linkage',
    'A fraction is the share of recombined gametes: 0 is always together, 0.5 is independent. Loci in no group assort independently.',
    ...linkage.map(linkageText),
    ...(populations.length === 0
      ? []
      : ['## Populations', ABOUT_POPULATIONS, ...populations.map(populationText)]),
    ...(looks.length === 0 ? [] : ['## What looks alike', ABOUT_LOOKS, looksText(looks)]),
    ...passportText(tables, lexicon),
    '## References',
    grid(
      ['id', 'reference', 'DOI', 'OMIA'],
      Object.entries(references).map(([id, each]) => [id, titleText(each), each.doi ?? '', each.omia ?? '']),
    ),
  ].join('\n\n')}\n`
}

/** The language whose words such a page has; undefined where it says none. */
export function languageOfCatalogue(page: string): string | undefined {
  return /in the words of `([^`]+)`/.exec(page)?.[1]
}

function locusText(locus: LocusTable): string {
  const { wildType } = locus
  const facts = present(
    `gene ${locus.gene}`,
    `chromosome ${locus.chromosome}`,
    locus.group === 'base' ? 'in `base`' : 'in `others`',
    locus.required && 'required',
    wildType !== undefined && `left out: ${wildType}/${wildType}`,
    locus.cis && 'one copy can carry several variants',
    locus.position,
  )
  const rows = locus.alleles.map((row) => [
    `${row.allele}${mark(row.verified)}`,
    row.standsFor === undefined ? row.name : `${row.name} (an allele of ${row.standsFor.locus})`,
    row.variant ?? '',
    row.expression ?? '',
    row.aliases.join(', '),
    row.cite.join(', '),
    row.note ?? '',
  ])
  const head = ['allele', 'name', 'variant', 'expression', 'also written', 'references', 'note']
  return [`### ${locus.locus}: ${locus.name}`, `${facts.join('; ')}.`, grid(head, rows)].join('\n\n')
}

function tableText(table: DecisionTable, lexicon: Lexicon): string {
  const rows = table.rules.map((rule) => [
    `${rule.id}${mark(rule.verified)}`,
    conditionTexts(rule).join('; ') || 'always',
    effectTexts(rule, lexicon).join('; '),
    rule.why ?? '',
    rule.cite.join(', '),
  ])
  const head = ['rule', 'when', 'gives', 'why', 'references']
  return [`### ${table.table} (${table.hit})`, grid(head, rows)].join('\n\n')
}

function linkageText(table: LinkageTable): string {
  const rows = table.recombination.map((row) => [
    row.between.join(' – '),
    `${row.thousandths / 1000}${mark(row.verified)}`,
    row.interval.join(' – '),
    Object.entries(row.when ?? {})
      .map(([locus, predicate]) => `${locus} ${predicateText(predicate)}`)
      .join('; '),
    row.why ?? '',
    row.cite.join(', '),
  ])
  const head = ['between', 'fraction', 'plausible', 'for a parent with', 'why', 'references']
  const title = `### ${table.group}: chromosome ${table.chromosome}, ${table.order.join(' – ')}`
  return [title, grid(head, rows)].join('\n\n')
}

const ABOUT_POPULATIONS =
  'How frequent copies are among animals of which nothing is known. A copy without a figure at a locus that has figures is taken to have the frequency 0.'

const OTHERS: Readonly<Record<PopulationTable['others'], string>> = {
  unstated: 'unknown',
  'wild-type': 'wild type',
  absent: 'wild type, unless facts imply a variant',
}

function populationText({
  population,
  name,
  covers,
  others,
  loci,
  extended,
  kind,
  usual,
}: PopulationTable): string {
  const { breed, sampled, selected } = covers
  const isCounted = kind === 'figures'
  const facts = present(
    breed,
    !isCounted
      ? 'a convention, which nobody counted'
      : sampled === undefined
        ? 'how many animals is not known'
        : `${sampled} animals`,
    selected,
    extended === undefined ? `other loci: ${OTHERS[others]}` : `other loci: as in ${extended}`,
    usual.length === 0
      ? undefined
      : `usual variants: ${usual.map(({ locus, alleles }) => `${locus} ${alleles.join(', ')}`).join('; ')}`,
  )
  const rows = loci.flatMap(({ locus, copies, interval, method, verified, why, cite }) =>
    copies.map(({ copy, share, of, low, high }) => [
      locus,
      `${copy}${mark(verified)}`,
      `${(share / of).toFixed(3)}${of === 1 ? '' : ` (${share} of ${of})`}`,
      interval === 'unknown' || interval === 'none' ? interval : `${low.toFixed(3)} – ${high.toFixed(3)}`,
      method ?? '',
      why ?? '',
      cite.join(', '),
    ]),
  )
  const head = ['locus', 'copy', 'frequency', 'interval', 'method', 'why', 'references']
  return [`### ${population}: ${name}`, `${facts.join('; ')}.`, grid(head, rows)].join('\n\n')
}

const ABOUT_LOOKS = 'A coat that was seen means all that it looks like, unless who saw it is certain.'

function looksText(looks: readonly LookalikeRow[]): string {
  const rows = looks.map((look) => [
    `${look.id}${mark(look.verified)}`,
    lookText(look),
    look.unless.join(', '),
    figureText(look),
    look.why ?? '',
    look.cite.join(', '),
  ])
  return grid(
    ['look-alike', 'tokens', 'told apart beside', 'how often, given the genotype', 'why', 'references'],
    rows,
  )
}

function lookText({ alike, any, takenFor, unseen, by, beside, imitated, acquired }: LookalikeRow): string {
  if (takenFor !== undefined) return `any coat with ${any.join(' + ')} can be taken for ${takenFor}`
  if (imitated !== undefined) return `${imitated} can be recorded where no known variant causes it`
  if (acquired !== undefined) return `${acquired} comes with age`
  if (unseen === undefined) return alike.map((tokens) => tokens.join(' + ')).join(' ~ ')
  const where = beside.length === 0 ? '' : ` beside ${beside.join(' + ')}`
  const rules = by.length === 0 ? '' : ` (rules ${by.join(', ')})`
  return `${unseen} can be there unseen${where}${rules}`
}

function figureText({ figure }: LookalikeRow): string {
  if (figure === undefined) return ''
  const interval = figure.interval === undefined ? '' : ` (${figure.interval.join(' – ')})`
  return `${figure.value}${interval}${mark(figure.verified)}: ${figure.cite.join(', ')}`
}

/** The words of passports in the language of the page. */
function passportText({ locales }: RuleTables, { language }: Lexicon): readonly string[] {
  const rows = locales.find((locale) => locale.language === language)?.passport ?? []
  if (rows.length === 0) return []
  const coatText = ({ has, lacks }: PassportCoat): string =>
    [...has, ...lacks.map((token) => `not ${token}`)].join(' + ')
  const texts = rows.map(({ words, coats, isShade, verified }) => [
    `${words.join(', ')}${mark(verified)}`,
    coats.flatMap((coat) => (coat.needs.length > 0 ? [] : [coatText(coat)])).join(' or '),
    isShade ? 'shade' : '',
  ])
  return ['## Words of passports', ABOUT_PASSPORTS, grid(['words', 'tokens', ''], texts)]
}

const ABOUT_PASSPORTS =
  'Read as any of these coats, and never given. Without a base colour they stand for any coat with the tokens.'

function titleText({ title, url, verified }: Reference): string {
  return `${title}${url === undefined ? '' : `, ${url}`}${mark(verified)}`
}

function mark(verified: boolean): string {
  return verified ? '' : ' †'
}

/** A Markdown table; columns that are empty in every row are left out. */
function grid(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const kept = head.flatMap((_, i) => (rows.some((row) => (row[i] ?? '') !== '') ? [i] : []))
  const line = (cells: readonly string[]): string =>
    `| ${kept.map((i) => (cells[i] ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

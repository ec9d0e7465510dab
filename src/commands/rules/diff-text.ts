/**
 * The difference of two rule sets on a terminal and as Markdown.
 * Guarantees: both say the same; long lists are cut with a count of what was left out.
 */
import { styleText } from 'node:util'
import type { CoatChange, MadeCoat, NameChange, RulesDiff } from '../../workbench/diff/diff.js'

const MOST_ROWS = 30

export function diffText(diff: RulesDiff): string {
  const { looks: coats, made, names } = diff
  return [
    styleText('bold', `${diff.before} → ${diff.after}`),
    ...section('Coats', coatsHead(diff), [...cut(coats).map(coatText), ...leftOut(coats)]),
    ...section('New coats', madeHead(made), [...cut(made ?? []).map(madeText), ...leftOut(made ?? [])]),
    ...section('Names only', namesHead(names), [...cut(names).map(nameText), ...leftOut(names)]),
    ...section('Other changes', '', otherChanges(diff)),
    '',
    versionLine(diff),
  ].join('\n')
}

export function diffMarkdown(diff: RulesDiff): string {
  const { looks: coats, made, names } = diff
  const others = otherChanges(diff)
  return [
    `### Rules ${diff.before} → ${diff.after}`,
    '',
    versionLine(diff),
    '',
    coatsHead(diff),
    ...table(['gains', 'loses', 'genotypes', 'smallest horse', 'its name'], coats, (change) => [
      traitsText(change.gained),
      traitsText(change.lost),
      shareText(change.genotypes, diff.genotypes),
      `\`${change.genotype}\``,
      namesOf(change).join('<br>'),
    ]),
    ...(made === undefined ? [] : ['', `New coats: ${madeHead(made)}`]),
    ...table(['shows', 'smallest horse', 'its name'], made ?? [], ({ tokens, genotype, names: called }) => [
      traitsText(tokens),
      `\`${genotype}\``,
      Object.entries(called).map(wordsText).join('<br>'),
    ]),
    ...(names.length === 0 ? [] : ['', namesHead(names)]),
    ...table(['language', 'was', 'is', 'genotypes', 'smallest horse'], names, (change) => [
      change.language,
      change.before,
      change.after,
      counted(change.genotypes),
      `\`${change.genotype}\``,
    ]),
    ...(others.length === 0 ? [] : ['', 'Other changes:', '']),
    ...others.map((each) => `- ${each}`),
  ].join('\n')
}

/** A table of Markdown; none without rows. */
function table<Row>(
  head: readonly string[],
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly string[],
): readonly string[] {
  if (rows.length === 0) return []
  const lines = [head, head.map(() => '---'), ...cut(rows).map(cellsOf)]
  const escaped = (text: string): string => text.replaceAll('|', '\\|')
  return [
    '',
    ...lines.map((cells) => `| ${cells.map(escaped).join(' | ')} |`),
    ...leftOut(rows).flatMap((text) => ['', text]),
  ]
}

function section(title: string, head: string, rows: readonly string[]): readonly string[] {
  if (head === '' && rows.length === 0) return []
  return ['', head === '' ? `${title}:` : `${title}: ${head}`, ...rows.map((row) => `  - ${row}`)]
}

function otherChanges({ structure, remarks }: RulesDiff): readonly string[] {
  return [
    ...structure.map(({ bump, what }) => `${what} (${bump})`),
    ...remarks.map(
      ({ table, genotypes }) => `${table} tells something else of ${genotypesText(genotypes)} (minor)`,
    ),
  ]
}

function coatsHead({ genotypes, changed, looks }: RulesDiff): string {
  if (changed === 0n) return `none of ${counted(genotypes)} genotypes looks different.`
  const groups = looks.length === 1 ? 'in one way' : `in ${looks.length} ways`
  return `${shareText(changed, genotypes)} of ${counted(genotypes)} genotypes look different, ${groups}.`
}

function madeHead(made: readonly MadeCoat[] | undefined): string {
  if (made === undefined) return ''
  if (made.length === 0) return 'none; what is new shows nothing that was not seen before.'
  return `${counted(BigInt(made.length))}, each by the smallest horse that shows it.`
}

function madeText({ tokens, genotype, names }: MadeCoat): string {
  const called = Object.entries(names).map(wordsText)
  return [traitsText(tokens), ...called, `see: robe rules explain '${genotype}'`].join('\n      ')
}

function wordsText([language, name]: readonly [string, string]): string {
  return `${language}: ${name}`
}

function namesHead(names: readonly NameChange[]): string {
  if (names.length === 0) return 'no coat that looks the same has another name.'
  const languages = [...new Set(names.map(({ language }) => language))].map((language) => {
    const own = names.filter((each) => each.language === language)
    return `${counted(own.reduce((sum, { genotypes }) => sum + genotypes, 0n))} genotypes in ${language}`
  })
  return `look the same and are called otherwise: ${languages.join(', ')}.`
}

function coatText(change: CoatChange): string {
  return [
    `${traitsText(change.lost)} → ${traitsText(change.gained)}: ${genotypesText(change.genotypes)}`,
    ...namesOf(change),
    `see: robe rules explain '${change.genotype}'`,
  ].join('\n      ')
}

function namesOf({ names }: CoatChange): readonly string[] {
  return Object.entries(names).map(([language, { before, after }]) =>
    before === after ? `${language}: ${before}` : `${language}: ${before} → ${after}`,
  )
}

function nameText({ language, tokens, before, after, genotypes, genotype }: NameChange): string {
  const word = tokens.length === 0 ? 'order of words' : `[${tokens.join(', ')}]`
  return `${language} ${word}: "${before}" → "${after}", ${genotypesText(genotypes)}, such as ${genotype}`
}

function traitsText(traits: readonly string[]): string {
  return traits.length === 0 ? 'nothing' : traits.join(', ')
}

/** `1 genotype`, `1,234 genotypes`. */
function genotypesText(genotypes: bigint): string {
  return `${counted(genotypes)} genotype${genotypes === 1n ? '' : 's'}`
}

/** In groups of three digits. */
export function counted(genotypes: bigint): string {
  return genotypes.toLocaleString('en-US')
}

/** A count, and the share of the whole in percent with three digits. */
function shareText(part: bigint, whole: bigint): string {
  const percent = Number((part * 10n ** 9n) / (whole === 0n ? 1n : whole)) / 10 ** 7
  const rounded = part > 0n && percent === 0 ? 'less than 0.0000001' : String(Number(percent.toPrecision(3)))
  return `${counted(part)} (${rounded} %)`
}

function versionLine({ version, before }: RulesDiff): string {
  const { needed, stated, lowest } = version
  if (needed === 'none') return 'Nothing changed; the version can stay.'
  const done = version.suffices
    ? `the manifest raises the ${stated ?? ''} number, which is enough.`
    : `the manifest must say at least ${lowest}.`
  return `From ${before.split('+')[0] ?? ''} this needs a ${needed} version: ${done}`
}

function cut<Row>(rows: readonly Row[]): readonly Row[] {
  return rows.slice(0, MOST_ROWS)
}

function leftOut(rows: readonly unknown[]): readonly string[] {
  return rows.length > MOST_ROWS ? [`… and ${rows.length - MOST_ROWS} more`] : []
}

/**
 * `robe rules diff`: what a change of the rules does to the answers, and which version it needs.
 * Guarantees: the whole genotype space, exactly; no exit code for a change, since changing rules is no fault: `check
 * --against` is what refuses a version that says too little. Text and Markdown say the same; long lists are cut with a
 * count of what was left out.
 */
import { styleText } from 'node:util'
import type { Command } from 'commander'
import {
  diffRules,
  type CoatChange,
  type MadeCoat,
  type NameChange,
  type RulesDiff,
} from '../../workbench/diff/diff.js'
import { action, jsonText, Refusal } from '../report.js'
import { counted, genotypesText, textOf, withProgress, type Lines } from '../terminal.js'
import { openBefore, openSoundRules, type RulesOptions } from './open-rules.js'

export function registerDiff(rules: Command): void {
  rules
    .command('diff')
    .description(
      'count the genotypes whose coat or name differs from another rule set, and say which version that needs',
    )
    .argument('<where>', 'a folder with rules and locales, or a git revision: what there was before')
    .option('--markdown', 'for a merge request')
    .option('--json', 'for programs')
    .action(action(diff))
}

async function diff(where: string, options: RulesOptions): Promise<string> {
  const ruleset = await openSoundRules(options)
  const before = await openBefore(options, where)
  if (before instanceof Refusal) throw before
  const found = await withProgress(`comparing with ${where}`, () => diffRules(before, ruleset))
  if (options.json) return jsonText(found)
  return options.markdown ? diffMarkdown(found) : diffText(found)
}

function diffText(found: RulesDiff): string {
  const { before, after, looks, made, names } = found
  return textOf(
    styleText('bold', `${before} → ${after}`),
    section('Coats', coatsHead(found), rowTexts(looks, coatText)),
    made && section('New coats', madeHead(made), rowTexts(made, madeText)),
    section('Names only', namesHead(names), rowTexts(names, nameText)),
    section('Other changes', '', otherChanges(found)),
    '',
    versionLine(found),
  )
}

function section(title: string, head: string, rows: readonly string[]): Lines {
  if (head === '' && rows.length === 0) return []
  return ['', `${title}: ${head}`.trimEnd(), rows.map((row) => `  - ${row}`)]
}

const MAX_ROWS = 30

function rowTexts<Row>(rows: readonly Row[], text: (row: Row) => string): readonly string[] {
  return [...rows.slice(0, MAX_ROWS).map(text), ...leftOut(rows)]
}

function leftOut(rows: readonly unknown[]): readonly string[] {
  return rows.length > MAX_ROWS ? [`… and ${rows.length - MAX_ROWS} more`] : []
}

function coatText(change: CoatChange): string {
  const { lost, gained, genotypes, genotype } = change
  const head = `${traitsText(lost)} → ${traitsText(gained)}: ${genotypesText(genotypes)}`
  return rowText([head, ...namesOf(change)], genotype)
}

function madeText({ tokens, genotype, names }: MadeCoat): string {
  return rowText([traitsText(tokens), ...wordsOf(names)], genotype)
}

function rowText(lines: readonly string[], genotype: string): string {
  return [...lines, `see: robe rules explain '${genotype}'`].join('\n      ')
}

function nameText({ language, tokens, before, after, genotypes, genotype }: NameChange): string {
  const word = tokens.length === 0 ? 'order of words' : `[${tokens.join(', ')}]`
  return `${language} ${word}: "${before}" → "${after}", ${genotypesText(genotypes)}, such as ${genotype}`
}

function diffMarkdown(found: RulesDiff): string {
  const { looks, made, names } = found
  const others = otherChanges(found)
  return textOf(
    `### Rules ${found.before} → ${found.after}`,
    '',
    versionLine(found),
    '',
    coatsHead(found),
    table(['gains', 'loses', 'genotypes', 'smallest horse', 'its name'], looks, (change) => [
      traitsText(change.gained),
      traitsText(change.lost),
      shareText(change.genotypes, found.genotypes),
      `\`${change.genotype}\``,
      namesOf(change).join('<br>'),
    ]),
    made && ['', `New coats: ${madeHead(made)}`],
    table(['shows', 'smallest horse', 'its name'], made ?? [], (coat) => [
      traitsText(coat.tokens),
      `\`${coat.genotype}\``,
      wordsOf(coat.names).join('<br>'),
    ]),
    names.length > 0 && ['', namesHead(names)],
    table(['language', 'was', 'is', 'genotypes', 'smallest horse'], names, (change) => [
      change.language,
      change.before,
      change.after,
      counted(change.genotypes),
      `\`${change.genotype}\``,
    ]),
    others.length > 0 && ['', 'Other changes:', '', others.map((each) => `- ${each}`)],
  )
}

/** A table of Markdown; none without rows. */
function table<Row>(
  head: readonly string[],
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly string[],
): Lines {
  if (rows.length === 0) return []
  const lines = [head, head.map(() => '---'), ...rows.slice(0, MAX_ROWS).map(cellsOf)]
  const escaped = (text: string): string => text.replaceAll('|', '\\|')
  return [
    '',
    lines.map((cells) => `| ${cells.map(escaped).join(' | ')} |`),
    leftOut(rows).map((text) => ['', text]),
  ]
}

function otherChanges({ structure, remarks }: RulesDiff): readonly string[] {
  return [
    ...structure.map(({ bump, what }) => `${what} (${bump})`),
    ...remarks.map(
      (each) => `${each.table} tells something else of ${genotypesText(each.genotypes)} (minor)`,
    ),
  ]
}

function coatsHead({ genotypes, changed, looks }: RulesDiff): string {
  if (changed === 0n) return `none of ${genotypesText(genotypes)} looks different.`
  const groups = looks.length === 1 ? 'in one way' : `in ${looks.length} ways`
  const look = changed === 1n ? 'looks' : 'look'
  return `${shareText(changed, genotypes)} of ${genotypesText(genotypes)} ${look} different, ${groups}.`
}

function madeHead(made: readonly MadeCoat[]): string {
  if (made.length === 0) return 'none; what is new shows nothing that was not seen before.'
  return `${counted(BigInt(made.length))}, each by the smallest horse that shows it.`
}

function namesHead(names: readonly NameChange[]): string {
  if (names.length === 0) return 'no coat that looks the same has another name.'
  const languages = [...new Set(names.map(({ language }) => language))].map((language) => {
    const own = names.filter((each) => each.language === language)
    return `${genotypesText(own.reduce((sum, { genotypes }) => sum + genotypes, 0n))} in ${language}`
  })
  return `look the same and are called otherwise: ${languages.join(', ')}.`
}

function namesOf({ names }: CoatChange): readonly string[] {
  return Object.entries(names).map(([language, { before, after }]) =>
    before === after ? `${language}: ${before}` : `${language}: ${before} → ${after}`,
  )
}

function wordsOf(names: MadeCoat['names']): readonly string[] {
  return Object.entries(names).map(([language, name]) => `${language}: ${name}`)
}

function traitsText(traits: readonly string[]): string {
  return traits.join(', ') || 'nothing'
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

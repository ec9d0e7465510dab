/**
 * `robe rules explain`: shows step by step how the tables evaluate one genotype.
 * Guarantees: lists every rule tried, whether it holds, and the truth of its conditions; also works for rules with a
 * gap, a conflict or a missing word.
 */
import { styleText } from 'node:util'
import type { Command } from 'commander'
import { vocabularyOf } from '../../operations/genes/genes.js'
import { readGenotyped } from '../../operations/read/animal.js'
import type { Diagnostic } from '../../rules/diagnostic.js'
import {
  explainHorse,
  mostDeciding,
  type HorseExplained,
  type RuleExplained,
  type TableExplained,
} from '../../workbench/explain.js'
import { readGenotypeText } from '../coats/genotype-text.js'
import { action, jsonText, paintedForStderr, refusalOf } from '../report.js'
import { textOf, type Lines } from '../terminal.js'
import { askTyped } from '../coats/typed-question.js'
import { languageOf, openRules, TERMINALS, type RulesOptions } from './open-rules.js'

/** Number of rules shown with --short. */
const MAX_DECIDING = 3

export function registerExplain(rules: Command): void {
  rules
    .command('explain')
    .description('show each rule tried for one genotype, its conditions and its effects')
    .argument('<genotype...>', 'genes as gene=allele/allele')
    .option('--short', `only the names and the ${MAX_DECIDING} most important rules; not for --json`)
    .option('--lang <code>', `language of reasons and remarks; ${TERMINALS}, but not for --json`)
    .option('--json', 'print JSON')
    .action(
      action(async (words: readonly string[], options: RulesOptions) => {
        const { draft, diagnostics } = await openRules(options)
        if (draft === undefined) throw refusalOf(diagnostics)
        printFirst(diagnostics)
        const language = languageOf(draft.languages, options)
        const typed = { '': readGenotypeText(words.join(' '), vocabularyOf(draft), 'the genotype') }
        const { genotype } = askTyped(typed, ({ '': horse }) =>
          readGenotyped(draft, horse, '', { otherwise: 'of-two-copies' }),
        )
        const explained = await explainHorse(draft, genotype, language)
        return options.json ? jsonText(explained) : explainedText(explained, options.short === true)
      }),
    )
}

/** Showing more diagnostics would push the explanation off the screen. */
const MAX_SHOWN = 3

/** Prints diagnostics before the genotype is read, so they appear even if it is refused. */
function printFirst(diagnostics: readonly Diagnostic[]): void {
  const lines = diagnostics.slice(0, MAX_SHOWN).map(paintedForStderr)
  const more = diagnostics.length - lines.length
  if (more > 0) lines.push(`… and ${more} more; robe rules check lists them all.`)
  for (const line of lines) process.stderr.write(`${line}\n`)
}

function explainedText(explained: HorseExplained, isShort: boolean): string {
  const { genotype, names, tables, summary } = explained
  const { visible, hidden, viability } = summary
  const width = Math.max(...Object.keys(names).map((code) => code.length))
  const rules = Math.max(...tables.flatMap((table) => table.rules.map(({ rule }) => rule.length)))
  return textOf(
    styleText('bold', genotype),
    Object.entries(names).map(([code, name]) => `  ${code.padEnd(width)}  ${name}`),
    isShort ? shortLines(explained, rules) : longLines(explained, rules),
    '',
    `visible: ${visible.join(', ') || 'nothing'}`,
    hidden.map(({ token, by }) => `hidden: ${token}, by ${by}`),
    (['carries', 'reports', 'health'] as const).map((kind) =>
      summary[kind].map(({ text, rule }) => `${kind}: ${text} (${rule})`),
    ),
    viability && `viability: ${viability.status} (${viability.evidence}): ${viability.cause}`,
  )
}

function longLines({ words, tables }: HorseExplained, width: number): Lines {
  return [
    words.map(
      ({ term, tokens, place }) => `  "${term}" for ${tokens.join(', ')} (${place.file}:${place.line})`,
    ),
    tables.map((table) => tableLines(table, width)),
  ]
}

function shortLines(explained: HorseExplained, width: number): Lines {
  const undecided = explained.tables.filter(({ fault }) => fault !== undefined)
  return [
    undecided.map((table) => tableLines(table, width)),
    '',
    mostDeciding(explained, MAX_DECIDING).map((rule) => ruleLines(rule, width)),
  ]
}

const HIT_POLICIES: Readonly<Record<string, string>> = {
  unique: 'exactly one rule holds',
  first: 'the first rule that holds decides',
  collect: 'every rule that holds counts',
}

function tableLines({ table, place, hit, rules, fault }: TableExplained, width: number): Lines {
  const undecided = fault === undefined ? '' : `: ${styleText('red', fault)}`
  return [
    '',
    `${styleText('bold', table)} (${place.file}; ${hit}: ${HIT_POLICIES[hit] ?? ''})${undecided}`,
    rules.map((rule) => ruleLines(rule, width)),
  ]
}

function ruleLines(rule: RuleExplained, width: number): Lines {
  const { status, place, conditions, effects, why, references } = rule
  const conditionText = conditions.map(({ text, holds }) => `${text}: ${holds ? 'yes' : 'no'}`).join('; ')
  const column = 'overridden'.length
  const head = `  ${status.padEnd(column)}  ${rule.rule.padEnd(width)}  ${conditionText || 'always: yes'}`
  if (status === 'fails') return styleText('dim', head)
  const sources = references.map(({ id, verified }) => (verified ? id : `${id} (not verified)`))
  const indent = ' '.repeat(column + 4)
  return [
    `${head} → ${effects.join('; ')}`,
    why !== undefined && indent + why,
    indent +
      [
        `${place.file}:${place.line}`,
        ...(sources.length > 0 ? [sources.join(', ')] : []),
        ...(sources.length > 0 && !rule.verified ? ['statement not verified'] : []),
      ].join('; '),
  ]
}

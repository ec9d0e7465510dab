/**
 * `robe rules explain`: one horse through all tables, as a table that can be read aloud.
 * Guarantees: every rule that was tried, whether it holds and which of its conditions does not; also for rules
 * with a gap, a conflict or a missing word.
 */
import type { Command } from 'commander'
import { vocabularyOf } from '../../coats/genes.js'
import { readHorse } from '../../coats/request/horse.js'
import {
  explainHorse,
  type HorseExplained,
  type RuleExplained,
  type TableExplained,
} from '../../workbench/explain.js'
import { readGenotypeText } from '../genotype-text.js'
import { action, jsonText, type CommandIo, type RulesOptions } from '../io.js'
import type { Paint } from '../terminal.js'
import { painted } from './diagnostics-text.js'

interface ExplainOptions extends RulesOptions {
  readonly lang?: string
}

/** More faults than these would push the explanation off the screen. */
const MOST_TOLD = 3

export function registerExplain(rules: Command, io: CommandIo): void {
  rules
    .command('explain')
    .description('show for one genotype each rule that was tried, what it asked, and what came of it')
    .argument('<genotype...>', 'genes as gene=allele/allele')
    .option('--lang <code>', 'language of reasons and remarks')
    .option('--json', 'for programs')
    .action(
      action(io, async (options: ExplainOptions, words) => {
        const { draft, diagnostics } = await io.open(options)
        const told = draft === undefined ? diagnostics : diagnostics.slice(0, MOST_TOLD)
        for (const each of told) io.printError(painted(each, io))
        if (told.length < diagnostics.length)
          io.printError(`… and ${diagnostics.length - told.length} more; robe rules check tells them all.`)
        if (draft === undefined) return io.exit(1)
        const language = io.languageOf(draft.languages, options.lang)
        const fields = readGenotypeText(words.join(' '), vocabularyOf(draft), 'genotype')
        const explained = await explainHorse(draft, readHorse(draft, fields, '').genotype, language)
        io.print(options.json ? jsonText(explained) : explainedText(explained, io.paint))
      }),
    )
}

function explainedText({ genotype, names, tables, summary }: HorseExplained, paint: Paint): string {
  const width = Math.max(...Object.keys(names).map((code) => code.length))
  const rules = Math.max(...tables.flatMap((table) => table.rules.map(({ rule }) => rule.length)))
  return [
    paint('bold', genotype),
    ...Object.entries(names).map(([code, name]) => `  ${code.padEnd(width)}  ${name}`),
    ...tables.map((table) => ['', ...tableLines(table, rules, paint)].join('\n')),
    '',
    `visible: ${summary.visible.join(', ') || 'nothing'}`,
    ...summary.hidden.map(({ token, by }) => `hidden: ${token}, by ${by}`),
    ...(['carries', 'reports', 'health'] as const).flatMap((kind) =>
      summary[kind].map(({ text, rule }) => `${kind}: ${text} (${rule})`),
    ),
    ...(summary.viability === undefined
      ? []
      : [
          `viability: ${summary.viability.status} (${summary.viability.evidence}): ${summary.viability.cause}`,
        ]),
  ].join('\n')
}

const HIT_POLICIES: Readonly<Record<string, string>> = {
  unique: 'exactly one rule holds',
  first: 'the first rule that holds decides',
  collect: 'every rule that holds adds to the coat',
}

function tableLines(table: TableExplained, width: number, paint: Paint): readonly string[] {
  const { hit, rules, fault } = table
  return [
    `${paint('bold', table.table)} (${hit}: ${HIT_POLICIES[hit] ?? ''})${fault === undefined ? '' : `: ${paint('red', fault)}`}`,
    ...rules.flatMap((rule) => ruleLines(rule, width, paint)),
  ]
}

function ruleLines(rule: RuleExplained, width: number, paint: Paint): readonly string[] {
  const asked =
    rule.conditions.map(({ text, holds }) => `${text}: ${holds ? 'yes' : 'no'}`).join('; ') || 'always: yes'
  const status = rule.status.padEnd('overridden'.length)
  const head = `  ${status}  ${rule.rule.padEnd(width)}  ${asked}`
  if (rule.status === 'fails') return [paint('dim', head)]
  const sources = rule.references.map(({ id, verified }) => (verified ? id : `${id} (not verified)`))
  const indent = ' '.repeat('overridden'.length + 4)
  return [
    `${head} → ${rule.effects.join('; ')}`,
    ...(rule.why === undefined ? [] : [`${indent}${rule.why}`]),
    ...(sources.length === 0
      ? []
      : [`${indent}${sources.join(', ')}${rule.verified ? '' : '; statement not verified'}`]),
  ]
}

/**
 * `robe rules test`: runs the examples beside the rules and the known animals.
 * Guarantees: each failure with expected, got and the rules that decided; exit code 1 when one fails or none is run.
 */
import { styleText } from 'node:util'
import type { Command } from 'commander'
import {
  readExamples,
  runExamples,
  type ExampleFailure,
  type ReadExample,
} from '../../workbench/examples/examples.js'
import { action, jsonText, type Report } from '../report.js'
import { plural, textOf, type Lines } from '../terminal.js'
import { openSoundRules, type RulesOptions } from './open-rules.js'

export function registerTest(rules: Command): void {
  rules
    .command('test')
    .description('run the examples written beside the rules and the known animals')
    .argument('[filter]', 'only examples whose file, title, genotype or expected names hold this text')
    .option('--json', 'for programs')
    .action(action(test))
}

async function test(filter: string | undefined, { json, ...options }: RulesOptions): Promise<Report> {
  const ruleset = await openSoundRules(options)
  const all = readExamples(ruleset)
  const text = filter?.toLowerCase() ?? ''
  const examples = all.filter((example) => searchedText(example).includes(text))
  const failures = runExamples(ruleset, examples)
  const run = examples.length
  const failed = new Set(failures.map(({ place }) => `${place.file}:${place.line}:${place.column}`)).size
  const filtered = filter === undefined ? '' : ` of ${all.length} (those with "${filter}")`
  const passed = styleText('green', `${run - failed} passed`)
  const ended = failed === 0 ? '0 failed' : styleText('red', `${failed} failed`)
  const none = filter === undefined ? 'There are no examples.' : `No example holds "${filter}".`
  const counts = `${plural(run, 'example')}${filtered}: ${passed}, ${ended}.`
  return {
    text: json
      ? jsonText({ ruleset: ruleset.version, run, failed, failures })
      : textOf(failures.map(failureLines), counts),
    remarks: run === 0 ? [none] : [],
    failed: run === 0 || failed > 0,
  }
}

function searchedText({ kind, written, genotype }: ReadExample): string {
  const { place, title = '' } = written
  const names = kind === 'names' ? Object.values(written.names) : []
  return [place.file, title, genotype, ...names].join('\n').toLowerCase()
}

function failureLines({ place, title, genotype, what, expected, got, rules }: ExampleFailure): Lines {
  return [
    `${place.file}:${place.line}:${place.column} ${styleText('red', 'FAILED')} ${title ?? genotype}`,
    `    ${what}`,
    `    expected: ${expected}`,
    `    got:      ${got}`,
    rules.length > 0 && `    decided by: ${rules.join(', ')}`,
    `    see: robe rules explain '${genotype}'`,
  ]
}

/**
 * `robe rules test`: runs the examples beside the rules and the known animals.
 * Guarantees: each failure with expected, got and the rules that decided; exit code 1 when one fails or none is run.
 */
import type { Command } from 'commander'
import {
  describeExample,
  readExamples,
  runExamples,
  type ExampleFailure,
} from '../../workbench/examples/examples.js'
import { action, jsonText, Refusal, type CommandIo, type RulesOptions } from '../io.js'
import { plural, type Paint } from '../terminal.js'
import { soundRules } from './diagnostics-text.js'

export function registerTest(rules: Command, io: CommandIo): void {
  rules
    .command('test')
    .description('run the examples written beside the rules and the known animals')
    .argument('[filter]', 'only examples whose file, title, genotype or expected names hold this text')
    .option('--json', 'for programs')
    .action(
      action(io, async (options: RulesOptions, [filter]) => {
        const book = await soundRules(io, options)
        const all = readExamples(book)
        const text = filter?.toLowerCase() ?? ''
        const examples = all.filter((example) => textOf(example).includes(text))
        const failures = runExamples(book, examples)
        const run = examples.length
        const failed = new Set(failures.map(({ place }) => `${place.file}:${place.line}:${place.column}`))
          .size
        if (options.json) io.print(jsonText({ ruleset: book.version, run, failed, failures }))
        else {
          for (const failure of failures) io.print(failureText(failure, io.paint))
          const filtered = filter === undefined ? '' : ` of ${all.length} (those with "${filter}")`
          const ended = `${failed} failed`
          io.print(
            `${plural(run, 'example')}${filtered}: ${io.paint('green', `${run - failed} passed`)}, ${failed === 0 ? ended : io.paint('red', ended)}.`,
          )
        }
        if (run === 0)
          throw new Refusal(filter === undefined ? 'There are no examples.' : `No example holds "${filter}".`)
        if (failed > 0) io.exit(1)
      }),
    )
}

function textOf(example: Parameters<typeof describeExample>[0]): string {
  const { place, title = '', genotype } = describeExample(example)
  const names = example.kind === 'names' ? Object.values(example.written.names) : []
  return [place.file, title, genotype, ...names].join('\n').toLowerCase()
}

function failureText(
  { place, title, genotype, what, expected, got, rules }: ExampleFailure,
  paint: Paint,
): string {
  return [
    `${place.file}:${place.line}:${place.column} ${paint('red', 'FAILED')} ${title ?? genotype}`,
    `    ${what}`,
    `    expected: ${expected}`,
    `    got:      ${got}`,
    ...(rules.length === 0 ? [] : [`    decided by: ${rules.join(', ')}`]),
    `    see: robe rules explain '${genotype}'`,
  ].join('\n')
}

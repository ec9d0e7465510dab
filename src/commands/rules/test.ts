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
import type { RulesIo, RulesOptions } from './io.js'
import { soundRules } from './sound-rules.js'

export function registerTest(rules: Command, io: RulesIo): void {
  rules
    .command('test')
    .description('run the examples written beside the rules and the known animals')
    .argument('[filter]', 'only examples whose file, title, genotype or expected names hold this text')
    .option('--json', 'for programs')
    .action(async (filter: string | undefined, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<RulesOptions>()
      const book = await soundRules(io, options)
      if (book === undefined) return
      const all = readExamples(book)
      const examples = all.filter(
        (example) => filter === undefined || textOf(example).includes(filter.toLowerCase()),
      )
      const failures = runExamples(book, examples)
      const failed = new Set(failures.map(({ place }) => `${place.file}:${place.line}:${place.column}`)).size
      if (options.json === true) {
        io.print(JSON.stringify({ ruleset: book.version, run: examples.length, failed, failures }, null, 2))
      } else {
        for (const failure of failures) io.print(failureText(failure, io))
        const passed = examples.length - failed
        const filtered = filter === undefined ? '' : ` of ${all.length} (those with "${filter}")`
        io.print(
          `${examples.length} example${examples.length === 1 ? '' : 's'}${filtered}: ${io.paint('green', `${passed} passed`)}, ${failed === 0 ? '0 failed' : io.paint('red', `${failed} failed`)}.`,
        )
      }
      if (failed > 0) io.exit(1)
      if (examples.length === 0) {
        io.printError(filter === undefined ? 'There are no examples.' : `No example holds "${filter}".`)
        io.exit(1)
      }
    })
}

function textOf(example: Parameters<typeof describeExample>[0]): string {
  const { place, title = '', genotype } = describeExample(example)
  const names = 'names' in example ? Object.values(example.names.names) : []
  return [place.file, title, genotype, ...names].join('\n').toLowerCase()
}

function failureText(
  { place, title, genotype, what, expected, got, rules }: ExampleFailure,
  io: RulesIo,
): string {
  return [
    `${place.file}:${place.line}:${place.column} ${io.paint('red', 'FAILED')} ${title ?? genotype}`,
    `    ${what}`,
    `    expected: ${expected}`,
    `    got:      ${got}`,
    ...(rules.length === 0 ? [] : [`    decided by: ${rules.join(', ')}`]),
    `    see: robe rules explain '${genotype}'`,
  ].join('\n')
}

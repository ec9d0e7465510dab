/**
 * Examples at the end of each command's help.
 * Leaves to others: noticing a command without one (test/commands/help-examples.slow.ts, which also runs them all).
 */
import type { Command } from 'commander'

/** By the words of a command, in the order in which they can be run one after the other. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  serve: ['robe serve', 'PORT=8080 STORE=sqlite:/var/lib/robe/robe.db robe serve'],
  coat: [
    "robe coat 'extension=E/e agouti=A/a matp=Cr/n'",
    "robe coat 'extension=E/e agouti=A/a kit=To+DW20/n' --lang fr --explain",
    "robe coat 'extension=E/e agouti=A/a grey=G/n' --svg --age 4",
  ],
  cross: [
    "robe cross --mother 'extension=E/e agouti=A/a' --father 'extension=e/e agouti=a/a' --group-by coat",
    "robe cross --mother 'extension=E/e agouti=A/a kit=To/n' --father 'extension=E/e agouti=A/a' --mother-linkage E,To --limit 5",
  ],
  infer: ['robe infer question.yaml', 'robe infer question.yaml --lang en --json'],
  'keys create': [
    "robe keys create --name 'Stud book' --plan standard",
    "robe keys create --name 'Trial' --plan free --expires never --endpoints coats.result,coats.genes",
  ],
  'keys rotate': ['robe keys rotate 1 --overlap 24h'],
  'keys set': ['robe keys set 1 --plan premium --limit-hour 5000'],
  'keys suspend': ['robe keys suspend 2'],
  'keys resume': ['robe keys resume 2'],
  'keys revoke': ['robe keys revoke 2'],
  'keys list': ['robe keys list', 'robe keys list --json'],
  'keys show': ['robe keys show 1'],
  'keys usage': ['robe keys usage 1'],
  'keys audit': ['robe keys audit 1'],
  'keys export': ['robe keys export > keys.jsonl'],
  'keys import': ['STORE=sqlite:other.db robe keys import keys.jsonl'],
  'usage report': ['robe usage report --month 2026-01 --csv'],
  'store backup': ['robe store backup backup.db'],
  'contract write': ['robe contract write'],
  'contract check': ['robe contract check'],
  'rules check': ['robe rules check --in examples/cat'],
  'rules test': ['robe rules test --in examples/cat'],
  'rules explain': [
    "robe rules explain 'orange=O/o agouti=a/a' --in examples/cat --lang en",
    "robe rules explain 'orange=O/o agouti=a/a' --in examples/cat --short",
  ],
  'rules diff': ['robe rules diff examples/cat --in examples/cat'],
  'rules coverage': ['robe rules coverage --in examples/cat'],
  'rules catalogue': ['robe rules catalogue --in examples/cat --lang en'],
}

/** Adds to the help of each command its examples, and to that of a group the first of each of its commands. */
export function withHelpExamples(command: Command, path: readonly string[] = []): void {
  const below = path.length === 0 ? '' : `${path.join(' ')} `
  const examples =
    EXAMPLES[path.join(' ')] ??
    Object.entries(EXAMPLES).flatMap(([words, [first = '']]) => (words.startsWith(below) ? [first] : []))
  if (examples.length > 0)
    command.addHelpText('after', ['', 'Examples:', ...examples.map((each) => `  $ ${each}`)].join('\n'))
  for (const each of command.commands) withHelpExamples(each, [...path, each.name()])
}

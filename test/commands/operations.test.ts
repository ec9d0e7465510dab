/**
 * docs/operations.md says what is so: every setting, every command and option, every JSON field.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import t from 'tap'
import { withCommands } from '../../src/cli/program.js'
import { jsonOf, keys, robe, secretOfNew } from './run.js'

const ROOT = new URL('../../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')
const PAGE = read('docs/operations.md')

/** The part under a heading. */
function section(title: string): string {
  const [, rest = ''] = PAGE.split(`\n## ${title}\n`)
  return rest.split('\n## ')[0] ?? ''
}

t.test('the table of settings names every variable that is read, and no other', async (t) => {
  const variables = [...read('src/service/config.ts').matchAll(/\b(?:text|read)\(\s*'([A-Z_]+)'/g)].map(
    ([, name]) => name,
  )
  const cells = section('Settings')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const told = cells.flatMap((line) =>
    [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  )
  t.ok(variables.length > 10)
  // WORKERS is read only to be refused.
  const settable = variables.filter((name) => name !== 'WORKERS')
  t.same([...new Set(told)].sort(), [...new Set([...settable, 'NO_COLOR'])].sort())
})

t.test('every command on the page exists, with its options', async (t) => {
  const groups = withCommands(new Command('robe')).commands.filter((group) =>
    ['keys', 'usage', 'store'].includes(group.name()),
  )
  const blocks = [...PAGE.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block ?? '').join('')
  const inline = [...PAGE.matchAll(/`(robe [^`]+)`/g)].map(([, line]) => line ?? '')
  // Not where it names a user, a unit or a folder.
  const command = /(?:^|[|;&(] ?|\w=\S+ )(?:robe|node build\/src\/cli\.js) ([^>]*)/
  const lines = [...blocks.split('\n'), ...inline].flatMap((line) => command.exec(line)?.[1] ?? [])
  t.ok(lines.length > 15, `${lines.length} command lines`)
  for (const line of lines) {
    const [group = '', verb = '', ...rest] = line.trim().split(/\s+/)
    const known = groups.find((each) => each.name() === group)?.commands.find((each) => each.name() === verb)
    t.ok(known, line)
    const options = known?.options.map((option) => option.long) ?? []
    for (const option of rest.filter((word) => word.startsWith('--')))
      t.ok(options.includes(option), `${line}: ${option}`)
  }
  const documented = new Set(lines.map((line) => line.split(/\s+/).slice(0, 2).join(' ')))
  for (const group of groups) {
    for (const command of group.commands)
      t.ok(documented.has(`${group.name()} ${command.name()}`), command.name())
  }
})

t.test('the fields of --json are those on the page', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  await secretOfNew(path)
  const table = section('What `--json` prints')
  const row = (name: string): string =>
    table.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? ''
  const check = (name: string, printed: object, inRow = row(name)): void => {
    for (const field of Object.keys(printed)) t.ok(inRow.includes(`\`${field}\``), `${name}: ${field}`)
  }
  const shown = jsonOf(await keys(path, 'show', '1', '--json'))
  check('keys show', shown)
  check(
    'keys create',
    { ...jsonOf(await keys(path, 'rotate', '1', '--json')) },
    row('keys create') + row('keys show'),
  )
  check(
    'keys set',
    jsonOf(await keys(path, 'set', '1', '--note', 'n', '--json')),
    row('keys set') + row('keys show'),
  )
  check('keys usage', jsonOf(await keys(path, 'usage', '1', '--json')))
  const report = jsonOf(await robe(path, 'usage', 'report', '--month', '2026-01', '--json'))
  check('usage report', report)
  const [head = '{}', line = '{}'] = (await keys(path, 'export')).out.split('\n')
  const moving = section('Moving to another store')
  for (const field of Object.keys(JSON.parse(head) as object)) t.match(moving, `"${field}"`)
  for (const field of Object.keys(JSON.parse(line) as object)) t.match(moving, `\`${field}\``)
})

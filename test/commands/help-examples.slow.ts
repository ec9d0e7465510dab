/**
 * Each help has examples, and each example runs: in the order of the list, in one folder with a store of its own.
 */
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import t from 'tap'
import { withCommands } from '../../src/cli/program.js'
import { ROOT } from '../http/service.js'
import { wordsOf } from '../docs/console.js'
import { robe } from './run.js'

/** Commands without commands of their own, with the examples of their help. */
function leavesOf(
  command: Command,
  path: readonly string[] = [],
): readonly (readonly [string, readonly string[]])[] {
  if (command.commands.length > 0)
    return command.commands.flatMap((each) => leavesOf(each, [...path, each.name()]))
  let help = ''
  command.configureOutput({ writeOut: (text) => void (help += text) }).outputHelp()
  return [[path.join(' '), [...help.matchAll(/^ {2}\$ (.*)$/gm)].map(([, example = '']) => example)]]
}

const leaves = leavesOf(withCommands(new Command('robe')))

t.test('every command shows an example in its help', (t) => {
  t.same(
    leaves.filter(([, examples]) => examples.length === 0).map(([words]) => words),
    [],
  )
  t.end()
})

/** Run by other tests: servers (test/process/, mcp.test.ts), and what writes into the checkout (test/contract/document.test.ts). */
const ELSEWHERE = ['serve', 'mcp', 'contract write']

t.test('every example in a help runs', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'robe-help-'))
  const home = process.cwd()
  t.teardown(() => {
    process.chdir(home)
    rmSync(folder, { recursive: true })
  })
  symlinkSync(join(ROOT, 'examples'), join(folder, 'examples'))
  cpSync(join(ROOT, 'examples/cat'), join(folder, 'my-rules'), { recursive: true })
  const horse = '{ id: Alba, base: { extension: [E, e], agouti: ["?", "?"] } }'
  writeFileSync(
    join(folder, 'question.yaml'),
    `population: none\nhorses: [${horse}]\nask: [{ coat: Alba }]\n`,
  )
  writeFileSync(
    join(folder, 'tests.yaml'),
    'question: { horse: { base: { extension: [E, "?"] } } }\ntests: [{ id: one, genes: [extension] }]\n',
  )
  writeFileSync(join(folder, 'report.txt'), 'Extension: E/e\nAgouti: A/a\n')
  writeFileSync(join(folder, 'herd.csv'), 'id,extension,agouti\nAlba,Ee,A/a\n')
  writeFileSync(
    join(folder, 'questions.ndjson'),
    '{"op":"coats.result","fields":{"base":{"extension":["E","e"],"agouti":["A","a"]}}}\n',
  )
  const tested = { base: { extension: ['E', 'e'], agouti: ['A', 'a'] } }
  writeFileSync(join(folder, 'parentage.yaml'), JSON.stringify({ foal: tested, mother: tested }))
  const candidates = [{ id: 'Sol', ...tested }]
  writeFileSync(join(folder, 'mates.json'), JSON.stringify({ horse: tested, candidates, wanted: 'bay' }))
  process.chdir(folder)
  const failures: string[] = []
  for (const example of leaves.filter(([words]) => !ELSEWHERE.includes(words)).flatMap(([, each]) => each)) {
    const [, settings = '', line = '', target] =
      /^((?:[A-Z]+=\S+ )*)robe (.*?)(?: > (\S+))?$/.exec(example) ?? []
    const store = /STORE=sqlite:(\S+)/.exec(settings)?.[1] ?? 'robe.db'
    const { code, out, err } = await robe(join(folder, store), ...wordsOf(line))
    if (code !== 0) failures.push(`${example}: ${err}`)
    if (target !== undefined) writeFileSync(join(folder, target), out)
  }
  process.exitCode = 0
  t.same(failures, [])
})

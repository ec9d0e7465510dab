/** `robe rules new`: what it writes is sound, and nothing that is there is lost. */
import { cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import t from 'tap'
import { withCommands } from '../../src/cli/program.js'
import { insertUnder } from '../../src/workbench/new/insert.js'
import { ROOT } from '../phenotypes/shipped.js'

async function rules(folder: string, ...words: string[]): Promise<string> {
  let out = ''
  const program = new Command().exitOverride().configureOutput({
    writeOut: (text) => void (out += text),
    writeErr: (text) => void (out += text),
  })
  await withCommands(program).parseAsync(['rules', '--in', folder, ...words], { from: 'user' })
  const { exitCode } = process
  process.exitCode = 0
  return exitCode === 1 ? `failed: ${out}` : out
}

t.test('a new locus, table and language pass a strict check beside the rules that were there', async (t) => {
  const folder = t.testdir({})
  cpSync(fileURLToPath(new URL('test/fixtures/pocket-horse', ROOT)), folder, { recursive: true })
  await rules(folder, 'new', 'locus', 'glitter', '--allele', 'Gl')
  await rules(folder, 'new', 'table', 'glitter')
  await rules(folder, 'new', 'language', 'nl')
  t.match(await rules(folder, 'check', '--strict'), /7 loci, 6 tables, 3 languages; 0 errors, 0 warnings/)
})

t.test('a new species passes a strict check, and grows by the same commands', async (t) => {
  const folder = path.join(t.testdir({}), 'rabbit')
  await rules('.', 'new', 'species', folder)
  await rules(folder, 'new', 'locus', 'coat_length')
  await rules(folder, 'new', 'table', 'length', '--reads', 'coat_length')
  t.match(await rules(folder, 'check', '--strict'), /2 loci, 2 tables, 1 language; 0 errors, 0 warnings/)
  t.match(readFileSync(path.join(folder, 'rules/manifest.yaml'), 'utf8'), '# Order of the loci in answers')
})

t.test('an entry stands last in its list, however the list is written', (t) => {
  t.equal(insertUnder('a: [x, y]\nb: 1\n', 'a', 'z', '  - z'), 'a: [x, y, z]\nb: 1\n')
  t.equal(insertUnder('a:\n  - x\n\n# of b\nb: 1\n', 'a', 'z', '  - z'), 'a:\n  - x\n  - z\n\n# of b\nb: 1\n')
  t.equal(insertUnder('a:\n  # why\n  []\nb: 1\n', 'a', 'z', '  - z'), 'a:\n  # why\n  - z\nb: 1\n')
  t.equal(insertUnder('b: 1\n', 'a', 'z', '  - z'), 'b: 1\na:\n  - z\n')
  t.end()
})

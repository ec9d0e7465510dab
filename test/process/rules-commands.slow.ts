/**
 * `robe rules …` as an author runs it: what is printed where, and the exit codes that scripts rely on.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { Command, CommanderError } from 'commander'
import t, { type Test } from 'tap'
import { withCommands } from '../../src/cli/program.js'
import { ROOT } from '../phenotypes/shipped.js'
import { runRobe, type Ended } from './robe.js'

const DOG = fileURLToPath(new URL('examples/dog', ROOT))
const LANTERNFISH = fileURLToPath(new URL('test/fixtures/lanternfish', ROOT))

/** A copy of the lanternfish to spoil. */
function fish(t: Test): string {
  const folder = t.testdir({})
  cpSync(LANTERNFISH, folder, { recursive: true })
  return folder
}

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`)
  writeFileSync(file, text.replace(from, to))
}

/** A command in this process; `runRobe` is for what only a process of its own shows. */
async function rules(
  _: Test,
  folder: string,
  ...words: string[]
): Promise<Omit<Ended, 'code'> & { code: number }> {
  const ended = { out: '', err: '', code: 0 }
  const program = new Command().exitOverride().configureOutput({
    writeOut: (text) => void (ended.out += stripVTControlCharacters(text)),
    writeErr: (text) => void (ended.err += stripVTControlCharacters(text)),
  })
  try {
    await withCommands(program).parseAsync(['rules', '--in', folder, ...words], { from: 'user' })
    ended.code = Number(process.exitCode ?? 0)
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    ended.code = error.exitCode
  }
  process.exitCode = 0
  return ended
}

t.test('a sound rule set passes; --strict minds warnings; programs get JSON', async (t) => {
  const folder = fish(t)
  const plain = await runRobe(t, ['rules', '--in', folder, 'check'])
  t.equal(plain.code, 0)
  t.match(plain.out, /0 errors, \d+ warnings, 0 hints\.\n$/)
  t.notMatch(plain.out, /\x1b/, 'no colour in a pipe')
  t.equal((await rules(t, folder, 'check', '--strict')).code, 1)
  const { ruleset, diagnostics } = JSON.parse((await rules(t, folder, 'check', '--json')).out) as {
    ruleset: string
    diagnostics: { code: string; place: { line: number } }[]
  }
  t.match(ruleset, /^1\.0\.0\+[0-9a-f]{12}$/)
  t.ok(diagnostics.some(({ code, place }) => code === 'NO_CITATION' && place.line > 0))
})

t.test('an error ends with 1, and the command it shows explains it', async (t) => {
  const folder = fish(t)
  const file = join(folder, 'rules/epistasis/30-light.yaml')
  edit(file, readFileSync(file, 'utf8').match(/^.*light-none.*\n/m)?.[0] ?? '', '')
  const { code, out } = await rules(t, folder, 'check')
  t.equal(code, 1)
  t.match(out, /error GAP no rule of the table light holds/)
  t.match(out, /The server would not start with these rules \(in .*\); 1 error, /)
  const shown = /see: robe rules explain '([^']*)'/.exec(out)?.[1] ?? ''
  const explained = await runRobe(t, ['rules', '--in', folder, 'explain', shown])
  t.equal(explained.code, 0, explained.err)
  t.match(
    explained.out,
    /^light \(rules\/epistasis\/30-light\.yaml; unique: exactly one rule holds\): no rule holds, but one must$/m,
  )
  t.match(explained.err, /error GAP/)
  t.equal((await rules(t, folder, 'test')).code, 1, 'examples are not run on rules with errors')
  const coverage = await rules(t, folder, 'coverage')
  t.match(coverage.out, /genotypes \d+(\.\d+)? % are named/)
  t.notMatch(coverage.out, / 100 % are named/)
})

t.test(
  'an example that no request could ask is a warning: it keeps no rules from being served',
  async (t) => {
    const folder = fish(t)
    edit(
      join(folder, 'rules/epistasis/20-base.yaml'),
      'rules:\n',
      'examples:\n  - { given: { fin: [F] }, expect: [fan] }\nrules:\n',
    )
    const { code, out } = await rules(t, folder, 'check')
    t.equal(code, 0)
    t.match(
      out,
      /^rules\/epistasis\/20-base\.yaml:5:16 warning BAD_PAIR \[F\] is not a genotype of fin\.\n {4}fix: write both copies, such as \[F, F\]\.$/m,
    )
    t.equal((await rules(t, folder, 'test')).code, 1)
  },
)

t.test('a missing word is told in the place of the name', async (t) => {
  const folder = fish(t)
  const file = join(folder, 'locales/en.yaml')
  edit(file, /^ *- \{ tokens: \[fan\].*\n/m.exec(readFileSync(file, 'utf8'))?.[0] ?? 'no such word', '')
  const horse = 'fin=F/F lamp=Blue/d'
  const { err, out, code } = await runRobe(t, ['rules', '--in', folder, 'explain', horse, '--lang', 'en'])
  t.equal(code, 0)
  t.match(err, 'error MISSING_WORD en has no word for the token "fan" alone')
  t.match(out, /^ {2}en {2}\(no word for fan\)$/m)
})

t.test('explain refuses what the service refuses, and languages there are not', async (t) => {
  const folder = fish(t)
  const unknown = await rules(t, folder, 'explain', 'fni=F/F')
  t.equal(unknown.code, 1)
  t.match(unknown.err, /Unknown gene at fni=F\/F: did you mean fin, which belongs in base\?/)
  const lost = await rules(t, folder, 'explain', 'fin=F/Q')
  t.equal(lost.code, 1)
  t.match(lost.err, /Invalid genetic combination at fin=F\/Q/)
  const language = await rules(t, folder, 'explain', 'fin=F/F', '--lang', 'xx')
  t.equal(language.code, 1)
  t.match(language.err, '--lang "xx": expected en')
  const asJson = JSON.parse((await rules(t, folder, 'explain', 'fin=F/F', '--json')).out) as {
    tables: { rules: { status: string }[] }[]
  }
  t.ok(asJson.tables.every(({ rules: each }) => each.length > 0))
})

t.test('every example is run, or those with a text; none at all is a failure', async (t) => {
  const all = await runRobe(t, ['rules', 'test'])
  t.equal(all.code, 0)
  t.match(all.out, /^\d+ examples: \d+ passed, 0 failed\.$/m)
  const shipped = fileURLToPath(ROOT)
  const some = await rules(t, shipped, 'test', 'palomino')
  t.match(some.out, /^\d+ examples of \d+ \(those with "palomino"\): \d+ passed, 0 failed\.$/m)
  const none = await rules(t, shipped, 'test', 'nobody wrote this')
  t.equal(none.code, 1)
  t.match(none.err, 'No example contains "nobody wrote this".')
})

t.test('a failing example tells expected, got and the rules that decided', async (t) => {
  const folder = t.testdir({})
  cpSync(DOG, folder, { recursive: true })
  edit(join(folder, 'locales/en.yaml'), 'term: fawn }', 'term: golden }')
  const { code, out } = await rules(t, folder, 'test', 'fawn')
  t.equal(code, 1)
  t.match(out, /^rules\/\S+:\d+:\d+ FAILED .*$/m)
  t.match(out, /^ {4}expected: Fawn$/m)
  t.match(out, /^ {4}got: {6}Golden$/m)
  t.match(out, /^ {4}decided by: .*pattern-fawn/m)
  t.match(out, /^ {4}see: robe rules explain 'e_locus=/m)

  t.test(
    'and the difference to the rules as they were is a name, which is major',
    { timeout: 100_000 },
    async (t) => {
      const diff = await rules(t, folder, 'diff', DOG)
      t.equal(diff.code, 0)
      t.match(diff.out, /en \[black, fawn\]: "Fawn[^"]*" → "Golden[^"]*", [\d,]+ genotypes, such as /)
      t.match(diff.out, /this needs a major version: the manifest must say at least \d+\.0\.0\./)
      const markdown = await rules(t, folder, 'diff', DOG, '--markdown')
      t.match(markdown.out, /^\| en \| Fawn[^|]*\| Golden[^|]*\| [\d,]+ \| `/m)
      const { code, out } = await rules(t, folder, 'check', '--against', DOG)
      t.equal(code, 1)
      t.match(out, /rules\/manifest\.yaml:\d+:\d+ error VERSION_NOT_BUMPED the version stays at/)
    },
  )
})

t.test('a git revision is a rule set to compare with', async (t) => {
  const folder = fish(t)
  const git = (...words: string[]): void => {
    const as = ['-c', 'user.name=An Author', '-c', 'user.email=author@example.org']
    execFileSync('git', ['-C', folder, ...as, ...words], { stdio: 'pipe' })
  }
  git('init', '-q')
  git('add', '.')
  git('commit', '-q', '-m', 'as it was')
  const same = await rules(t, folder, 'diff', 'HEAD')
  t.equal(same.code, 0, same.err)
  t.match(same.out, 'Nothing changed; the version can stay.')
  edit(join(folder, 'rules/manifest.yaml'), 'version: 1.0.0', 'version: 1.0.1')
  const patch = await rules(t, folder, 'check', '--against', 'HEAD')
  t.equal(patch.code, 0, patch.out)
  const lost = await runRobe(t, ['rules', '--in', folder, 'diff', '--', '--output=x'])
  t.equal(lost.code, 1)
  t.match(lost.err, 'neither a folder with rules and locales nor a git revision')
})

/**
 * `robe rules fmt` as a rule author types it.
 */
import {
  chmodSync,
  cpSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import t, { type Test } from 'tap'
import { registerFmt } from '../../src/commands/rules-fmt.js'
import { formatDiagnostic } from '../../src/rules/diagnostic.js'
import { loadRules, type RuleFolders } from '../../src/rules/load.js'
import { replaceFile } from '../../src/workbench/replace-file.js'

const UNICORN = fileURLToPath(new URL('../../../test/fixtures/unicorn', import.meta.url))
const HORN = 'rules/genes/horn.yaml'
const MANE = 'rules/genes/mane.yaml'

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

interface Desk extends RuleFolders {
  readonly path: (file: string) => string
  readonly text: (file: string) => string
  /** Replaces a text that stands in a file. */
  readonly edit: (file: string, from: string | RegExp, to: string) => void
  readonly fmt: (...words: readonly string[]) => Promise<Ran>
  /** Everything that lies in the folders: path → content. */
  readonly everything: () => Readonly<Record<string, string>>
}

/** A copy of a good rule set, and the command on it. */
function deskOf(t: Test): Desk {
  const folder = t.testdir()
  cpSync(UNICORN, folder, { recursive: true })
  const folders = { rulesDir: join(folder, 'rules'), localesDir: join(folder, 'locales') }
  const path = (file: string) => join(folder, file)
  const text = (file: string) => readFileSync(path(file), 'utf8')
  return {
    ...folders,
    path,
    text,
    edit: (file, from, to) => writeFileSync(path(file), text(file).replace(from, to)),
    fmt: async (...words) => {
      let [code, out, err] = [0, '', '']
      const program = new Command('robe')
      registerFmt(program.command('rules'), {
        foldersOf: () => folders,
        print: (line) => void (out += `${line}\n`),
        printError: (line) => void (err += `${line}\n`),
        exit: (wanted) => void (code = wanted),
      })
      await program.parseAsync(['rules', 'fmt', ...words], { from: 'user' })
      return { code, out, err }
    },
    everything: () =>
      Object.fromEntries(
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .map((location) => [location, readFileSync(location, 'utf8')]),
      ),
  }
}

/** Loosens the text of a file without changing what it says. */
const UNTIDY = [/^locus: (\w+)\ngroup: (\w+)$/m, `group:   '$2'\nlocus: $1   # seen`] as const
const TIDY = /^locus: \w+ # seen\ngroup: \w+$/m

t.test('a file that is not in canonical form is rewritten, named and counted', async (t) => {
  const desk = deskOf(t)
  const untouched = desk.text(MANE)
  desk.edit(HORN, ...UNTIDY)
  const { code, out, err } = await desk.fmt()
  t.equal(out, `${HORN}\n11 files: 1 rewritten, 10 in canonical form already.\n`)
  t.equal(err, '')
  t.equal(code, 0)
  t.match(desk.text(HORN), TIDY)
  t.equal(desk.text(MANE), untouched)
  t.same(await desk.fmt(), { code: 0, out: '11 files: 11 in canonical form already.\n', err: '' })
})

t.test('--check writes nothing, lists what differs, and tells by its exit code', async (t) => {
  const desk = deskOf(t)
  t.equal((await desk.fmt('--check')).code, 0)
  desk.edit(HORN, ...UNTIDY)
  const before = desk.everything()
  const { code, out, err } = await desk.fmt('--check')
  t.equal(code, 1)
  t.equal(err, '')
  t.match(out, `${HORN} is not in canonical form\n`)
  t.match(out, '11 files: 1 not in canonical form (robe rules fmt rewrites them), 10 in')
  t.same(desk.everything(), before)
})

t.test(
  'formatting does not change the revision of a rule set, only fixing quotes makes it load',
  async (t) => {
    const desk = deskOf(t)
    const revision = () => loadRules(desk).tables?.revision
    const before = revision()
    desk.edit('rules/epistasis/20-base.yaml', /: /g, ':   ')
    desk.edit(MANE, /^(?=\w)/gm, '\n\n# a remark\n')
    desk.edit(HORN, /"/g, "'")
    t.equal((await desk.fmt()).code, 0)
    t.equal(revision(), before)
    desk.edit(MANE, 'name: mane', 'name: no')
    t.match(loadRules(desk).diagnostics, [{ code: 'UNQUOTED_N' }])
    t.equal((await desk.fmt()).code, 0)
    t.same(loadRules(desk).diagnostics, [])
  },
)

t.test('a file that does not parse is told as the server tells it, and stays byte for byte', async (t) => {
  const desk = deskOf(t)
  desk.edit(HORN, ...UNTIDY)
  desk.edit(MANE, 'alleles:', 'alleles: [\r\n')
  desk.edit('locales/en.yaml', 'language:', '\tlanguage:')
  writeFileSync(desk.path('rules/genes/latin.yaml'), Buffer.from('name: caf\xe9', 'latin1'))
  writeFileSync(desk.path('rules/genes/vast.yaml'), '#'.repeat(1024 * 1024 + 1))
  const before = desk.everything()
  const { code, out, err } = await desk.fmt()
  t.equal(code, 1)
  const loading = loadRules(desk).diagnostics.filter(({ code }) => code === 'PARSE')
  const told = loading.filter(({ place, what }) => place.line > 1 || /UTF-8|bytes|tab/.test(what))
  t.same(
    err
      .trimEnd()
      .split(/\n(?! )/)
      .sort(),
    told.map(formatDiagnostic).sort(),
  )
  t.equal(told.length, 4)
  t.match(out, '13 files: 1 rewritten, 8 in canonical form already, 4 left as they are, see above.')
  t.match(desk.text(HORN), TIDY, 'the others are formatted')
  t.same(desk.everything(), { ...before, [desk.path(HORN)]: desk.text(HORN) })
})

t.test('only the named files are looked at, however their paths are written', async (t) => {
  const desk = deskOf(t)
  desk.edit(HORN, ...UNTIDY)
  desk.edit(MANE, ...UNTIDY)
  desk.edit('rules/genes/glow.yaml', 'locus', '{')
  const roundabout = desk.path('rules/epistasis/../genes/horn.yaml')
  const { code, out } = await desk.fmt(roundabout, desk.path(HORN))
  t.equal(code, 0)
  t.equal(out, `${HORN}\n1 file: 1 rewritten, 0 in canonical form already.\n`)
  t.notMatch(desk.text(MANE), TIDY)
})

t.test('a path that is no file of the rule set is refused with the reason', async (t) => {
  const desk = deskOf(t)
  writeFileSync(desk.path('rules/notes.txt'), '')
  writeFileSync(desk.path('elsewhere.yaml'), 'a:   b')
  writeFileSync(desk.path('rules/genes/odd.yml'), 'a:   b')
  const reasons: readonly (readonly [string, RegExp])[] = [
    ['rules/genes/nosuch.yaml', /it does not exist\.$/],
    ['rules/genes', /it is a folder: name files, or none to format all of them\.$/],
    ['rules/notes.txt', /no rule set has a file of this name there\.$/],
    ['elsewhere.yaml', /it lies outside the rule set: expected a file in \S+rules or \S+locales\.$/],
    [
      'rules/genes/odd.yml',
      /UNKNOWN_KEY no rule set has a file of this name here\.\n +mend: name it \.yaml\.$/,
    ],
  ]
  for (const [file, reason] of reasons) {
    const { code, err } = await desk.fmt(desk.path(file))
    t.equal(code, 1, file)
    t.match(err.trimEnd(), reason)
  }
  t.equal(desk.text('elsewhere.yaml'), 'a:   b')
  t.match((await desk.fmt()).err, 'odd.yml:1:1 UNKNOWN_KEY', 'a stray file is told of when all are formatted')
})

t.test('a folder that is missing is told, and the other is formatted', async (t) => {
  const desk = deskOf(t)
  desk.edit(HORN, ...UNTIDY)
  renameSync(desk.localesDir, desk.path('moved'))
  const { code, out, err } = await desk.fmt()
  t.equal(code, 1)
  t.match(err, 'locales:1:1 PARSE this does not exist.')
  t.match(out, HORN)
})

t.test('a read-only file is left alone, whoever runs the command', async (t) => {
  const desk = deskOf(t)
  desk.edit(HORN, ...UNTIDY)
  const before = desk.everything()
  chmodSync(desk.path(HORN), 0o444)
  const { code, out, err } = await desk.fmt()
  t.equal(code, 1)
  t.equal(err, `${HORN}: left as it is: it is read-only: make it writable (chmod u+w).\n`)
  t.match(out, '10 in canonical form already, 1 left as they are')
  t.same(desk.everything(), before)
  t.equal((await desk.fmt('--check')).code, 1)
})

t.test('a rewritten file keeps its mode, and a link stays a link', async (t) => {
  const desk = deskOf(t)
  desk.edit(HORN, ...UNTIDY)
  renameSync(desk.path(HORN), desk.path('horn-of-all-herds.yaml'))
  chmodSync(desk.path('horn-of-all-herds.yaml'), 0o640)
  symlinkSync(desk.path('horn-of-all-herds.yaml'), desk.path(HORN))
  t.equal((await desk.fmt(desk.path(HORN))).code, 0)
  t.ok(lstatSync(desk.path(HORN)).isSymbolicLink())
  t.match(desk.text('horn-of-all-herds.yaml'), TIDY)
  t.equal(statSync(desk.path(HORN)).mode & 0o777, 0o640)
  t.same(
    readdirSync(desk.path('rules/genes')).filter((name) => name.startsWith('.')),
    [],
    'nothing is left behind',
  )
})

t.test('line ends and byte order marks of other systems are rewritten too', async (t) => {
  const desk = deskOf(t)
  const tidy = desk.text(HORN)
  for (const text of [
    `\uFEFF${tidy}`,
    tidy.replaceAll('\n', '\r\n'),
    `\uFEFF${tidy}`.replaceAll('\n', '\r\n'),
  ]) {
    writeFileSync(desk.path(HORN), text)
    t.equal((await desk.fmt('--check')).code, 1)
    t.equal((await desk.fmt()).code, 0)
    t.equal(desk.text(HORN), tidy)
  }
})

t.test('what somebody saved meanwhile is not overwritten', async (t) => {
  const path = join(t.testdir({ 'a.yaml': 'new' }), 'a.yaml')
  t.match(replaceFile(path, Buffer.from('old'), 'tidy'), /somebody changed it meanwhile/)
  t.equal(readFileSync(path, 'utf8'), 'new')
  t.equal(replaceFile(path, Buffer.from('new'), 'tidy'), undefined)
  t.equal(readFileSync(path, 'utf8'), 'tidy')
  t.match(replaceFile(join(t.testdirName, 'no.yaml'), Buffer.from(''), ''), /cannot be written \(ENOENT\)/)
})

t.test('--json gives one document with the outcome of each file', async (t) => {
  const desk = deskOf(t)
  desk.edit(HORN, ...UNTIDY)
  desk.edit(MANE, 'alleles:', 'alleles: [')
  const { code, out, err } = await desk.fmt('--json', '--check', HORN, desk.path(HORN), desk.path(MANE))
  t.equal(code, 1)
  t.equal(err, '')
  const { diagnostics } = loadRules(desk)
  t.same(JSON.parse(out), {
    check: true,
    files: [
      { file: HORN, outcome: 'refused', why: 'it does not exist' },
      { file: HORN, outcome: 'differs' },
      { file: MANE, outcome: 'faulty', diagnostics: diagnostics.filter(({ place }) => place.file === MANE) },
    ],
    counts: { canonical: 0, rewritten: 0, differs: 1, faulty: 1, refused: 1 },
  })
})

/**
 * The command line speaks its own language: faults name what was typed, figures and genotypes are for people, and `--json` is exact.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { percentText } from '../../src/cli/terminal.js'
import { robe } from './run.js'

process.env['LANG'] = 'en'
process.env['LC_ALL'] = process.env['LC_MESSAGES'] = ''

/** Gives a command a terminal. */
const TERMINAL = spawnSync('script', ['--version']).status === 0

const BAY = 'extension=E/e agouti=A/a'

/** What a command that must fail prints, without the list of what is expected. */
async function faultOf(...words: string[]): Promise<string> {
  const { code, out, err } = await robe('none', ...words)
  if (code === 0) throw new Error(`${words.join(' ')}: ${out}`)
  return err
}

t.test('a fault names the typed gene or the option, and no field of the HTTP interface', async (t) => {
  const cases = [
    [['rules', 'explain', 'orange=Oo', '--in', 'examples/cat'], /^error: .*orange=Oo.*did you mean O\/o/],
    [['coat', 'extension=Ee'], /^error: .*extension=Ee.*did you mean E\/e/],
    [['coat', 'extension=E/e'], /^error: agouti is missing: add one of agouti=A\/A, .*agouti=A\/a/],
    [['coat', 'extension=E/e mapt=Cr/n'], /^error: .*mapt=Cr\/n.*matp/],
    [['coat', BAY, '--lang', 'xx'], /^error: --lang .*fr, en, de/],
    [['coat', BAY, '--svg', '--age', '99'], /^error: --age .*40/],
    [['coat', 'extension=?/e agouti=A/a'], /^error: the genotype has unknown alleles.*robe infer/],
    [['coat', 'extension'], /^error: "extension" in the genotype: write each gene as gene=allele\/allele/],
    [['cross', '--mother', BAY, '--father', 'extension=E/e'], /^error: agouti is missing in --father/],
    [['cross', '--mother', BAY, '--father', 'extension=E/e agouti=A/q'], /^error: .*agouti=A\/q in --father/],
    [['cross', '--mother', BAY, '--father', BAY, '--limit', '0'], /^error: --limit /],
    [['cross', '--mother', BAY, '--father', BAY, '--group-by', 'x'], /^error: --group-by /],
    [['cross', '--mother', BAY, '--father', BAY, '--mother-linkage', 'Q'], /^error: --mother-linkage .*Q/],
  ] as const
  for (const [words, fault] of cases) {
    const told = await faultOf(...words)
    t.match(told, fault)
    t.notMatch(told, /\b(base|others)\.|details\.|kit_linkage|group_by|POST|\["/)
  }
})

t.test('a fault of a question for infer names its line', async (t) => {
  const file = join(t.testdir(), 'question.yaml')
  const question = 'population: none\nhorses:\n  - id: a\n    sex: mare\nask:\n  - genotype: a\n'
  writeFileSync(file, question)
  t.ok((await faultOf('infer', file)).startsWith(`${file}:4:10 error: `))
  writeFileSync(file, question.replace('mare', 'f').replace('genotype', 'genotyp'))
  t.match(await faultOf('infer', file), /:6:14 error: .*genotype/)
})

t.test('percentages are rounded for people, and never to certainty', (t) => {
  const shown = [100, 99.995, 56.25, 3.125, 33.333333333, 0.390625, 0.0000095367, 0.0000000001, 0].map(
    percentText,
  )
  t.same(shown, ['100', '>99.99', '56.25', '3.13', '33.33', '0.39', '0.0000095', '<0.000001', '0'])
  t.end()
})

t.test('a cross leaves wild types out unless --all is given, and --json is exact', async (t) => {
  const pair = [
    'cross',
    '--mother',
    `${BAY} matp=Cr/n`,
    '--father',
    `${BAY} dun=D/nd2 silver=Z/n`,
    '--limit',
    '1',
  ]
  const short = await robe('none', ...pair)
  t.match(short.out, /^ +3\.13 %  \S.* agouti=A\/a extension=E\/e/)
  t.notMatch(short.out, /champagne=|n\/n/)
  t.match((await robe('none', ...pair, '--all')).out, /champagne=n\/n/)
  t.match((await robe('none', ...pair, '--json')).out, /"percentage": 3\.125/)
})

t.test('reasons are those of rules that gave, hid or told something', async (t) => {
  const { out } = await robe('none', 'coat', BAY, '--explain')
  t.match(out, /^ {2}base: base-bay → bay$/m)
  t.match(out, /red-carried/)
  t.notMatch(out, /absent|white-none/)
})

t.test(
  'colour is for terminals alone, and NO_COLOR turns it off',
  { skip: TERMINAL ? false : 'needs script(1)' },
  (t) => {
    const words = `${process.execPath} build/src/cli.js coat '${BAY}' --lang en`
    const inTerminal = (settings: NodeJS.ProcessEnv): string => {
      const env = { PATH: process.env['PATH'], TERM: 'xterm', ...settings }
      return spawnSync('script', ['-qec', words, '/dev/null'], { env, encoding: 'utf8' }).stdout
    }
    t.match(inTerminal({}), '\x1b[1mBay\x1b[22m')
    t.equal(inTerminal({ NO_COLOR: '1' }).trim(), 'Bay')
    t.equal(
      spawnSync('sh', ['-c', words], { env: { PATH: process.env['PATH'] }, encoding: 'utf8' }).stdout,
      'Bay\n',
    )
    t.end()
  },
)

t.test('a coat that not every such animal shows is told with its penetrance', async (t) => {
  const folder = t.testdir()
  cpSync('examples/cat', folder, { recursive: true })
  const file = join(folder, 'rules/epistasis/20-orange.yaml')
  const rules = readFileSync(file, 'utf8')
  writeFileSync(file, rules.replace('then: [tortoiseshell]', 'then: [tortoiseshell]\n    penetrance: 0.6'))
  const before = { ...process.env }
  t.teardown(() => {
    for (const name of ['RULES_DIR', 'LOCALES_DIR']) process.env[name] = before[name] ?? ''
  })
  process.env['RULES_DIR'] = join(folder, 'rules')
  process.env['LOCALES_DIR'] = join(folder, 'locales')
  const { out } = await robe('none', 'coat', 'orange=O/o agouti=a/a')
  t.match(out, 'penetrance: 60 % of animals with this genotype show tortoiseshell')
})

/**
 * The example workflow of a laboratory: what can be known of it without GitHub, and its shell steps run on a change.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { parse } from 'yaml'
import { ROOT } from '../phenotypes/shipped.js'

interface Step {
  readonly name?: string
  readonly uses?: string
  readonly run?: string
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
}

interface Workflow {
  readonly on: Readonly<Record<string, { readonly paths: readonly string[] }>>
  readonly permissions: Readonly<Record<string, string>>
  readonly defaults: { readonly run: { readonly shell: string } }
  readonly jobs: Readonly<Record<'rules' | 'comment', Job>>
}

const HERE = fileURLToPath(ROOT)
const workflow = parse(readFileSync(path.join(HERE, '.github/workflows/rules.yml'), 'utf8')) as Workflow

t.test('only the job that runs nothing of the change may write, and only comments', async (t) => {
  t.same(workflow.permissions, { contents: 'read' })
  const { rules, comment } = workflow.jobs
  t.same(Object.keys(workflow.jobs), ['rules', 'comment'])
  t.equal(rules.permissions, undefined)
  t.same(comment.permissions, { 'pull-requests': 'write' })
  t.notOk(comment.steps.some(({ uses }) => uses !== undefined))
})

t.test('actions are pinned to commits, and no text of the change is pasted into a command', async (t) => {
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps)
  for (const { uses, run } of steps) {
    if (uses !== undefined) t.match(uses, /^actions\/[\w-]+@[0-9a-f]{40}$/)
    if (run !== undefined) t.notMatch(run, '${{')
  }
  t.same(workflow.on, { pull_request: { paths: ['rules/**', 'locales/**'] } })
})

t.test('the tutorial names every command that the workflow runs', async (t) => {
  const page = readFileSync(path.join(HERE, 'docs/writing-rules.md'), 'utf8')
  for (const [, command = ''] of shellSteps()
    .join('\n')
    .matchAll(/cli\.js (rules [^\n>]*?)(?: >|\n|$)/g))
    t.ok(page.includes(`\`robe ${command}\``), command)
})

t.test('owners are named for rules and for words', async (t) => {
  const lines = readFileSync(path.join(HERE, '.github/CODEOWNERS'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  t.same(
    lines.map((line) => line.split(/\s+/)[0]),
    ['*', '/rules/', '/locales/'],
  )
  for (const line of lines) t.match(line, /^\S+( +@[\w-]+\/[\w-]+)+$/)
})

t.test('a sound change with its version passes, and what it changes is handed on', async (t) => {
  const { codes, output, summary } = runSteps(mergedChange(t.testdir({}), 'version: 2.0.0'))
  t.same(codes, [0, 0, 0, 0, 0])
  t.match(output, /^markdown<<(end-\d+-\d+)\n### Rules 1\.0\.0\+\w+ → 2\.0\.0\+\w+\n[^]*\n\1\n$/)
  t.match(summary, '| en | Smoky cream | Smoky cremello |')
})

t.test('a change whose version says too little is stopped, and still told', async (t) => {
  const { codes, output } = runSteps(mergedChange(t.testdir({}), 'version: 1.0.1'))
  t.same(codes, [1, 0, 0, 0, 0])
  t.match(output, 'this needs a major version')
})

/** Steps that need no network. */
function shellSteps(): readonly string[] {
  return workflow.jobs.rules.steps.flatMap(({ run }) =>
    run === undefined || run.startsWith('npm ') ? [] : [run],
  )
}

/** What checking out a pull request gives: the change merged into its target. */
function mergedChange(folder: string, version: string): string {
  cpSync(path.join(HERE, 'test/fixtures/pocket-horse'), folder, { recursive: true })
  const git = (...words: readonly string[]): void => {
    const person = ['-c', 'user.name=A geneticist', '-c', 'user.email=geneticist@example.org']
    execFileSync('git', [...person, ...words], { cwd: folder, stdio: 'pipe' })
  }
  // The fixture keeps its rules on one line each.
  const prettier = path.join(HERE, 'node_modules/prettier/bin/prettier.cjs')
  execFileSync(process.execPath, [prettier, '--write', 'rules', 'locales'], { cwd: folder, stdio: 'pipe' })
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('commit', '-q', '-m', 'before')
  git('switch', '-q', '-c', 'change')
  replace(path.join(folder, 'locales/en.yaml'), 'term: smoky cream }', 'term: smoky cremello }')
  replace(path.join(folder, 'rules/manifest.yaml'), 'version: 1.0.0', version)
  git('commit', '-q', '-a', '-m', 'change')
  git('switch', '-q', 'main')
  git('merge', '-q', '--no-ff', '-m', 'merged', 'change')
  symlinkSync(path.join(HERE, 'build'), path.join(folder, 'build'))
  return folder
}

function replace(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
  writeFileSync(file, text.replace(from, to))
}

function runSteps(folder: string): {
  readonly codes: readonly (number | null)[]
  readonly output: string
  readonly summary: string
} {
  const [output, summary] = ['output', 'summary'].map((name) => path.join(folder, '.git', name)) as [
    string,
    string,
  ]
  for (const file of [output, summary]) appendFileSync(file, '')
  t.equal(workflow.defaults.run.shell, 'bash')
  const codes = shellSteps().map((script) => {
    // As GitHub runs a step whose shell is bash.
    const { status } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        RUNNER_TEMP: path.join(folder, '.git'),
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        RULES_DIR: path.join(folder, 'rules'),
        LOCALES_DIR: path.join(folder, 'locales'),
      },
    })
    return status
  })
  return { codes, output: readFileSync(output, 'utf8'), summary: readFileSync(summary, 'utf8') }
}

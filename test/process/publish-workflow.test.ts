/**
 * The workflow that publishes: what can be known of it without GitHub and without a registry, and the check of versions
 * that it begins with, run. What it makes is tried in published-package.slow.ts.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { workflowOf, type Job } from './pinned-images.js'
import { ROOT } from './robe.js'

type PublishJob = Partial<Job> & Readonly<Partial<Record<'needs' | 'uses' | 'environment', string>>>

const FILE = join(ROOT, '.github/workflows/publish.yml')
const text = readFileSync(FILE, 'utf8')
const workflow = parse(text) as {
  readonly on: unknown
  readonly permissions: unknown
  readonly jobs: Readonly<Record<string, PublishJob>>
}
const jobs = Object.entries(workflow.jobs)
const runsOf = ({ steps = [] }: PublishJob): readonly string[] => steps.flatMap(({ run }) => run ?? [])

t.test('it begins at a tag alone, and publishes only what passed the whole check', async (t) => {
  t.same(workflow.on, { push: { tags: ['v*'] } })
  t.equal(workflow.jobs['check']?.uses, './.github/workflows/ci.yml')
  t.ok(
    'workflow_call' in
      (parse(readFileSync(join(ROOT, '.github/workflows/ci.yml'), 'utf8')) as { on: object }).on,
  )
  t.same(Object.fromEntries(jobs.map(([name, { needs }]) => [name, needs])), {
    version: undefined,
    check: 'version',
    packages: 'check',
    npm: 'packages',
    pypi: 'packages',
    image: 'packages',
  })
})

t.test('each action is pinned to a commit, whose version is told; the same one as in ci.yml', async (t) => {
  const inCi = Object.values(workflowOf('ci.yml').jobs).flatMap(({ steps }) =>
    steps.flatMap(({ uses }) => uses ?? []),
  )
  const used = [...text.matchAll(/^ *(?:- )?uses: (?!\.\/)(\S+)(.*)$/gm)]
  t.ok(used.length > 10)
  for (const [, action = '', comment] of used) {
    t.match(action, /^(actions\/[\w-]+|pypa\/gh-action-pypi-publish)@[0-9a-f]{40}$/)
    t.match(comment, /^ # v\d+\.\d+\.\d+$/, action)
    const same = inCi.find((other) => other.split('@')[0] === action.split('@')[0])
    t.ok(same === undefined || same === action, action)
  }
})

t.test('three jobs may publish, each in one place, and none of them runs what a build runs', async (t) => {
  t.same(workflow.permissions, { contents: 'read' })
  const mayWrite = Object.fromEntries(
    jobs.flatMap(([name, { permissions }]) => (permissions === undefined ? [] : [[name, permissions]])),
  )
  t.same(mayWrite, {
    npm: { contents: 'read', 'id-token': 'write' },
    pypi: { 'id-token': 'write' },
    image: { contents: 'read', packages: 'write', 'id-token': 'write', attestations: 'write' },
  })
  for (const name of Object.keys(mayWrite))
    for (const run of runsOf(workflow.jobs[name] ?? {}))
      t.notMatch(run, /npm (ci|install|run|exec)|npx|pip/, `${name}: ${run}`)
  t.notMatch(text, 'secrets.', 'no secret is kept')
})

t.test('no job runs for ever, no tag is pasted into a command, and no checkout keeps a token', async (t) => {
  for (const [name, job] of jobs) {
    if (job.uses !== undefined) continue
    t.ok((job['timeout-minutes'] ?? Infinity) <= 30, name)
    for (const run of runsOf(job)) t.notMatch(run, '${{')
    for (const { uses = '', with: options } of job.steps ?? [])
      if (uses.startsWith('actions/checkout@')) t.same(options, { 'persist-credentials': false })
  }
})

t.test('what builds the packages of PyPI is installed by digest', async (t) => {
  const lines = readFileSync(join(ROOT, '.ci/python-build.txt'), 'utf8').trim().split('\n')
  for (const line of lines.filter((each) => !each.startsWith('#')))
    t.match(line, /^[\w-]+==[\d.]+ --hash=sha256:[0-9a-f]{64}$/)
})

const AGREED = {
  'package.json': '{ "version": "1.2.3" }',
  'package-lock.json': '{ "version": "1.2.3" }',
  'openapi.yaml': 'info:\n  version: 1.2.3\n',
  'CHANGELOG.md': '# Changelog\n\n## 1.2.3\n\n- Words.\n',
  clients: {
    typescript: { 'package.json': '{ "version": "1.2.3" }' },
    python: { 'pyproject.toml': '[project]\nname = "x"\nversion = "1.2.3"\n' },
  },
}

function versionIn(
  t: Test,
  changed: object,
  ...tag: string[]
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const script = join(ROOT, '.ci/release-version.mjs')
  const cwd = t.testdir({ ...AGREED, ...changed })
  return spawnSync(process.execPath, [script, ...tag], { cwd, encoding: 'utf8' })
}

t.test('a release has one version, that of its tag', async (t) => {
  t.match(versionIn(t, {}, 'v1.2.3'), { status: 0, stdout: '1.2.3\n', stderr: '' })
  t.match(versionIn(t, {}), { status: 0, stdout: '1.2.3\n' }, 'without a tag too')
  t.match(versionIn(t, { clients: {} }), { status: 0 }, 'what is not there need not agree')
})

t.test('whatever says another version, or none, is named, and nothing is released', async (t) => {
  const { clients } = AGREED
  for (const [changed, place, tag] of [
    [{}, 'the tag v1.2.4 says 1.2.4', 'v1.2.4'],
    [{}, 'the tag 1.2.3 says nothing', '1.2.3'],
    [{ 'package-lock.json': '{ "version": "1.2.2" }' }, 'package-lock.json says 1.2.2'],
    [{ 'openapi.yaml': 'info:\n  version: 1.2.2\n' }, 'openapi.yaml says 1.2.2'],
    [{ 'CHANGELOG.md': '## 1.2.30\n' }, 'CHANGELOG.md says nothing'],
    [
      { clients: { ...clients, typescript: { 'package.json': '{ "version": "1.2.2" }' } } },
      'clients/typescript/package.json says 1.2.2',
    ],
    [
      { clients: { ...clients, python: { 'pyproject.toml': 'dynamic = ["version"]\n' } } },
      'clients/python/pyproject.toml says nothing',
    ],
    [{ 'package.json': '{ "version": "2.0.0-rc.1" }' }, 'no x.y.z'],
  ] as const) {
    const { status, stdout, stderr } = versionIn(t, changed, tag ?? 'v1.2.3')
    t.same([status, stdout], [1, ''], place)
    t.match(stderr, place)
  }
})

/** Publishes an image by a program in the place of docker, whose registry has it already or not. */
function image(t: Test, isThere: boolean): { readonly asked: readonly string[]; readonly told: string } {
  const bin = t.testdir({ asked: '', ...(isThere && { there: '' }) })
  const docker = `#!/bin/sh
echo "$2 $3" >> '${bin}/asked'
[ "$2" != build ] || exec touch '${bin}/there'
[ -e '${bin}/there' ] && echo sha256:abc
`
  writeFileSync(join(bin, 'docker'), docker, { mode: 0o755 })
  const env = {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    GITHUB_REPOSITORY: 'Ann/Robe',
    GITHUB_OUTPUT: `${bin}/told`,
  }
  const { status } = spawnSync('.ci/publish', ['image', 'ghcr.io/Ann/Robe'], { cwd: ROOT, env })
  t.equal(status, 0)
  const read = (name: string): string => readFileSync(join(bin, name), 'utf8')
  return { asked: read('asked').trim().split('\n'), told: read('told') }
}

t.test('an image is pushed once, and its digest is told to what attests it', async (t) => {
  const pushed = image(t, false)
  t.same(pushed.asked, ['imagetools inspect', 'build --file', 'imagetools inspect'])
  t.equal(pushed.told, 'name=ghcr.io/ann/robe\ndigest=sha256:abc\n')
  const again = image(t, true)
  t.same(again.asked, ['imagetools inspect', 'imagetools inspect'])
  t.equal(again.told, pushed.told)
})

t.test('this checkout has one version', async (t) => {
  const { status, stderr } = spawnSync(process.execPath, ['.ci/release-version.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  t.same([status, stderr], [0, ''])
})

/**
 * The workflow that checks every change: what can be known of it without GitHub, and those of its steps that need no
 * network, run.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { isPinned, leastVersions, testedLines, workflowOf, type Step } from './pinned-images.js'
import { ROOT } from './robe.js'

interface Bom {
  readonly bomFormat: string
  readonly components: readonly { readonly name: string; readonly version: string }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string; readonly dev?: boolean }>>
}

const ci = workflowOf('ci.yml')
const jobs = Object.entries(ci.jobs)
const usedBy = (steps: readonly Step[]): readonly string[] => steps.flatMap(({ uses }) => uses ?? [])

/** The one command line of the workflow that has these words. */
function commandWith(words: string): string {
  const found = jobs.flatMap(([, { steps }]) =>
    steps.flatMap(({ run = '' }) => (run.includes(words) ? run : [])),
  )
  if (found.length !== 1) throw new Error(`${found.length} steps have "${words}"`)
  return found[0] ?? ''
}

/** Runs a step as GitHub does where its shell is bash. @returns its exit code */
function runStep(script: string, environment: NodeJS.ProcessEnv): number | null {
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
  }).status
}

t.test(
  'the whole check runs on each line of Node that package.json names, on the newest of it',
  async (t) => {
    t.same(
      testedLines(),
      leastVersions().map(([line]) => line),
    )
    const { steps = [], container = '' } = ci.jobs['test'] ?? {}
    t.match(
      steps.find(({ uses }) => uses?.startsWith('actions/setup-node@')),
      { with: { 'node-version': '${{ matrix.node }}', 'check-latest': true } },
    )
    t.equal(steps.at(-1)?.run, '.ci/run')
    t.ok(isPinned(container), container)
  },
)

t.test('actions are those that the other workflow has, by the same commits', async (t) => {
  const known = usedBy(Object.values(workflowOf('rules.yml').jobs).flatMap(({ steps }) => steps))
  for (const uses of jobs.flatMap(([, { steps }]) => usedBy(steps))) {
    t.match(uses, /^actions\/[\w-]+@[0-9a-f]{40}$/)
    t.ok(known.includes(uses), uses)
  }
})

t.test(
  'no job may write, none runs for ever, and no text of a change is pasted into a command',
  async (t) => {
    t.same(ci.permissions, { contents: 'read' })
    for (const [name, job] of jobs) {
      t.equal(job.permissions, undefined, name)
      t.ok((job['timeout-minutes'] ?? Infinity) <= 30, name)
      for (const { run = '' } of job.steps) t.notMatch(run, '${{')
    }
  },
)

t.test('known faults of the packages that are shipped fail the workflow', async (t) => {
  t.equal(commandWith('npm audit'), 'npm audit --omit=dev')
})

t.test('the summary lists what is shipped, no package less and none of the tools', async (t) => {
  const folder = t.testdir({ summary: '' })
  const summary = join(folder, 'summary')
  t.equal(runStep(commandWith('sbom.mjs'), { RUNNER_TEMP: folder, GITHUB_STEP_SUMMARY: summary }), 0)
  const [, json = ''] = /^```json\n([^]*)\n```\n$/.exec(readFileSync(summary, 'utf8')) ?? []
  const { bomFormat, components, dependencies } = JSON.parse(json) as Bom
  t.equal(bomFormat, 'CycloneDX')
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  const shipped = Object.entries(packages)
    .filter(([path, { dev = false }]) => path !== '' && !dev)
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`)
  t.same(new Set(components.map(({ name, version }) => `${name}@${version}`)), new Set(shipped))
  const refs = new Set(dependencies.map(({ ref }) => ref))
  t.ok(dependencies.every(({ dependsOn }) => dependsOn.every((ref) => refs.has(ref))))
})

t.test('each pinned image is asked for, and one that is missing fails the workflow', async (t) => {
  const images = [
    /NODE_IMAGE=(\S+)/.exec(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8'))?.[1] ?? '',
    ci.jobs['test']?.container ?? '',
    ...[...readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8').matchAll(/image: (\S+@\S+)/g)].map(
      ([, image = '']) => image,
    ),
  ]
  t.equal(images.length, 4)
  const { code, asked } = inspect(t, '')
  t.equal(code, 0)
  t.same(new Set(asked.filter((image) => image.includes('@'))), new Set(images))
  for (const image of images) t.not(inspect(t, image).code, 0, image)
})

/** Runs the step with a program in the place of docker that has every image but one. */
function inspect(
  t: Test,
  missing: string,
): { readonly code: number | null; readonly asked: readonly string[] } {
  const folder = t.testdir({ asked: '' })
  const asked = join(folder, 'asked')
  const docker = `#!/bin/sh
echo "$4" >> '${asked}'
[ "$4" != '${missing}' ] || exit 1
echo application/vnd.oci.image.index.v1+json
`
  writeFileSync(join(folder, 'docker'), docker, { mode: 0o755 })
  const PATH = `${folder}${delimiter}${process.env['PATH'] ?? ''}`
  const code = runStep(commandWith('imagetools inspect'), { PATH })
  return { code, asked: readFileSync(asked, 'utf8').trim().split('\n') }
}

t.test('Dependabot looks at every place where versions of others are named', (t) => {
  const text = readFileSync(join(ROOT, '.github/dependabot.yml'), 'utf8')
  const { updates } = parse(text) as {
    readonly updates: readonly {
      readonly 'package-ecosystem': string
      readonly directory?: string
      readonly directories?: readonly string[]
    }[]
  }
  const watched = updates.flatMap(({ directory, directories = [], ...update }) =>
    [...directories, ...(directory === undefined ? [] : [directory])].map(
      (folder) => `${update['package-ecosystem']} ${folder}`,
    ),
  )
  const ECOSYSTEMS: Readonly<Record<string, string>> = {
    'package.json': 'npm',
    'pyproject.toml': 'pip',
    'requirements.txt': 'pip',
    Dockerfile: 'docker',
    'compose.yaml': 'docker-compose',
  }
  const files = spawnSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).stdout.split('\n')
  const expected = files.flatMap((file) => {
    const ecosystem = ECOSYSTEMS[basename(file)]
    const isFixture = /^(test|examples)\//.test(file)
    return ecosystem === undefined || isFixture ? [] : `${ecosystem} ${join('/', dirname(file))}`
  })
  t.strictSame([...watched].sort(), [...expected, 'github-actions /'].sort())
  t.end()
})

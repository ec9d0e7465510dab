/**
 * What the containers of deploy/ are made of and what each may take of the machine.
 * Leaves to others: whether they start, which needs a container engine (.github/workflows/ci.yml).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { isTestedNode, isPinned, nodeOf } from './pinned-images.js'
import { ROOT } from './robe.js'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

interface Service {
  readonly image: string
  readonly build?: unknown
  readonly user?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly command?: readonly string[]
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly cap_add?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly privileged?: boolean
  readonly stop_grace_period?: string
  readonly networks?: readonly string[]
  readonly deploy?: {
    readonly resources: { readonly limits: Readonly<Record<'cpus' | 'memory' | 'pids', string | number>> }
  }
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>
}

const compose = parse(read('deploy/compose.yaml'), { merge: true }) as Compose
const services = Object.entries(compose.services)
const instances = services.filter(([name]) => name.startsWith('robe-'))

/** Instructions of the Dockerfile, each on one line. */
const instructions = read('deploy/Dockerfile')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .map((line) => line.split(/\s+/))

/** In bytes, of `512m`, `1g` or `768mb`. */
function bytesOf(size: string): number {
  const [, number, unit = ''] = /^(\d+)([mg])b?$/.exec(size) ?? []
  return Number(number) * (unit === 'g' ? 2 ** 30 : 2 ** 20)
}

t.test(
  'the image stands on one Node, by digest, of those that the tests run on and package.json names',
  async (t) => {
    const variables = Object.fromEntries(
      instructions
        .filter(([word]) => word === 'ARG')
        .map(([, set = '']) => [set.slice(0, set.indexOf('=')), set.slice(set.indexOf('=') + 1)]),
    )
    const stages = instructions
      .filter(([word]) => word === 'FROM')
      .map(([, image = '']) => image.replace(/^\$\{(\w+)\}$/, (_, name: string) => variables[name] ?? ''))
    t.equal(stages.length, 2)
    t.equal(new Set(stages).size, 1, 'what is built on one Node runs on the same')
    for (const image of stages) {
      t.ok(isPinned(image), image)
      t.ok(isTestedNode(nodeOf(image)), image)
    }
  },
)

t.test('every image of the composition is built here or pinned by digest', async (t) => {
  for (const [name, { image, build }] of services) t.ok(build !== undefined || isPinned(image), name)
})

t.test('every container has limits of memory, processors and processes', async (t) => {
  for (const [name, { deploy }] of services) {
    const limits = deploy?.resources.limits
    t.ok(bytesOf(String(limits?.memory)) > 0, `${name}: memory`)
    t.ok(Number(limits?.cpus) > 0, `${name}: processors`)
    t.ok(Number(limits?.pids) > 0, `${name}: processes`)
  }
})

t.test('no container is root, gains a right, or writes where it was not given a place', async (t) => {
  for (const [name, service] of services) {
    t.match(service.user, /^[1-9]\d*:[1-9]\d*$/, `${name}: user`)
    t.match(service, {
      read_only: true,
      cap_drop: ['ALL'],
      cap_add: undefined,
      privileged: undefined,
      security_opt: ['no-new-privileges:true'],
    })
  }
})

t.test('an instance and Redis cannot reach out, and only nginx can be reached', async (t) => {
  const reachable = (networks: readonly string[] = ['default']): boolean =>
    networks.some((network) => compose.networks[network]?.internal !== true)
  t.same(
    services.filter(([, { networks }]) => reachable(networks)).map(([name]) => name),
    ['nginx'],
  )
})

t.test('an instance may use the processors it is given, and has the time that its stop takes', async (t) => {
  t.equal(instances.length, 3)
  for (const [name, { environment = {}, deploy, stop_grace_period }] of instances) {
    const threads = Number(environment['THREADS'])
    t.equal(threads, Math.max(1, Number(deploy?.resources.limits.cpus) - 1), `${name}: threads`)
    t.equal(environment['OPS_HOST'], '0.0.0.0', `${name}: Prometheus reaches it on the inner network`)
    t.ok(Number.parseInt(stop_grace_period ?? '') >= 20, `${name}: a grace of 5 s and a drain of 10 s`)
    t.notOk('WORKERS' in environment)
  }
})

t.test('Redis refuses to grow before the limit of its container ends it', async (t) => {
  const redis = compose.services['redis']
  const words = redis?.command?.flatMap((word) => word.split(' ')) ?? []
  const maxmemory = bytesOf(words[words.indexOf('--maxmemory') + 1] ?? '')
  t.ok(maxmemory > 0, 'it has a limit of its own')
  t.ok(
    2 * maxmemory < bytesOf(String(redis?.deploy?.resources.limits.memory)),
    'twice that, and room, while its file is rewritten',
  )
})

/**
 * The files of deploy/, as far as they can be held against the project without a container engine: no image is
 * built here.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { readConfig } from '../../src/service/config.js'
import { ROOT } from './robe.js'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

interface Service {
  readonly environment?: Readonly<Record<string, string>>
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly ports?: readonly string[]
  readonly stop_grace_period?: string
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
}

t.test('the image is built of what exists, as a user without rights, with a health check', (t) => {
  const dockerfile = read('deploy/Dockerfile')
  const ignored = read('.dockerignore').split('\n')
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  )
  t.ok(copied.length > 5)
  for (const path of copied) {
    t.ok(existsSync(join(ROOT, path)), path)
    t.ok(ignored.includes(`!${path.split('/')[0]}`), `${path} reaches the build`)
  }
  for (const path of ['openapi.yaml', 'rules', 'locales', 'src/rules/schemas'])
    t.ok(copied.includes(path), `${path} is in the image`)
  t.match(dockerfile, /^USER node$/m)
  t.match(dockerfile, /^HEALTHCHECK .*\n.*\/healthz/m)
  t.end()
})

t.test(
  'the composition starts three instances that a server would accept, and shows clients nginx only',
  (t) => {
    const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as Compose
    const instances = Object.entries(services).filter(([name]) => name.startsWith('robe-'))
    t.equal(instances.length, 3)
    for (const [name, service] of instances) {
      const environment = Object.fromEntries(
        Object.entries(service.environment ?? {}).map(([variable, value]) => [
          variable,
          value.replace(/\$\{[A-Z_]+:[-?]([^}]*)\}/g, (_, otherwise: string) =>
            otherwise.replaceAll(' ', '-'),
          ),
        ]),
      )
      const config = readConfig(environment)
      t.match(config.store, /^redis:\/\/.*@redis:6379\/0$/)
      t.equal(config.opsPortIsSet, true)
      t.same([service.read_only, service.cap_drop], [true, ['ALL']], `${name} may write nothing`)
      t.equal(service.ports, undefined, `${name} is not published`)
      t.ok(Number.parseInt(service.stop_grace_period ?? '') > 10, 'longer than a drain')
      t.match(read('deploy/nginx.conf'), `server ${name}:3000 `)
    }
    t.same(services['nginx']?.ports, ['8080:8080'])
    t.equal(services['redis']?.ports, undefined)
    t.end()
  },
)

/** What a unit says, by name; of what it says several times, the first. */
function unitOf(path: string): (name: string) => string {
  const unit = read(path).replaceAll('%i', '3001')
  return (name) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
}

function settingsOf(environment: string): Readonly<Record<string, string>> {
  return Object.fromEntries(environment.split(' ').map((each) => each.split('=') as [string, string]))
}

for (const path of ['deploy/robe@.service', 'deploy/robe.service'])
  t.test(`${path} starts what is built, and gives it time to stop`, (t) => {
    const value = unitOf(path)
    const [node, script = '', ...words] = value('ExecStart').split(' ')
    t.same([node, words], ['/usr/bin/node', ['serve']])
    t.ok(existsSync(join(ROOT, script)), script)
    t.ok(Number(value('TimeoutStopSec')) > 15, 'longer than the longest stop')
    t.end()
  })

t.test('the systemd unit of several is a server for each port', (t) => {
  t.match(readConfig(settingsOf(unitOf('deploy/robe@.service')('Environment'))), {
    port: 3001,
    opsPort: 13001,
    opsPortIsSet: true,
  })
  t.end()
})

t.test('the systemd unit of one box keeps its store where it may write, and nowhere else', (t) => {
  const value = unitOf('deploy/robe.service')
  const { store, port } = readConfig(settingsOf(value('Environment')))
  t.equal(store, `sqlite:/var/lib/${value('StateDirectory')}/robe.db`)
  t.equal(port, 3000)
  t.equal(value('ProtectSystem'), 'strict')
  const told = read('docs/operations.md')
  t.match(told, `sudo -u ${value('User')} STORE=${store} `, 'commands are told to use the same store')
  t.end()
})

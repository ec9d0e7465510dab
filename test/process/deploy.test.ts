/**
 * The files of deploy/, as far as they can be held against the project without a container engine: no image is
 * built here.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { readConfig } from '../../src/config.js'
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

t.test('the systemd unit is a server for each port, which may take its time to stop', (t) => {
  const unit = read('deploy/robe@.service').replaceAll('%i', '3001')
  const value = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const environment = Object.fromEntries(
    value('Environment')
      .split(' ')
      .map((each) => each.split('=')),
  )
  t.match(readConfig(environment as Record<string, string>), {
    port: 3001,
    opsPort: 13001,
    opsPortIsSet: true,
  })
  const [node, script = '', ...words] = value('ExecStart').split(' ')
  t.same([node, words], ['/usr/bin/node', ['serve']])
  t.ok(existsSync(join(ROOT, script)), script)
  t.ok(Number(value('TimeoutStopSec')) > 15, 'longer than the longest stop')
  t.end()
})

/**
 * The alert rules that are shipped speak of metrics that a server has.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { freePort } from './ports.js'
import { ROOT, startRobe } from './robe.js'

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string
      readonly expr: string
      readonly labels: { readonly severity: string }
      readonly annotations: { readonly summary: string }
    }[]
  }[]
}

const FILE = join(ROOT, 'deploy/prometheus-rules.yml')
const rules = (parse(readFileSync(FILE, 'utf8')) as Rules).groups.flatMap((group) => group.rules)

t.test('every metric of an alert stands in /metrics, with the labels that the alert reads', async (t) => {
  const port = await freePort(t)
  await startRobe(t, { OPS_PORT: String(port) })
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const known = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))
  for (const { alert, expr } of rules) {
    const named = [...expr.matchAll(/\b(?:robe|process|nodejs)_\w+/g)].map(([name]) => name)
    t.strictSame(
      named.filter((name) => !known.has(name.replace(/_bucket$/, ''))),
      [],
      alert,
    )
  }
})

t.test(
  'every alert has a name of its own, a severity and a summary, and its row in the documentation',
  (t) => {
    const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
    t.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length)
    for (const { alert, labels, annotations } of rules) {
      t.match(labels.severity, /^(page|ticket)$/, alert)
      t.ok(annotations.summary.length > 10, alert)
      t.ok(page.includes(`| \`${alert}\` |`), `${alert} is documented`)
    }
    t.end()
  },
)

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

t.test('promtool accepts the rules', { skip: !hasPromtool && 'needs promtool' }, (t) => {
  const { status, stderr } = spawnSync('promtool', ['check', 'rules', FILE], { encoding: 'utf8' })
  t.equal(status, 0, stderr)
  t.end()
})

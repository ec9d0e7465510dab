/**
 * `npm run chaos:redis`: every fault of Redis under 200 calls a second, held against what is promised.
 * Guarantees: prints a table in Markdown (kept as test/chaos/redis-report.md); exit code 1 when a promise is broken.
 * Leaves to others: promises that do not depend on time (test/stores/redis-faults.slow.ts).
 */
import { cpus, loadavg } from 'node:os'
import t from 'tap'
import { quantile } from '../process/clients.js'
import { needsRedis } from '../stores/redis-server.js'
import { FAULTS } from './redis-faults.js'
import type { Call } from './load.js'
import { runFault, type Seen } from './redis-run.js'

const TIMING = { perSecond: 200, before: 2_000, fault: 5_000, after: 2_000 }

/** Of all faults. */
const MOST_RECOVERY_MS = 2_000
/** One a second, but for a machine that is late. */
const MOST_COMMANDS_A_SECOND = 1.1
/** What 99 of 100 calls may take during the fault: more than before by this, or at most so long. */
const MAX_MORE_MS: Readonly<Record<string, number>> = { hung: 100, 'slow by 30 ms': 35 }
const MAX_MS = 20
const BUSY = 1.25

const p99 = (calls: readonly Call[]): number =>
  quantile(
    calls.map(({ took }) => took).sort((one, other) => one - other),
    0.99,
  )

function brokenPromises(name: string, seen: Seen): readonly string[] {
  const usual = p99(seen.before)
  const more = MAX_MORE_MS[name]
  // On a busy machine no call can be quicker than it was without the fault.
  const most = more === undefined ? Math.max(MAX_MS, usual * BUSY) : usual + more
  const failed = [...seen.before, ...seen.during, ...seen.after].filter(({ status }) => status !== 200).length
  return [
    ...(failed > 0 ? [`${failed} calls failed`] : []),
    ...(p99(seen.during) > most ? [`p99 above ${most.toFixed(0)} ms`] : []),
    ...((seen.recovery ?? 0) > MOST_RECOVERY_MS ? ['late recovery'] : []),
    ...(seen.commandsWhileAway > MOST_COMMANDS_A_SECOND ? ['Redis is not left alone'] : []),
    ...(seen.billed - seen.admitted > seen.uncertain || seen.billed < seen.admitted
      ? [`${seen.billed - seen.admitted} on the bill`]
      : []),
  ]
}

const rows: string[] = []

t.setTimeout(600_000)
t.test('Redis in trouble', { ...needsRedis(), timeout: 600_000 }, async (t) => {
  for (const fault of FAULTS) {
    await t.test(fault.name, async (t) => {
      const seen = await runFault(t, fault, TIMING)
      const broken = brokenPromises(fault.name, seen)
      t.same(broken, [])
      const { before, during, after, recovery, commandsWhileAway, admitted, billed } = seen
      rows.push(
        [
          '',
          fault.name,
          before.length + during.length + after.length,
          [...before, ...during, ...after].filter(({ status }) => status >= 500 || status === 0).length,
          p99(before).toFixed(1),
          p99(during).toFixed(1),
          Math.max(...during.map(({ took }) => took)).toFixed(1),
          recovery === null ? '–' : recovery.toFixed(0),
          commandsWhileAway.toFixed(1),
          `${billed} of ${admitted}`,
          broken.join('; ') || 'kept',
          '',
        ].join(' | '),
      )
    })
  }
  process.stderr.write(
    [
      '',
      `Node ${process.version}, ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)} at the end; ${TIMING.perSecond} calls a second, the fault ${TIMING.fault / 1000} s.`,
      '',
      '| Redis | calls | 5xx | p99 before, ms | p99 during, ms | longest during, ms | recovery, ms | commands/s while away | billed of admitted | promises |',
      '|---|---|---|---|---|---|---|---|---|---|',
      ...rows.map((row) => row.trim()),
      '',
    ].join('\n'),
  )
})

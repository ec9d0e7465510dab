/**
 * A storm from one key: a hundred of the heaviest requests at once, beside another client's single coats and the
 * operator's `/healthz`; with two cores, and with the server on one.
 * Holds the figures (storm-run.ts) against what is promised: others hardly notice, nothing is computed that is then
 * refused, and what is charged is what was answered. Each storm is raised several times. The p99 of 600 coats depends
 * on the six slowest, and what refusals cost is the difference of two large sums: of these the median of the storms
 * counts; all else must hold each time.
 */
import { numberText, quantile } from '../support/statistics.js'
import { worstCross } from '../support/questions.js'
import { everythingHeterozygous, heaviestAnswered } from './heaviest.js'
import type { Finding, Part } from './part.js'
import { runStorm, type StormPlan, type StormSeen } from './storm-run.js'

export const MOST_MS = 50
export const MOST_TIMES_ALONE = 2
/** What a call that is refused may cost: reading it, and a part of the work that it asked for that two busy cores cannot tell from none. */
const MOST_REFUSED = { ms: 2, share: 0.1 }
const MOST_KINDS = 4
const TIMES = 3
const STATUSES = new Set([200, 400, 429, 503])
const CHARGED = [200, 400]

export const storm: Part = async ({ seconds }) => {
  const kept = heaviestAnswered(MOST_KINDS)
  const moderate = [worstCross({ group_by: 'coat', limit: '100' }), worstCross({ limit: '100' })]
  const known = [everythingHeterozygous(), everythingHeterozygous({ limit: '1' })]
  const kinds = [
    { name: 'every gene heterozygous, by coat, with bands', asks: known },
    // Each is over in a few milliseconds, a hundred of them are not.
    { name: 'crosses of moderate size', asks: moderate },
    ...(kept.length > 0 ? [{ name: `${kept.length} requests that the search found`, asks: kept }] : []),
  ]
  const plans = kinds.flatMap(({ name, asks }) =>
    [false, true].map((isPinned) => ({
      name: `${name}; ${isPinned ? 'the server on one core' : 'two cores'}`,
      plan: { asks, isPinned, seconds: Math.max(2, seconds / 2 / kinds.length / 2 / TIMES - 4) },
    })),
  )
  const findings: Finding[] = []
  const notes: string[] = []
  for (const { name, plan } of plans) {
    const seen: StormSeen[] = []
    while (seen.length < TIMES) seen.push(await runStorm(plan))
    findings.push(...judge(seen).map((each) => ({ ...each, promise: `${name}: ${each.promise}` })))
    for (const each of seen) notes.push(noteOf(name, plan, each))
  }
  return { title: 'A storm from one key', findings, notes }
}

interface RefusedCost {
  readonly refused: number
  /** Milliseconds of CPU for a call that was refused, and for one that was not. */
  readonly each: number
  readonly computed: number
}

/** What is left of the storm's CPU when the calls that were answered have had what they cost by themselves. */
function refusedCost({ storm: { statuses }, weights, stormCpu }: StormSeen): RefusedCost {
  let [due, computed, refused] = [0, 0, 0]
  statuses.forEach((counts, i) => {
    const { cpu = 0, status: usual } = weights[i] ?? {}
    for (const [status, count] of Object.entries(counts)) {
      if (Number(status) !== usual) refused += count
      else {
        due += count * cpu
        computed += count
      }
    }
  })
  return {
    refused,
    each: refused === 0 ? 0 : Math.max(0, stormCpu - due) / refused,
    computed: computed === 0 ? 0 : due / computed,
  }
}

/** @param seen the same storm, raised once or more */
export function judge(seen: readonly StormSeen[]): readonly Finding[] {
  const each = seen.map(judgeOne)
  const [first = []] = each
  // Each promise is told with the figure of a storm that broke it, or else of the first.
  const rest = first.map(
    (finding, i) => each.flatMap((one) => one[i] ?? []).find(({ held }) => !held) ?? finding,
  )
  return [judgeCoats(seen), judgeRefusals(seen), ...rest]
}

function judgeRefusals(seen: readonly StormSeen[]): Finding {
  const costs = seen.map(refusedCost)
  const [each, computed] = [
    median(costs.map((cost) => cost.each)),
    median(costs.map((cost) => cost.computed)),
  ]
  return {
    promise: 'nothing is computed that is then refused, in the median',
    measured: costs
      .map((cost) =>
        cost.refused === 0
          ? 'no call was refused'
          : `${ms(cost.each)} of CPU for each of ${cost.refused} refused calls, ${ms(cost.computed)} for an answered one`,
      )
      .join('; '),
    held:
      // Where nothing was refused, it must be that all were answered.
      seen.every(({ storm }, i) => (costs[i]?.refused ?? 0) > 0 || storm.unanswered === 0) &&
      each <= Math.max(MOST_REFUSED.ms, MOST_REFUSED.share * computed),
  }
}

function judgeCoats(seen: readonly StormSeen[]): Finding {
  const p99 = median(seen.map(({ beside }) => beside.p99))
  const times = median(seen.map(({ alone, beside }) => beside.p99 / alone.p99))
  const notOk = seen.reduce((sum, { beside }) => sum + beside.notOk, 0)
  const each = seen.map(
    ({ alone, beside }) =>
      `${ms(beside.p99)}, alone ${ms(alone.p99)} (p50 ${ms(beside.p50)}, alone ${ms(alone.p50)}; longest ${ms(beside.longest)}; ${beside.notOk} of ${beside.coats} not answered with 200)`,
  )
  return {
    promise: `other keys' single coats: p99 at most ${MOST_TIMES_ALONE} × alone and ${MOST_MS} ms, in the median`,
    measured: `${numberText(times)} × and ${ms(p99)}: ${each.join('; ')}`,
    held: notOk === 0 && p99 <= MOST_MS && times <= MOST_TIMES_ALONE,
  }
}

const median = (values: readonly number[]): number => quantile(values, 0.5)

function judgeOne(seen: StormSeen): readonly Finding[] {
  const { alone, beside, storm, charged } = seen
  const counts = total(seen)
  const answered = CHARGED.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0)
  return [
    {
      promise: `\`/healthz\` within ${MOST_MS} ms`,
      measured: `longest ${ms(beside.healthLongest)}, alone ${ms(alone.healthLongest)}`,
      held: beside.healthNotOk === 0 && beside.healthLongest <= MOST_MS,
    },
    {
      promise: 'every call gets an answer, of 200, 400, 429 or 503; no connection is lost',
      measured: `${[...counts].map(([status, count]) => `${count} × ${status === 0 ? 'connection lost' : status}, `).join('')}${storm.unanswered} unanswered, in ${storm.waves} waves`,
      held: storm.unanswered === 0 && [...counts.keys()].every((status) => STATUSES.has(status)),
    },
    {
      promise: 'charged is what was answered: 200s and 400s',
      measured: `${Number.isNaN(charged) ? 'the service did not tell what was' : charged} charged, ${answered} answered`,
      held: charged === answered,
    },
  ]
}

function total({ storm }: StormSeen): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (const counts of storm.statuses) {
    for (const [status, count] of Object.entries(counts)) {
      sums.set(Number(status), (sums.get(Number(status)) ?? 0) + count)
    }
  }
  return sums
}

function noteOf(
  name: string,
  { seconds }: StormPlan,
  { alone, beside, weights, stormCpu }: StormSeen,
): string {
  const cpu = weights.map((each) => each.cpu)
  return `**${name}**: ${seconds.toFixed(0)} s each; one such call by itself ${ms(Math.min(...cpu))} to ${ms(Math.max(...cpu))} of CPU; the storm took ${numberText(stormCpu / 1000)} s of CPU. The client that measured was held itself for ${ms(beside.ownDelay)} at most (alone ${ms(alone.ownDelay)}).`
}

const ms = (value: number): string => `${numberText(value)} ms`

/**
 * Of P19: a question about fifteen relatives, inbred in many loops, with eight open genes, that the ceiling refuses only
 * once it was read and partly planned; over HTTP, one call at a time.
 * Guarantees: an answer other than 400 ends the measurement.
 */
import { FIFTEEN } from '../../test/inference/questions.js'
import { numberText, spreadOf } from '../figures.js'
import { startRobe } from '../http/children.js'
import { startClient } from '../http/pairs.js'
import type { Ask } from '../http/wire.js'
import type { Effort, Figure } from '../row.js'
import { withChildren } from './http-throughput.js'

/** So many of the youngest were seen. */
const SEEN = 4
const OPEN = ['?', '?']
const BASE = { extension: OPEN, agouti: OPEN }
const OTHERS = { kit: OPEN, matp: OPEN, dun: OPEN, silver: OPEN, grey: OPEN, champagne: OPEN }
/** Invented. */
const COUNTS = {
  extension: { E: 4, e: 6 },
  agouti: { A: 9, a: 1 },
  kit: { To: 1, Rn: 1, DW20: 1, n: 7 },
  matp: { Cr: 1, n: 9 },
  dun: { D: 1, nd2: 9 },
  silver: { Z: 1, n: 9 },
  grey: { G: 1, n: 9 },
  champagne: { Ch: 1, n: 9 },
}

export function refusedQuestion(): Ask {
  const horses = FIFTEEN.map(([mother, father], place) => ({
    id: `h${place}`,
    ...(mother === undefined ? {} : { mother: `h${mother}`, father: `h${father}` }),
    base: BASE,
    others: OTHERS,
    ...(place < FIFTEEN.length - SEEN ? {} : { seen: 'bay' }),
  }))
  const counted = Object.entries(COUNTS).map(([locus, counts]) => [locus, { counts }] as const)
  const body = new URLSearchParams({
    horses: JSON.stringify(horses),
    ask: JSON.stringify([{ foal: ['h14', 'h9'] }, { phase: 'h14' }, { coat: 'h13' }]),
    population: JSON.stringify({ name: 'invented', loci: Object.fromEntries(counted) }),
  })
  return { path: '/coats/infer', body: body.toString() }
}

/** A fresh process is asked so often before it counts. */
const FIRST_CALLS = 100
const CALLS = 100

export function refusedPedigree(effort: Effort): Promise<readonly Figure[]> {
  return withChildren(async (keep) => {
    const client = keep(startClient())
    const robe = keep(await startRobe())
    const ask = refusedQuestion()
    const refused = async (most: number): Promise<{ readonly p50: number; readonly p99: number }> => {
      const questions = { kind: 'asks', asks: [ask] } as const
      const load = { port: robe.port, key: robe.key, questions, connections: 1, milliseconds: 60_000, most }
      const { answers, others, latency } = await client.load(load)
      if (answers !== most || others !== most) throw new Error(`${answers} calls, ${others} refused`)
      return latency
    }
    const first = await refused(FIRST_CALLS)
    const rounds: (typeof first)[] = []
    for (let round = 0; round < effort.rounds; round++) rounds.push(await refused(effort.smoke ? 2 : CALLS))
    const beside = `${FIRST_CALLS} calls of a fresh process: ${numberText(first.p50)} ms, one in a hundred ${numberText(first.p99)} ms`
    return [
      {
        what: 'a pedigree of 15 that the ceiling refuses, a call over HTTP',
        value: spreadOf(rounds.map(({ p50 }) => p50)),
        unit: ' ms',
        floor: { atMost: 10 },
        beside,
      },
      {
        what: 'the same, one call in a hundred',
        value: spreadOf(rounds.map(({ p99 }) => p99)),
        unit: ' ms',
        floor: { atMost: 10 },
        beside: 'after these calls',
      },
    ]
  })
}

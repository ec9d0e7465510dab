/**
 * A question about fifteen relatives, inbred in many loops, with eight untested genes, that the size limit refuses only
 * after it has been read and partly planned.
 */
import type { Ask } from '../support/ask.js'
import { FIFTEEN } from './questions.js'

/** The coats of this many of the youngest are observed. */
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

/**
 * The heaviest legal requests that are known: the one that was found by hand, and those that the search found, kept
 * as data in test/fixtures/heaviest-requests.json.
 * Guarantees: what is kept is what was sent; the figures beside it are of the machine that is named with them.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/children.js'
import type { Ask } from '../support/ask.js'

/** Why a request is kept: it held the event loop longest, took the most CPU, or was refused for what it would cost. */
export type Worst = 'delay' | 'cpu' | 'refused'

export interface HeavyRequest extends Ask {
  readonly worst: Worst
  readonly status: number
  /** Milliseconds, when it was found. */
  readonly delay: number
  readonly cpu: number
}

export interface HeaviestRequests {
  readonly seed: number
  /** Processor, Node and commit. */
  readonly found: string
  /** Milliseconds of CPU of the worst cross of the nine listed genes in the same run. */
  readonly worstListedCross: number
  readonly requests: readonly HeavyRequest[]
}

const PATH = join(ROOT, 'test/fixtures/heaviest-requests.json')

export function readHeaviest(): HeaviestRequests {
  if (!existsSync(PATH)) return { seed: 0, found: '', worstListedCross: NaN, requests: [] }
  return JSON.parse(readFileSync(PATH, 'utf8')) as HeaviestRequests
}

/** A few of those that are answered with the most work: what a storm is made of. */
export function heaviestAnswered(most: number): readonly HeavyRequest[] {
  const answered = readHeaviest().requests.filter(({ status }) => status === 200)
  return [...answered].sort((a, b) => b.cpu - a.cpu).slice(0, most)
}

/** @returns where they were written */
export function writeHeaviest(heaviest: HeaviestRequests): string {
  writeFileSync(PATH, `${JSON.stringify(heaviest, null, 2)}\n`)
  return PATH
}

const BASE = { extension: ['E', 'e'], agouti: ['A', 'a'] }
const OTHERS = {
  matp: ['Cr', 'n'],
  dun: ['D', 'nd2'],
  silver: ['Z', 'n'],
  champagne: ['Ch', 'n'],
  grey: ['G', 'n'],
  kit: ['To', 'Rn'],
  lp: ['Lp', 'n'],
  patn1: ['PATN1', 'n'],
  pax3: ['SW2', 'n'],
  mitf: ['SW1', 'n'],
  frame: ['O', 'n'],
  mushroom: ['Mu', 'n'],
  tiger_eye: ['TE1', 'n'],
  lavender_foal: ['L', 'n'],
}

/** Every gene heterozygous in both parents, by coat, with bands: 7.6 MB, or one row with `limit`. */
export function everythingHeterozygous(more: Readonly<Record<string, string>> = {}): Ask {
  const parent = JSON.stringify({ base: BASE, others: OTHERS })
  const options = { group_by: 'coat', recombination_band: 'true', lang: 'en' }
  return {
    path: '/coats/generateChild',
    body: new URLSearchParams({ mother: parent, father: parent, ...options, ...more }).toString(),
  }
}

/**
 * The search for the heaviest legal requests: hill climbing from many starts, once for the time that one request
 * holds the event loop and once for the CPU that one charged unit buys.
 * Guarantees: as long as it is told to, and what asking again for what it found takes; the same seed proposes the same
 * starts; every request that is answered or refused with a 400 counts, since both are charged; figures that count are
 * medians of several times of asking.
 * Leaves to others: what is promised of what it finds (cost.ts).
 */
import { performance } from 'node:perf_hooks'
import type { MeasuredServer } from '../support/children.js'
import { worstCross } from '../support/questions.js'
import { seeded, type Random } from '../phenotypes/random-horse.js'
import { readCoatWords, type CoatWords } from './coat-words.js'
import { descriptionOf, firstDescription } from './described.js'
import { readCatalogue, type Catalogue } from './gene-choices.js'
import { everythingHeterozygous, readHeaviest, type HeavyRequest, type Worst } from './heaviest.js'
import { firstPedigree, pedigreeOf } from './pedigree.js'
import { distance, type Point } from './point.js'
import { firstQuestion, pointOf, questionOf } from './question.js'
import { createScale, type Scale, type Weight } from './weigh.js'

export interface Found extends HeavyRequest {
  readonly point: Point
  /** When it was asked for the first time: code is warm, what the model remembers is not. */
  readonly first: Weight
}

export interface Searched {
  readonly asked: number
  readonly climbs: number
  /** By each objective the worst first. */
  readonly worst: Readonly<Record<Worst, readonly Found[]>>
  /** Neither answered nor refused by the contract. */
  readonly failed: readonly Found[]
  /** The most that any request took when it was asked for the first time; not repeatable, so not a median. */
  readonly first: Readonly<Record<Objective, number>>
  /** Of the worst cross of the nine listed genes, in the same run; and of a request that asks for next to nothing. */
  readonly listed: Weight
  readonly small: Weight
}

export type Objective = 'delay' | 'cpu'

const KEPT = 10
/** What is lighter than so much of the heaviest is not heavy. */
const LEAST_SHARE = 0.1
/** Two requests that differ in fewer places are the same finding. */
const LEAST_DISTANCE = 6
/** A climb ends after so many neighbours that are no heavier. */
const MOST_VAIN = 14
/** Better by chance is not better. */
const GAIN = 1.03
const TIMES = 3
const FINAL_TIMES = 5

/** @param seconds of climbing; asking again what was found comes on top */
export async function searchCost(server: MeasuredServer, seconds: number, seed: number): Promise<Searched> {
  const catalogue = await readCatalogue(server.port, server.key)
  const words = await readCoatWords(server.port, server.key, catalogue)
  const random = seeded(seed)
  const scale = createScale(server)
  const until = performance.now() + 1000 * seconds
  const small = pointOf(catalogue, { ...questionOf(worstCross()), options: { limit: '1', lang: 'en' } })
  // The listed cross warms the code that all crosses share.
  await scale.weigh(worstCross(), FINAL_TIMES)
  const seen = new Map<string, Found>()
  const starts = startsOf(catalogue, words, random)
  let climbs = 0
  while (performance.now() < until) {
    const objective: Objective = climbs % 2 === 0 ? 'delay' : 'cpu'
    await climb({ random, scale, until, seen }, starts(climbs++), objective)
  }
  const all = [...seen.values()]
  const isAnswered = (each: Found): boolean => each.status === 200
  const final = (found: readonly Found[], objective: Objective): Promise<readonly Found[]> =>
    weighAgain(scale, distinct(found, objective), objective)
  return {
    asked: all.length,
    climbs,
    worst: {
      delay: await final(all, 'delay'),
      cpu: (await final(all.filter(isAnswered), 'cpu')).map((each) => ({ ...each, worst: 'cpu' })),
      refused: (
        await final(
          all.filter((each) => each.status === 400),
          'cpu',
        )
      ).map((each) => ({ ...each, worst: 'refused' })),
    },
    failed: all.filter(({ status }) => status !== 200 && status !== 400),
    first: {
      delay: Math.max(...all.map(({ first }) => first.delay)),
      cpu: Math.max(...all.map(({ first }) => first.cpu)),
    },
    listed: await scale.weigh(worstCross(), FINAL_TIMES),
    small: await scale.weigh(small.ask, FINAL_TIMES),
  }
}

/** The requests known to be heavy first, then random ones: coats described in words, pedigrees, crosses and single coats. */
function startsOf(catalogue: Catalogue, words: CoatWords, random: Random): (climb: number) => Point {
  const known = [
    everythingHeterozygous(),
    everythingHeterozygous({ limit: '1' }),
    ...readHeaviest().requests,
  ].map((ask) => {
    const described = descriptionOf({ catalogue, words }, ask)
    if (described !== undefined) return described
    return ask.path === '/coats/infer' ? pedigreeOf(catalogue, ask) : pointOf(catalogue, questionOf(ask))
  })
  return (climb) => {
    const start = known[climb]
    if (start !== undefined) return start
    if (climb % 8 < 3) return firstDescription({ catalogue, words }, random)
    if (climb % 8 < 5) return firstPedigree(catalogue, random)
    const path = climb % 8 === 7 ? '/coats/result' : '/coats/generateChild'
    return pointOf(catalogue, firstQuestion(catalogue, path, random))
  }
}

interface Ground {
  readonly random: Random
  readonly scale: Scale
  readonly until: number
  readonly seen: Map<string, Found>
}

async function climb(ground: Ground, start: Point, objective: Objective): Promise<void> {
  const { random, until } = ground
  let best = await look(ground, start, TIMES)
  for (let vain = 0; vain < MOST_VAIN && performance.now() < until; vain++) {
    let point = (best?.point ?? start).neighbour(random)
    while (random() < 0.3) point = point.neighbour(random)
    const once = await look(ground, point, 1)
    if (once === undefined || once[objective] < GAIN * (best?.[objective] ?? 0)) continue
    const again = await look(ground, point, TIMES)
    if (again === undefined || again[objective] < GAIN * (best?.[objective] ?? 0)) continue
    best = again
    vain = 0
  }
}

/** Undefined: larger than a request may be, or the time is over. */
async function look({ scale, until, seen }: Ground, point: Point, times: number): Promise<Found | undefined> {
  if (performance.now() > until) return undefined
  const { ask } = point
  const first = seen.get(ask.body)?.first ?? (await scale.weigh(ask, 1))
  if (first.status === 413) return undefined
  const { status, delay, cpu } = times === 1 ? first : await scale.weigh(ask, times)
  const found: Found = { ...ask, point, worst: 'delay', status, delay, cpu, first }
  // What was asked once may have met a busy moment; what was asked more often is believed.
  if (times > 1 || !seen.has(ask.body)) seen.set(ask.body, found)
  return found
}

function distinct(found: readonly Found[], objective: Objective): readonly Found[] {
  const kept: Found[] = []
  for (const each of [...found].sort((a, b) => b[objective] - a[objective])) {
    if (kept.length === KEPT || each[objective] < LEAST_SHARE * (kept[0]?.[objective] ?? 0)) break
    if (kept.every(({ point }) => distance(point, each.point) >= LEAST_DISTANCE)) kept.push(each)
  }
  return kept
}

async function weighAgain(
  scale: Scale,
  found: readonly Found[],
  objective: Objective,
): Promise<readonly Found[]> {
  const again: Found[] = []
  for (const each of found) {
    const { status, delay, cpu } = await scale.weigh(each, FINAL_TIMES)
    again.push({ ...each, status, delay, cpu })
  }
  return again.sort((a, b) => b[objective] - a[objective])
}

/**
 * What a day's clients ask, in small: mostly single coats and small crosses, now and then something heavy or wrong.
 * Guarantees: the same seed gives the same questions in the same order; there are only so many different ones, so that
 * memories of finished work are full after a while and what grows then is something else.
 */
import { questionsOf, worstCross, type Questions } from '../support/questions.js'
import { oneOf, weighted, type Random } from './fuzz-random.js'

export interface SoakQuestion {
  readonly kind: 'coat' | 'coat seen by many' | 'cross' | 'heavy cross' | 'refused' | 'genes' | 'api-info'
  readonly path: string
  /** A form; absent: it is a GET. */
  readonly body?: string
  /** What must come back. */
  readonly status: number
}

const COATS = 10_000
const POPULAR = 50
const CROSSES = 500

export function soakMix(seed: number): (random: Random) => SoakQuestion {
  const pool = (kind: SoakQuestion['kind'], words: Questions): readonly SoakQuestion[] =>
    questionsOf(words).map((ask) => ({ kind, status: 200, ...ask }))
  const coats = [
    ...pool('coat', { kind: 'coats', form: 'json', seed, count: COATS / 2 }),
    ...pool('coat', { kind: 'coats', form: 'brackets', seed: seed + 1, count: COATS / 2 }),
  ]
  const popular = coats.slice(0, POPULAR).map((each) => ({ ...each, kind: 'coat seen by many' as const }))
  const crosses = pool('cross', { kind: 'crosses', seed, count: CROSSES }).map((each) => ({
    ...each,
    body: `${each.body}&limit=50`,
  }))
  const heavy = [worstCross({ limit: '1000' }), worstCross({ group_by: 'coat' })].map(
    (ask): SoakQuestion => ({ kind: 'heavy cross', status: 200, ...ask }),
  )
  const wrong = [
    'base={"agouti":["A","a"]}',
    'base={"agouti":["A","x"],"extension":["E","e"]}',
    'base={',
    'lang=xx',
  ].map((body): SoakQuestion => ({ kind: 'refused', path: '/coats/result', body, status: 400 }))
  return (random) =>
    weighted<() => SoakQuestion>(random, [
      [45, () => oneOf(random, coats)],
      [25, () => oneOf(random, popular)],
      [20, () => oneOf(random, crosses)],
      [0.2, () => oneOf(random, heavy)],
      [5, () => oneOf(random, wrong)],
      [2, () => ({ kind: 'genes', path: '/coats/genes?lang=en', status: 200 })],
      [3, () => ({ kind: 'api-info', path: '/coats/api-info', status: 200 })],
    ])()
}

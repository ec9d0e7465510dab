/**
 * Requests torn at any one place: a field left out, or another kind of value in its stead, at every depth of every
 * example and of bodies that ask for what is rarely asked together. Each is answered or refused as the client's
 * mistake, never as a fault of the service, and conformance.ts judges every answer.
 */
import t from 'tap'
import { startService } from '../http/service.js'
import { at, type Json } from './conformance.js'

const LEFT_OUT = Symbol('left out')
const INSTEAD = [LEFT_OUT, null, '', 'x', 7, -0.5, true, [], {}, [[]], ['x'], { x: [null] }]

const bay = { base: { extension: ['E', '?'], agouti: ['A', 'a'] }, others: { kit: ['n', 'TO|SB1'] } }
const known = { base: { extension: ['E', 'e'], agouti: ['A', 'a'] }, others: { kit: ['n', 'TO'] } }
const bayed = { coat: 'bay', has: ['bay'], lacks: ['dun'], certain: false, born: 'bay' }
const own = {
  loci: {
    extension: { counts: { E: 3, e: 5 } },
    agouti: { frequencies: { A: 0.5, a: 0.5 } },
    kit: { frequencies: { TO: 0.1, SB1: 0.1, n: 0.8 } },
  },
}

const CROSS = '/coats/generateChild'
const INFER = '/coats/infer'
const population = 'hucul-poland'
const rare: readonly (readonly [path: string, body: Json])[] = [
  ['/coats/result', { ...bay, seen: bayed, population: own, untested: 'population', sex: 'f', limit: 5 }],
  [CROSS, { mother: known, father: known, foals_for: 90, wanted: ['bay'], kit_linkage: { mother: ['TO'] } }],
  [CROSS, { mother: { ...bay, seen: bayed }, father: known, population, foals: 2, wanted: 'bay', limit: 3 }],
  [CROSS, { mother: known, father: known, sexes: 'daughters', has_IDK: true }],
  [
    INFER,
    {
      population: own,
      horses: [
        { id: 'm', sex: 'f', base: bay.base, untested: 'population' },
        { id: 's', sex: 'm', seen: bayed },
        { id: 'c', mother: 'm', father: 's', seen: 'bay' },
      ],
      ask: [{ genotype: 'm' }, { foal: ['m', 's'], wanted: 'bay', foals: 2 }, { coat: 'c' }, { phase: 'c' }],
    },
  ],
]

t.test(
  'a request torn at any one place is the client’s mistake, never a fault of the service',
  { timeout: 300_000 },
  async (t) => {
    const { url, key, fetch, contract, log } = await startService(t)
    const whole = [...examplesOf(contract.document), ...rare]
    t.ok(whole.length > rare.length + 5, 'the document has examples')
    const statuses = new Map<number, number>()
    const send = (path: string, body: string): Promise<Response> =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body,
      })
    for (const [path, body] of whole) {
      const answer = await send(path, JSON.stringify(body))
      t.equal(
        answer.status,
        200,
        `${path} ${JSON.stringify(body).slice(0, 60)} whole: ${answer.status === 200 ? '' : await answer.text()}`,
      )
      for (const place of placesOf(body))
        for (const value of INSTEAD) {
          const torn = JSON.stringify(put(body, place, value))
          const { status } = await send(path, torn)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          if (status !== 200 && status !== 400) t.fail(`${path} ${torn}`, { status, log: log.at(-1) })
        }
    }
    for (const status of [200, 400]) t.ok((statuses.get(status) ?? 0) > 300, `many are ${status}`)
    t.comment(JSON.stringify([...statuses]))
  },
)

/** The JSON bodies that the document shows, each with its path. */
function examplesOf(document: Json): [string, Json][] {
  const found: [string, Json][] = []
  for (const path of Object.keys(document['paths'] as Json)) {
    const place = `/paths/${path.replaceAll('/', '~1')}/post/requestBody/content/application~1json/examples`
    for (const { value } of Object.values((at(document, place) ?? {}) as Record<string, { value: Json }>))
      found.push([path, value])
  }
  return found
}

type Place = readonly string[]

/** Of each field and item within. */
function placesOf(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    [key],
    ...placesOf(inner).map((place) => [key, ...place]),
  ])
}

function put(within: unknown, [key, ...deeper]: Place, value: unknown): unknown {
  const entries = Object.entries(within as Json).flatMap(([each, inner]) => {
    if (each !== key) return [[each, inner] as [string, unknown]]
    const next = deeper.length > 0 ? put(inner, deeper, value) : value
    return next === LEFT_OUT ? [] : [[each, next] as [string, unknown]]
  })
  return Array.isArray(within) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

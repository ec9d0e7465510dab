/**
 * P8: crosses of 1, 27 and 243 rows in process, from form body to bytes, against a plain program: qs, objects, a scan of
 * all rules and JSON.stringify. Neither side validates. No cross is asked twice of a ruleset; both sides have answered
 * as many other crosses before, so that names and partial results are remembered, but no answers. Answers are compared first.
 */
import { performance } from 'node:perf_hooks'
import { answerOffspring, askCross } from '../../test/support/exact-answers.js'
import { decodeCrossFields, type Fields } from '../../src/operations/read/decode-fields.js'
import type { Ruleset } from '../../src/operations/ruleset.js'
import { splitForm } from '../../src/service/http/request/form.js'
import { listingBytes } from '../../src/service/streaming/listing-bytes.js'
import { oneOf, seeded, someOf, type Random } from '../../test/phenotypes/random-horse.js'
import { medianText, ratioOf } from '../figures.js'
import { forgetful, openRules } from '../genetics/rulesets.js'
import type { ParentFields } from '../genetics/parents.js'
import { createPlainCross } from '../genetics/plain-cross.js'
import type { Effort, Figure, Row } from '../row.js'

const PLANS = [
  { rows: 1, atLeast: 1, crosses: 2000 },
  { rows: 27, atLeast: 4, crosses: 1000 },
  { rows: 243, atLeast: 6, crosses: 400 },
] as const
const COMPARED = 40

export const P8: Row = {
  id: 'P8',
  title: 'Small crosses, form body to bytes, against a plain program',
  noticedBy: 'API clients',
  measure: async ({ smoke, rounds }: Effort) => {
    const ruleset = await openRules()
    const plain = createPlainCross(ruleset, 'en')
    return PLANS.map((plan): Figure => {
      const count = smoke ? 20 : plan.crosses
      const crosses = differentCrosses(ruleset, plan.rows, 2 * count)
      for (const body of crosses.slice(0, COMPARED)) {
        const [ours, theirs] = [answerBytes(ruleset, body).toString(), plain(body)]
        if (ours !== theirs) throw new Error(`${body}: ${ours.slice(0, 500)} and ${theirs.slice(0, 500)}`)
      }
      const sides = {
        robe: () =>
          timeEach(crosses, () => {
            const fresh = forgetful(ruleset)
            return (body) => answerBytes(fresh, body)
          }),
        plain: () => timeEach(crosses, () => (body) => Buffer.from(plain(body))),
      }
      const micros = { robe: [] as number[], plain: [] as number[] }
      for (let round = smoke ? 0 : -1; round < rounds; round++) {
        for (const name of round % 2 === 0 ? (['robe', 'plain'] as const) : (['plain', 'robe'] as const)) {
          const each = sides[name]()
          if (round >= 0) micros[name].push(each)
        }
      }
      return {
        what: `plain program ÷ Robe, ${plan.rows} ${plan.rows === 1 ? 'row' : 'rows'}`,
        value: ratioOf(micros.plain, micros.robe),
        unit: ' ×',
        target: { atLeast: plan.atLeast },
        beside: `${medianText(micros.robe)} µs against ${medianText(micros.plain)} µs`,
      }
    })
  },
}

const RUN_UPS = 2

/**
 * @param open a program that has answered nothing yet
 * @returns microseconds per cross of the first half, after the second half has warmed caches, and both have warmed code
 */
function timeEach(crosses: readonly string[], open: () => (body: string) => void): number {
  const half = crosses.length / 2
  // A full collection discards compiled code, and so does a pause while the other side runs: compile it again first.
  globalThis.gc?.()
  let took = 0
  for (let run = 0; run <= RUN_UPS; run++) {
    const ask = open()
    for (const body of crosses.slice(half)) ask(body)
    const started = performance.now()
    for (let i = 0; i < half; i++) ask(crosses[i] ?? '')
    took = performance.now() - started
  }
  return (1000 * took) / half
}

const fieldsOf = (body: string): Fields => decodeCrossFields(splitForm(body))

/** As the service writes it. */
function answerBytes(ruleset: Ruleset, body: string): Buffer {
  return Buffer.concat([...listingBytes(askCross(ruleset, fieldsOf(body), 'fr').list(), () => {})])
}

/** Bodies of different crosses with this many rows, without linkage or notes. */
function differentCrosses(ruleset: Ruleset, rows: number, count: number): readonly string[] {
  const random = seeded(rows)
  const mixed = Math.round(Math.log(rows) / Math.log(3))
  const bodies = new Set<string>()
  for (let tries = 0; bodies.size < count && tries < 50 * count; tries++) {
    const body = crossWith(ruleset, mixed, random)
    const { results, ...envelope } = answerOffspring(ruleset, fieldsOf(body), 'fr').body
    const isPlain = Object.keys(envelope).length === 2 && results.every((row) => !row.viability)
    if (results.length === rows && isPlain) bodies.add(body)
  }
  if (bodies.size < count) throw new Error(`only ${bodies.size} crosses of ${rows} rows`)
  return [...bodies]
}

function crossWith(ruleset: Ruleset, mixed: number, random: Random): string {
  const loci = ruleset.model.loci.filter(({ listed, compact }) => listed && !compact)
  const both = someOf(random, loci, mixed)
  const parent = (pairs: ReadonlyMap<string, readonly string[]>): ParentFields => {
    const groups = { base: {}, others: {} } as Record<'base' | 'others', Record<string, readonly string[]>>
    for (const { key, group } of loci) groups[group][key] = pairs.get(key) ?? []
    return groups
  }
  const twice = new Map(both.map((locus) => [locus.key, someOf(random, locus.alleles, 2)]))
  const alike = (): ReadonlyMap<string, readonly string[]> =>
    new Map(
      loci.map((locus) => {
        const one = oneOf(random, locus.alleles)
        return [locus.key, twice.get(locus.key) ?? [one, one]]
      }),
    )
  return new URLSearchParams({
    mother: JSON.stringify(parent(alike())),
    father: JSON.stringify(parent(alike())),
    lang: 'en',
  }).toString()
}

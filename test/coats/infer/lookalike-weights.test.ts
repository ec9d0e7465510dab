/**
 * Look-alikes with figures: the weight of what a coat may be is the probability of the record given the coat.
 */
import t from 'tap'
import { widened } from '../../../src/operations/read/observed/lookalikes.js'
import type { CoatPattern } from '../../../src/inference/question.js'
import type { LookalikeRow } from '../../../src/rules/tables.js'
import { described, shows } from '../../inference/brute-force.js'

const place = { file: 'looks.yaml', line: 1, column: 1 }
function row(fields: Partial<LookalikeRow>, value?: number): LookalikeRow {
  const given = { cite: [], verified: false, place, words: '' }
  const figure = value === undefined ? {} : { figure: { value, ...given } }
  return { id: 'row', alike: [], unless: [], any: [], by: [], beside: [], ...given, ...figure, ...fields }
}

const ROWS = [
  row(
    {
      alike: [
        ['red', 'pale'],
        ['brown', 'pale'],
        ['black', 'pale'],
      ],
    },
    0.3,
  ),
  row({ alike: [['pale'], ['dim', 'gold'], ['dim', 'silver']], unless: ['spots'] }, 0.2),
  row({ any: ['patches'], takenFor: 'white' }, 0.15),
  row({ unseen: 'spots', by: ['one-copy'] }, 0.4),
  row({ unseen: 'roan', beside: ['pale'] }, 0.6),
  row({ unseen: 'patches' }, 0.1),
]

/** By record: how likely a coat is recorded so. Traits are missed first, then rows apply from the last one. */
function recordsOf(tokens: readonly string[], rules: readonly string[]): ReadonlyMap<string, number> {
  let records: readonly (readonly [coat: readonly string[], weight: number])[] = [[tokens, 1]]
  const step = (
    change: (coat: readonly string[]) => readonly (readonly [readonly string[], number])[],
  ): void => {
    records = records.flatMap(([coat, weight]) =>
      change(coat).map(([next, chance]) => [next, weight * chance] as const),
    )
  }
  for (const { unseen, by, beside, figure } of ROWS) {
    if (unseen === undefined || figure === undefined) continue
    step((coat) => {
      const isMissed =
        coat.includes(unseen) &&
        beside.every((token) => coat.includes(token)) &&
        (by.length === 0 || rules.every((rule) => by.includes(rule)))
      if (!isMissed) return [[coat, 1]]
      const rest = coat.filter((token) => token !== unseen)
      return [
        [coat, 1 - figure.value],
        [rest, figure.value],
      ]
    })
  }
  for (const { alike, unless, any, takenFor, figure } of ROWS.toReversed()) {
    if (figure === undefined) continue
    step((coat) => {
      const own = takenFor === undefined ? alike.find((list) => holds(coat, list)) : any
      if (own === undefined || own.length === 0 || !holds(coat, own)) return [[coat, 1]]
      if (unless.some((token) => coat.includes(token))) return [[coat, 1]]
      const others =
        takenFor === undefined
          ? alike
              .filter((list) => list !== own)
              .map((list) => [...coat.filter((token) => !own.includes(token)), ...list])
          : [[takenFor]]
      return [
        [coat, 1 - figure.value],
        ...others.map((other) => [other, figure.value / others.length] as const),
      ]
    })
  }
  const found = new Map<string, number>()
  for (const [coat, weight] of records) {
    const key = [...coat].sort().join()
    found.set(key, (found.get(key) ?? 0) + weight)
  }
  return found
}

function holds(coat: readonly string[], list: readonly string[]): boolean {
  return list.every((token) => coat.includes(token))
}

function subsets(tokens: readonly string[]): readonly (readonly string[])[] {
  return tokens.reduce<readonly (readonly string[])[]>(
    (all, token) => all.flatMap((own) => [own, [...own, token]]),
    [[]],
  )
}

const dilutes = [[], ['pale'], ['dim'], ['dim', 'gold'], ['dim', 'silver']]
const COATS = ['red', 'brown', 'black'].flatMap((base) =>
  dilutes.flatMap((dilute) =>
    subsets(['spots', 'roan', 'patches']).map((more) => [base, ...dilute, ...more]),
  ),
)

function likelihood(
  named: readonly CoatPattern[],
  coat: readonly string[],
  rules: readonly string[],
): number {
  const { coats } = widened(named, ROWS, () => undefined)
  // Of every other trait it does not matter which rule gives it.
  const fired = coat.flatMap((token) =>
    token === 'spots' ? rules.map((id) => ({ id, then: [token] })) : [{ id: 'other', then: [token] }],
  )
  return Math.min(
    1,
    coats.reduce((sum, pattern) => sum + described(pattern, coat, fired), 0),
  )
}

const pattern = (fields: Partial<CoatPattern>): CoatPattern => ({
  exactly: undefined,
  has: [],
  lacks: [],
  ...fields,
})

t.test('a recorded coat is as likely as the rows say, for every coat that the horse may have', (t) => {
  const named = [
    ['red', 'pale'],
    ['brown', 'dim', 'gold', 'roan'],
    ['black', 'patches'],
    ['black', 'pale', 'roan', 'patches'],
    ['red', 'dim', 'silver', 'spots'],
    ['white'],
  ]
  let most = 0
  for (const record of named)
    for (const coat of COATS)
      for (const rules of coat.includes('spots') ? [['one-copy'], ['two-copies']] : [[]]) {
        const expected = recordsOf(coat, rules).get([...record].sort().join()) ?? 0
        const own = likelihood([pattern({ exactly: record })], coat, rules)
        most = Math.max(most, Math.abs(own - expected))
        if (Math.abs(own - expected) > 1e-12)
          t.fail(`${record.join(' ')} of ${coat.join(' ')} ${rules.join()}: ${own}, expected ${expected}`)
      }
  t.ok(most < 1e-12, `differs by ${most}`)
  t.end()
})

t.test('so is a record of which only some tokens are told', (t) => {
  const named = [
    pattern({ has: ['red'] }),
    pattern({ has: ['pale'], lacks: ['roan'] }),
    pattern({ has: ['brown'], lacks: ['pale', 'spots'] }),
    pattern({ has: ['dim'], lacks: ['patches'] }),
  ]
  for (const each of named)
    for (const coat of COATS)
      for (const rules of coat.includes('spots') ? [['one-copy'], ['two-copies']] : [[]]) {
        let expected = 0
        for (const [record, weight] of recordsOf(coat, rules))
          if (shows(each, record.split(','))) expected += weight
        const own = likelihood([each], coat, rules)
        if (Math.abs(own - expected) > 1e-12)
          t.fail(`${JSON.stringify(each)} of ${coat.join(' ')} ${rules.join()}: ${own}, expected ${expected}`)
      }
  t.pass('all are as likely as the rows say')
  t.end()
})

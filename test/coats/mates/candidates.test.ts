/** Rows of chooseMate are sums of the foals that generateChild lists. */
import t from 'tap'
import { assignment } from '../../../src/operations/choose-mate/assignment.js'
import { coats, foalsOf, isLethal, mates, percentageOf, refused, type Animal, type Row } from './asked.js'

const horse: Animal = {
  base: { extension: ['E', 'e'], agouti: ['A', 'a'] },
  others: { matp: ['Cr', 'n'], frame: ['O', 'n'], silver: ['Z', 'n'] },
}
const PAIRS = {
  extension: ['E/E', 'E/e', 'e/e'],
  matp: ['n/n', 'Cr/n', 'Cr/Cr'],
  frame: ['n/n', 'O/n'],
  silver: ['n/n', 'Z/n'],
}

const candidates = PAIRS.extension.flatMap((extension) =>
  PAIRS.matp.flatMap((matp) =>
    PAIRS.frame.flatMap((frame) =>
      PAIRS.silver.map((silver) => ({
        id: [extension, matp, frame, silver].join(' '),
        base: { extension: extension.split('/'), agouti: ['A', 'a'] },
        others: { matp: matp.split('/'), frame: frame.split('/'), silver: silver.split('/') },
      })),
    ),
  ),
)

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-4 * Math.max(1, Math.abs(b))
}

/** What a row must say, by enumeration. */
function expectedOf(mother: Animal, father: Animal, wanted: readonly string[], avoid: readonly string[]) {
  const foals = foalsOf(mother, father)
  const is = (foal: (typeof foals)[number], names: readonly string[]): boolean =>
    names.some((name) => foal.coat === name || foal.tokens.includes(name))
  const lethal = percentageOf(foals, isLethal)
  const good = percentageOf(foals, (foal) => !isLethal(foal) && is(foal, wanted))
  return {
    wanted: good,
    lethal,
    live: (100 * good) / (100 - lethal),
    avoided: percentageOf(foals, (foal) => is(foal, avoid)),
  }
}

function differs(row: Row | undefined, expected: ReturnType<typeof expectedOf>): boolean {
  return !(
    row !== undefined &&
    isNear(row.wanted_percentage, expected.wanted) &&
    isNear(row.lethal_percentage, expected.lethal) &&
    isNear(row.of_live_percentage ?? 0, expected.live) &&
    isNear(row.avoid_percentage ?? 0, expected.avoided)
  )
}

const wanted = ['Palomino', 'Buckskin']
const avoid = ['frame', 'Cremello']

t.test('each row equals the sum of the foals, and rows are ordered by it, then by id', (t) => {
  const { results } = mates({ horse, candidates, wanted, avoid })
  t.equal(results.length, candidates.length)
  const different = candidates.flatMap((candidate) => {
    const row = results.find(({ id }) => id === candidate.id)
    const expected = expectedOf(horse, candidate, wanted, avoid)
    return differs(row, expected) ? [{ candidate, row, expected }] : []
  })
  t.same(different.slice(0, 2), [])
  const order = [...results].sort(
    (a, b) => b.wanted_percentage - a.wanted_percentage || ((a.id ?? '') < (b.id ?? '') ? -1 : 1),
  )
  t.same(
    results.map(({ id }) => id),
    order.map(({ id }) => id),
  )
  t.end()
})

t.test('a stallion with mares gives the same rows', (t) => {
  const some = candidates.slice(0, 8)
  const rows = (sex: string): readonly Row[] =>
    mates({ horse: { ...horse, sex }, candidates: some, wanted }).results
  t.same(rows('m'), rows('f'))
  t.end()
})

t.test('all of the wanted tokens may be demanded at once', (t) => {
  const both = ['cream-1', 'silver'].filter((token) =>
    foalsOf(horse, horse).some(({ tokens }) => tokens.includes(token)),
  )
  const [candidate] = candidates.slice(-1)
  const { results } = mates({ horse, candidates: [candidate], wanted: both, wanted_any: false })
  const foals = foalsOf(horse, candidate ?? {})
  const expected = percentageOf(
    foals,
    (foal) => !isLethal(foal) && both.every((token) => foal.tokens.includes(token)),
  )
  t.ok(expected > 0 && isNear(results[0]?.wanted_percentage ?? 0, expected))
  t.end()
})

t.test('health names what foals that are expected to live may have, as result explains each of them', (t) => {
  const parent: Animal = {
    base: horse.base ?? {},
    others: { lp: ['Lp', 'n'], silver: ['Z', 'n'], frame: ['O', 'n'] },
  }
  const { results } = mates({ horse: parent, candidates: [{ id: 'a', ...parent }], wanted: 'bay' })
  const expected = new Map<string, number>()
  for (const { genotype, percentage } of foalsOf(parent, parent)) {
    const { extension = [], agouti = [], ...others } = genotype
    const { body } = coats.result({ base: { extension, agouti }, others, explain: true }, 'en')
    for (const id of new Set(body.explain?.health.map((remark) => remark.id)))
      expected.set(id, (expected.get(id) ?? 0) + percentage)
  }
  const found = new Map(results[0]?.health?.map(({ id, percentage }) => [id, percentage]))
  t.ok(expected.size > 2)
  t.same([...found.keys()].sort(), [...expected.keys()].sort())
  t.same(
    [...expected].filter(([id, percentage]) => !isNear(found.get(id) ?? 0, percentage)),
    [],
  )
  t.end()
})

t.test('partly tested candidates get the percentages of generateChild', (t) => {
  const population = 'arabian-russia'
  const open = [
    { id: 'a', base: { extension: ['?', '?'], agouti: ['A', '?'] } },
    { id: 'b', base: { extension: ['E', '?'], agouti: ['A', 'a'] }, seen: { coat: 'bay', certain: true } },
    { id: 'c', base: { extension: ['e', 'e'], agouti: ['a', 'a'] } },
  ]
  const mare: Animal = { base: horse.base ?? {} }
  const { results, estimated } = mates({ horse: mare, candidates: open, wanted: 'Chestnut', population })
  t.equal(estimated, true)
  const different = open.filter(({ id, ...candidate }) => {
    const row = results.find((each) => each.id === id)
    const expected = percentageOf(
      foalsOf(mare, candidate, id === 'c' ? {} : { population }),
      ({ coat }) => coat === 'Chestnut',
    )
    return !isNear(row?.wanted_percentage ?? 0, expected)
  })
  t.same(different, [])
  t.end()
})

t.test('a herd gives every pair, and the assignment is the best of all', (t) => {
  const mares = candidates.filter((_, i) => i % 9 === 0)
  const stallions = candidates.filter((_, i) => i % 13 === 1)
  const {
    results,
    assignment: assigned = [],
    expected_wanted: sum,
  } = mates({ mares, stallions, wanted, max_per_stallion: 2 })
  t.equal(results.length, mares.length * stallions.length)
  const worthOf = (mare: number, stallion: number): number =>
    (results.find((row) => row.mare === mares[mare]?.id && row.stallion === stallions[stallion]?.id)
      ?.wanted_percentage ?? 0) / 100
  const best = bestSum(mares.length, stallions.length, 2, worthOf)
  t.ok(isNear(sum ?? 0, best), `${sum} and ${best}`)
  t.equal(new Set(assigned.map(({ mare }) => mare)).size, assigned.length)
  t.ok(stallions.every(({ id }) => assigned.filter(({ stallion }) => stallion === id).length <= 2))
  t.end()
})

/** The greatest sum of any assignment, by trying all. */
function bestSum(
  mares: number,
  stallions: number,
  most: number,
  worth: (m: number, s: number) => number,
): number {
  const left = Array.from({ length: stallions }, () => most)
  const search = (mare: number): number => {
    if (mare === mares) return 0
    let best = search(mare + 1)
    left.forEach((count, stallion) => {
      if (count === 0) return
      left[stallion] = count - 1
      best = Math.max(best, worth(mare, stallion) + search(mare + 1))
      left[stallion] = count
    })
    return best
  }
  return search(0)
}

t.test('assignments equal the best of all, with more or fewer mares than places', (t) => {
  let state = 7
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const different: unknown[] = []
  for (let round = 0; round < 60; round++) {
    const [mares, stallions, most] = [
      1 + Math.floor(random() * 6),
      1 + Math.floor(random() * 3),
      1 + Math.floor(random() * 3),
    ]
    const worth = Array.from({ length: mares }, () =>
      Array.from({ length: stallions }, () => Math.round(random() * 8) / 8),
    )
    const pairs = assignment(worth, most)
    const sum = pairs.reduce((all, [m, s]) => all + (worth[m]?.[s] ?? NaN), 0)
    const best = bestSum(mares, stallions, most, (m, s) => worth[m]?.[s] ?? 0)
    const counts = Array.from({ length: stallions }, (_, s) => pairs.filter((pair) => pair[1] === s).length)
    const isWhole = pairs.length === Math.min(mares, stallions * most)
    if (Math.abs(sum - best) > 1e-9 || counts.some((count) => count > most) || !isWhole)
      different.push({ worth, most, pairs })
  }
  t.same(different.slice(0, 1), [])
  t.end()
})

t.test('the ideal mate is every genotype that reaches the percentage', (t) => {
  const chestnut: Animal = { base: { extension: ['e', 'e'], agouti: ['A', 'A'] } }
  const { results } = mates({ horse: chestnut, wanted: 'Palomino', ideal: true, percentage: 50 })
  const texts = results.map(({ genotype = {}, wanted_percentage: percentage }) => [
    ...['extension', 'matp'].map((gene) => genotype[gene]?.join('/')),
    percentage,
  ])
  t.same(texts[0], ['e/e', 'Cr/Cr', 100])
  t.ok(
    texts.some(
      ([extension, matp, percentage]) => extension === 'E/e' && matp === 'Cr/Cr' && percentage === 50,
    ),
  )
  t.ok(
    texts.some(
      ([extension, matp, percentage]) => extension === 'e/e' && matp === 'Cr/n' && percentage === 50,
    ),
  )
  const wrong = results.filter(({ genotype: { matp = [], ...base } = {}, wanted_percentage: percentage }) => {
    const foals = foalsOf(chestnut, { base, others: { matp } })
    return (
      percentage < 50 ||
      !isNear(
        percentage,
        percentageOf(foals, ({ coat }) => coat === 'Palomino'),
      )
    )
  })
  t.same(wrong, [])
  t.end()
})

t.test('questions that cannot be answered are refused with their field', (t) => {
  const base = horse.base
  const one = { id: 'a', base }
  for (const [fields, code, field] of [
    [{ candidates: [one], wanted: 'bay' }, 'VALIDATION_MISSING_FIELD', 'horse'],
    [{ horse, wanted: 'bay' }, 'VALIDATION_MISSING_FIELD', 'candidates'],
    [{ horse, candidates: [one] }, 'VALIDATION_MISSING_FIELD', 'wanted'],
    [{ horse, candidates: [one, one], wanted: 'bay' }, 'VALIDATION_INVALID_FIELD', 'candidates.1.id'],
    [{ horse, candidates: [{ base }], wanted: 'bay' }, 'VALIDATION_MISSING_FIELD', 'candidates.0.id'],
    [
      { horse, candidates: [{ ...one, colour: 1 }], wanted: 'bay' },
      'VALIDATION_INVALID_FIELD',
      'candidates.0.colour',
    ],
    [{ horse, candidates: [one], wanted: 'plaid' }, 'VALIDATION_INVALID_FIELD', 'wanted'],
    [{ horse, candidates: [one], wanted: ['bay', 'plaid'] }, 'VALIDATION_INVALID_FIELD', 'wanted.1'],
    [{ horse, candidates: [one], wanted: 'bay', avoid: 'plaid' }, 'VALIDATION_INVALID_FIELD', 'avoid'],
    [{ horse, candidates: [one], mares: [one], wanted: 'bay' }, 'VALIDATION_INVALID_FIELD', 'horse'],
    [{ mares: [one], wanted: 'bay' }, 'VALIDATION_MISSING_FIELD', 'stallions'],
    [
      { horse, candidates: [{ id: 'b', base: { ...base, extension: ['?', '?'] } }], wanted: 'bay' },
      'VALIDATION_MISSING_FIELD',
      'population',
    ],
    [
      {
        horse,
        candidates: [{ id: 'b', base: { ...base, extension: ['?', '?'] } }],
        wanted: 'bay',
        population: 'none',
      },
      'VALIDATION_INVALID_FIELD',
      'population',
    ],
    [
      { horse, candidates: Array.from({ length: 501 }, (_, i) => ({ id: String(i), base })), wanted: 'bay' },
      'VALIDATION_INVALID_FIELD',
      'candidates',
    ],
    [
      { horse, candidates: [one], wanted: 'bay', max_per_candidate: 0 },
      'VALIDATION_INVALID_FIELD',
      'max_per_candidate',
    ],
    [{ horse, ideal: true, percentage: 101, wanted: 'bay' }, 'VALIDATION_INVALID_FIELD', 'percentage'],
  ] as const) {
    const error = refused(fields)
    t.same([error.code, error.details?.field], [code, field], JSON.stringify(fields).slice(0, 100))
  }
  t.end()
})

t.test('equal candidates are crossed once', (t) => {
  const operationsOf = (count: number): number =>
    mates({
      horse,
      candidates: Array.from({ length: count }, (_, i) => ({ id: String(i), ...horse })),
      wanted: 'bay',
    }).operations
  t.equal(operationsOf(500), operationsOf(1))
  t.end()
})

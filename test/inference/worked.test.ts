/**
 * Figures that were worked out by hand and by plain enumeration, from the counts of two loci in Arabian horses: 41 of 160
 * copies E, 144 of 160 A.
 */
import t, { type Test } from 'tap'
import type { Ruleset } from '../../src/operations/ruleset.js'
import { copyText } from '../../src/genetics/locus.js'
import { atLeastOne, fewestFoals } from '../../src/inference/foal-chances.js'
import type { CoatAnswer, LocusPosterior } from '../../src/inference/answer.js'
import { createInference } from '../../src/inference/create-inference.js'
import type { KnownHorse } from '../../src/inference/question.js'
import type { Ratio } from '../../src/model/population.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { horse, locusOf, populationOf, ratio, seen, tested, type Counts } from './questions.js'

const COUNTS: Counts = { extension: { E: 41, e: 119 }, agouti: { A: 144, a: 16 } }
const bay = seen({ exactly: ['bay'] })
const chestnut = seen({ has: ['chestnut'] })
const notChestnut = seen({ lacks: ['chestnut'] })

const ruleset = await shippedRuleset()
const inference = createInference(ruleset)
const arabian = populationOf(ruleset, COUNTS)

t.test('two bay horses of which nobody was tested', async (t) => {
  const study = inference.study({
    population: arabian,
    horses: [horse('mare', { seen: [bay] }), horse('sire', { seen: [bay] })],
  })
  sameShares(t, pairs(study.genotypes(0).run()), {
    'E/E': 14.6953,
    'E/e': 85.3047,
    'A/A': 81.8182,
    'A/a': 18.1818,
  })
  sameShares(t, coats(study.foal(0, 1).run()), { Bay: 81.132, Chestnut: 18.192, Black: 0.676 }, 3)
})

t.test('one frequency at a time at the end of its interval', async (t) => {
  const population = populationOf(ruleset, COUNTS, 'unstated', (best) => wilson(best, 160))
  const study = inference.study({
    population,
    horses: [horse('mare', { seen: [bay] }), horse('sire', { seen: [bay] })],
  })
  const rows = [...study.foal(0, 1, { sensitivity: true }).run().list()]
  const bandOf = (name: string): readonly string[] => {
    const row = rows.find(({ coat }) => nameOf(ruleset, coat) === name)
    return [row?.interval?.low ?? 0, row?.interval?.high ?? 0].map((share) => (100 * share).toPrecision(4))
  }
  t.same(bandOf('Chestnut'), ['16.12', '19.89'])
  t.same(bandOf('Black'), ['0.2830', '1.494'])
  const black = rows.find(({ coat }) => nameOf(ruleset, coat) === 'Black')
  t.equal(black?.mostSensitiveTo?.locus, locusOf(ruleset, 'agouti').index)
})

t.test('without a population there are exact bounds', async (t) => {
  const open = tested(ruleset, { extension: ['?', '?'], agouti: ['?', '?'] })
  const study = inference.study({
    population: undefined,
    horses: [horse('mare', { seen: [bay], tests: open }), horse('sire', { seen: [bay], tests: open })],
  })
  const rows = study
    .foalBounds(0, 1)
    .run()
    .rows.map(({ coat, least, greatest }) => [nameOf(ruleset, coat), ...[least, greatest].map(percent)])
  t.same(rows, [
    ['Bay', 56.25, 100],
    ['Chestnut', 0, 25],
    ['Black', 0, 25],
  ])
  t.same(
    study
      .coatBounds(0)
      .run()
      .rows.map(({ coat, least, greatest }) => [nameOf(ruleset, coat), percent(least), percent(greatest)]),
    [['Bay', 100, 100]],
  )
})

t.test('relatives', async (t) => {
  const withDam = inference.study({
    population: arabian,
    horses: [horse('dam', { seen: [chestnut] }), horse('mare', { mother: 0, seen: [bay] })],
  })
  const [shares] = withDam.genotypes(1, [locusOf(ruleset, 'extension').index]).run()
  t.same(shares?.certain, [[0], [1]], 'the foal of a chestnut that is bay is E/e for certain')
  for (const [foals, share] of [
    [1, 25.625],
    [2, 40.796],
    [3, 57.951],
    [5, 84.645],
  ] as const) {
    const horses: KnownHorse[] = [horse('mare', { seen: [bay] })]
    for (let i = 0; i < foals; i++) {
      const father = horses.push(horse(`sire ${i}`, { seen: [chestnut] })) - 1
      horses.push(horse(`foal ${i}`, { mother: 0, father, seen: [notChestnut] }))
    }
    const found = pairs(inference.study({ population: arabian, horses }).genotypes(0).run())
    t.equal(found.get('E/E')?.toFixed(3), share.toFixed(3), `${foals} foals that are no chestnuts`)
  }
})

t.test('foals tell the phase of their mother, and with it the next foal', async (t) => {
  const population = populationOf(ruleset, { ...COUNTS, kit: { Rn: 1, n: 9 } })
  for (const [foals, coupling, next] of [
    [0, 50, 25],
    [1, 90, 41],
    [2, 98.7805, 44.5122],
    [3, 99.863, 44.9452],
  ] as const) {
    const horses: KnownHorse[] = [
      horse('mare', {
        tests: tested(ruleset, { extension: ['E', 'e'], agouti: ['A', 'A'], kit: ['Rn', 'n'] }),
      }),
      horse('sire', {
        tests: tested(ruleset, { extension: ['e', 'e'], agouti: ['A', 'A'], kit: ['n', 'n'] }),
      }),
    ]
    for (let i = 0; i < foals; i++) {
      const tests = tested(ruleset, { extension: ['E', 'e'], kit: ['Rn', 'n'] })
      horses.push(horse(`foal ${i}`, { mother: 0, father: 1, tests }))
    }
    const study = inference.study({ population, horses })
    const [phase] = study.phase(0).run()
    const together = phase?.phases.find(
      ({ copies: [one] }) => one[0]?.[0] === 0 && one[1]?.[0] !== locusOf(ruleset, 'kit').wildType,
    )
    t.equal(
      (100 * (together?.probability ?? 0)).toFixed(4),
      coupling.toFixed(4),
      `phase after ${foals} foals`,
    )
    t.equal(coats(study.foal(0, 1).run()).get('Bay roan')?.toFixed(4), next.toFixed(4), `foal after ${foals}`)
  }
})

t.test('several foals share what is not known of their parents', async (t) => {
  const carrier = inference.study({
    population: populationOf(ruleset, { extension: { e: 1 }, agouti: { A: 1 }, matp: { Cr: 3, n: 17 } }),
    horses: [
      horse('mare', { tests: tested(ruleset, { matp: ['?', 'n'] }) }),
      horse('sire', { tests: tested(ruleset, { matp: ['n', 'n'] }) }),
    ],
  })
  // A copy of hers is n; the other is Cr in 2·3·17 of 2·3·17 + 17·17.
  const p = 6 / 23
  const wanted = seen({ has: ['cream/1'] }).coats
  close(t, atLeastOne(carrier.severalFoals(0, 1, wanted).run(), 3), p * (1 - 1 / 8))
  t.equal(fewestFoals(carrier.severalFoals(0, 1, wanted).run(), 0.9), undefined, 'no number is enough')
  const both = tested(ruleset, { extension: ['e', 'e'], agouti: ['A', 'A'], matp: ['Cr', 'n'] })
  const known = inference.study({
    population: arabian,
    horses: [horse('mare', { tests: both }), horse('sire', { tests: both })],
  })
  const cremello = seen({ has: ['cream/2'] }).coats
  close(t, atLeastOne(known.severalFoals(0, 1, cremello).run(), 3), 0.578125)
  t.equal(fewestFoals(known.severalFoals(0, 1, cremello).run(), 0.9), 9)
})

function close(t: Test, own: number, expected: number): void {
  t.ok(Math.abs(own - expected) < 1e-12, `${own}, expected ${expected}`)
}

function nameOf({ nameOf }: Ruleset, coat: Parameters<Ruleset['nameOf']>[0]): string {
  return nameOf(coat, 'en')
}

function percent({ numerator, denominator }: Ratio): number {
  return (100 * Number(numerator)) / Number(denominator)
}

function pairs(all: readonly LocusPosterior[]): ReadonlyMap<string, number> {
  return new Map(
    all.flatMap(({ locus, pairs }) =>
      pairs.map(({ pair, probability }) => {
        const own = ruleset.model.loci[locus]
        return [
          pair.map((copy) => (own === undefined ? '' : copyText(own, copy))).join('/'),
          100 * probability,
        ]
      }),
    ),
  )
}

function coats(answer: CoatAnswer): ReadonlyMap<string, number> {
  return new Map(
    [...answer.list()].map(({ coat, probability }) => [nameOf(ruleset, coat), 100 * probability]),
  )
}

function sameShares(
  t: Test,
  own: ReadonlyMap<string, number>,
  expected: Readonly<Record<string, number>>,
  digits = 4,
): void {
  t.same([...own.keys()].sort(), Object.keys(expected).sort())
  for (const [key, share] of Object.entries(expected))
    t.equal(own.get(key)?.toFixed(digits), share.toFixed(digits), key)
}

/** Wilson's interval of a share counted on so many. */
function wilson({ numerator, denominator }: Ratio, n: number): readonly [Ratio, Ratio] {
  const z = 1.959963984540054
  const p = Number(numerator) / Number(denominator)
  const middle = p + z ** 2 / (2 * n)
  const half = z * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n * n))
  const [low, high] = [middle - half, middle + half].map((end) =>
    ratio(Math.round((end / (1 + z ** 2 / n)) * 1e12), 1e12),
  )
  return [low ?? ratio(0, 1), high ?? ratio(1, 1)]
}

t.test('a percentage that is reached exactly takes no further foal', (t) => {
  for (const [foal, probability, foals] of [
    [0.25, 0.25, 1],
    [0.45, 0.45, 1],
    [0.7, 0.91, 2],
    [0.9, 0.999, 3],
  ] as const)
    t.equal(fewestFoals([{ foal, parents: 1 }], probability), foals, `${foal} ${probability}`)
  t.equal(fewestFoals([{ foal: 1, parents: 1 }], 1 - 1e-15), 1)
  t.end()
})

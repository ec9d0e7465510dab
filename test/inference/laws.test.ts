/**
 * What must hold of every question, whatever its answer is.
 */
import t, { type Test } from 'tap'
import { percentOf } from '../../src/genetics/probability.js'
import type { CoatAnswer, LocusPosterior } from '../../src/inference/answer.js'
import { createInference } from '../../src/inference/create-inference.js'
import { locusPairs } from '../../src/inference/answers/genotypes.js'
import { createReadFacts } from '../../src/inference/facts/facts.js'
import { DOUBLE } from '../../src/inference/network/numbers.js'
import { posteriorOf } from '../../src/inference/posterior/posterior.js'
import type { KnownHorse, Question } from '../../src/inference/question.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { coatsIn } from './compare.js'
import { FIFTEEN, horse, locusOf, populationOf, seen, tested } from './questions.js'
import { randomNumbers, randomQuestion } from './random-questions.js'
import { RATIONAL } from './rationals.js'
import { SCENES } from './scenes.js'

const ruleset = await shippedRuleset()
const inference = createInference(ruleset)
const population = populationOf(ruleset, {
  extension: { E: 41, e: 119 },
  agouti: { A: 144, a: 16 },
  kit: { To: 1, Rn: 1, n: 8 },
  frame: { O: 1, n: 9 },
})
const bay = seen({ exactly: ['bay'] })

const family: readonly KnownHorse[] = [
  horse('dam', { sex: 'female', seen: [bay] }),
  horse('sire', { sex: 'male', tests: tested(ruleset, { extension: ['E', '?'], kit: ['Rn', 'n'] }) }),
  horse('mare', { sex: 'female', mother: 0, father: 1, seen: [seen({ has: ['bay', 'roan'] })] }),
  // Sire × daughter.
  horse('foal', { mother: 2, father: 1, seen: [seen({ has: ['chestnut'] })] }),
]

function everything(question: Question, of: number, father: number): readonly ReadonlyMap<string, number>[] {
  const study = inference.study(question)
  return [
    sharesIn(study.genotypes(of).run()),
    coatsIn(study.foal(of, father).run()),
    coatsIn(study.coatsOf(of).run()),
  ]
}

function sharesIn(all: readonly LocusPosterior[]): ReadonlyMap<string, number> {
  return new Map(
    all.flatMap(({ locus, pairs }) =>
      pairs.map(({ pair, probability }) => [`${locus} ${pair.join(' ')}`, probability]),
    ),
  )
}

function same(
  t: Test,
  own: readonly ReadonlyMap<string, number>[],
  other: readonly ReadonlyMap<string, number>[],
): void {
  own.forEach((shares, i) => {
    t.same([...shares.keys()].sort(), [...(other[i]?.keys() ?? [])].sort())
    for (const [key, share] of shares) t.ok(Math.abs(share - (other[i]?.get(key) ?? 0)) < 1e-12, key)
  })
}

const before = everything({ population, horses: family }, 2, 1)

t.test('a fact that others imply changes nothing', async (t) => {
  const implied = {
    ...family[2],
    seen: [...(family[2]?.seen ?? []), seen({ lacks: ['chestnut'] })],
  } as KnownHorse
  same(t, everything({ population, horses: family.with(2, implied) }, 2, 1), before)
})

t.test('the order of horses and their ids do not matter', async (t) => {
  const order = [3, 2, 1, 0]
  const horses = order.map((from, to) => {
    const each = family[from] as KnownHorse
    const place = (parent: number | undefined): number | undefined =>
      parent === undefined ? undefined : order.indexOf(parent)
    return { ...each, id: `x${to}`, mother: place(each.mother), father: place(each.father) }
  })
  same(t, everything({ population, horses }, 1, 2), before)
})

t.test('a horse that is no relative changes nothing', async (t) => {
  same(t, everything({ population, horses: [...family, horse('other', { seen: [bay] })] }, 2, 1), before)
})

t.test('frequencies that come close to each other give posteriors that do', async (t) => {
  const near = (counts: number): readonly ReadonlyMap<string, number>[] =>
    everything(
      {
        population: populationOf(ruleset, {
          extension: { E: counts, e: 3 * counts + 1 },
          agouti: { A: 9, a: 1 },
          kit: { Rn: 1, n: 9 },
        }),
        horses: family,
      },
      0,
      1,
    )
  const [coarse, fine, finest] = [10, 1000, 100_000].map((counts) => near(counts)[0])
  const off = (some: ReadonlyMap<string, number> | undefined): number =>
    Math.max(...[...(finest ?? [])].map(([key, share]) => Math.abs(share - (some?.get(key) ?? 0))))
  t.ok(off(fine) < off(coarse) / 10)
})

t.test('doubles are as good as exact fractions', async (t) => {
  const readFacts = createReadFacts(ruleset, Infinity)
  let compared = 0
  for (let i = 0; i < 45; i++) {
    const [scene, horses] = SCENES[i % SCENES.length] ?? [{}, 1]
    const { question, open } = randomQuestion(ruleset, scene, horses, randomNumbers(500 + i))
    const { evidence } = readFacts(question)
    if (evidence.possible.isEmpty) continue
    const posterior = posteriorOf(evidence)
    const exact = posterior
      .total(RATIONAL)
      .map(({ plan }) => plan(Infinity).run().value)
      .reduce(RATIONAL.times, RATIONAL.one)
    const own = posterior.total(DOUBLE).map(({ plan }) => plan(Infinity).run())
    const [value, log10] = own.reduce(([v, l], each) => [v * each.value, l + each.log10] as const, [1, 0])
    const total = Number(exact.numerator) / Number(exact.denominator)
    t.ok(Math.abs(value * 10 ** log10 - total) <= 1e-12 * total, `evidence of question ${i}`)
    if (total === 0) continue
    for (const locus of open) {
      const own = locusPairs(DOUBLE, posterior, 0, locus).plan(Infinity).run()
      const theirs = locusPairs(RATIONAL, posterior, 0, locus).plan(Infinity).run()
      const sum = own.reduce((all, { weight }) => all + weight, 0)
      const exactSum = theirs.map(({ weight }) => weight).reduce(RATIONAL.plus, RATIONAL.zero)
      own.forEach(({ weight }, p) => {
        const { numerator, denominator } = theirs[p]?.weight ?? RATIONAL.zero
        const share = Number(numerator * exactSum.denominator) / Number(denominator * exactSum.numerator)
        t.ok(Math.abs(weight / sum - share) < 1e-12, `question ${i} at locus ${locus}`)
        compared += 1
      })
    }
  }
  t.ok(compared > 50)
})

t.test('two parents that are fully tested have the foals of a plain cross, digit for digit', async (t) => {
  const mare = { extension: ['E', 'e'], agouti: ['A', 'a'], kit: ['Rn', 'n'], frame: ['O', 'n'] } as const
  const sire = { extension: ['E', 'e'], agouti: ['A', 'a'], kit: ['To', 'n'], frame: ['O', 'n'] } as const
  const study = inference.study({
    population,
    horses: [
      horse('mare', { tests: tested(ruleset, mare) }),
      horse('sire', { tests: tested(ruleset, sire) }),
    ],
  })
  const answer = study.foal(0, 1).run()
  const cross = ruleset.offspring.cross(parent(mare), parent(sire))
  const plain = [...ruleset.offspring.coats([cross]).list()].map(({ coat, weights }) => [
    coat.key,
    percentOf(weights[0] ?? 0n, cross.total),
  ])
  t.same(
    [...answer.list()].map(({ coat, exact }) => [
      coat.key,
      percentOf(exact?.weight ?? 0n, exact?.total ?? 1n),
    ]),
    plain,
  )
  t.ok(Math.abs(answer.lethal - percentOf(ruleset.offspring.safety(cross).lethal, cross.total) / 100) < 1e-15)
  estimatedAgrees(t, answer, mare, sire)
})

/** The same parents with a foal of no consequence, which takes the way of doubles. */
function estimatedAgrees(t: Test, exact: CoatAnswer, mare: Tests, sire: Tests): void {
  const study = inference.study({
    population,
    horses: [
      horse('mare', { tests: tested(ruleset, mare) }),
      horse('sire', { tests: tested(ruleset, sire) }),
      horse('foal', { mother: 0 }),
    ],
  })
  const estimated = study.foal(0, 1).run()
  same(t, [coatsIn(estimated)], [coatsIn(exact)])
  t.same(
    [...estimated.list()].map(({ genotype }) => genotype.map(({ text }) => text)),
    [...exact.list()].map(({ genotype }) => genotype.map(({ text }) => text)),
    'in the same order, with the same most probable genotypes',
  )
  t.ok(Math.abs(estimated.lethal - exact.lethal) < 1e-12)
}

type Tests = Readonly<Record<string, readonly [string, string]>>

function parent(tests: Tests): Parameters<typeof ruleset.offspring.cross>[0] {
  const genotype = ruleset.model.loci.map((locus) => {
    const texts = tests[locus.key]
    if (texts === undefined) return ruleset.genotypes.wildType(locus)
    const pair = texts.map((text) => [locus.alleles.indexOf(text)]).sort(([a = 0], [b = 0]) => a - b)
    return ruleset.genotypes.of(locus, [[pair[0] ?? [], pair[1] ?? []]])
  })
  return { genotype, together: new Map() }
}

t.test('facts that contradict each other are told, and no others', async (t) => {
  const study = inference.study({
    population,
    horses: [
      horse('dam', { seen: [seen({ has: ['chestnut'] })] }),
      horse('sire', { tests: tested(ruleset, { extension: ['e', 'e'], agouti: ['A', 'a'] }) }),
      horse('foal', { mother: 0, father: 1, seen: [bay] }),
      horse('other', { seen: [bay] }),
    ],
  })
  const { contradiction } = study.evidence().run()
  t.same(contradiction?.animals, [0, 1, 2])
  t.equal(contradiction?.locus, locusOf(ruleset, 'extension').index)
  t.same(
    contradiction?.facts.map(({ kind }) => kind),
    ['seen', 'test', 'seen'],
  )
  t.equal(contradiction?.population, false)
})

t.test('a contradiction says whether all of its facts are needed for it', async (t) => {
  const question = {
    population,
    horses: [
      horse('dam', { seen: [seen({ has: ['chestnut'] })] }),
      horse('foal', { mother: 0, seen: [bay], tests: tested(ruleset, { extension: ['E', 'E'] }) }),
    ],
  }
  const told = inference.study(question).contradiction()
  t.same([told?.isMinimal, told?.facts.length], [true, 2])
  const hurried = createInference(ruleset, 1).study(question).contradiction()
  t.same([hurried?.isMinimal, hurried?.facts.length], [false, 5], 'lives among them')
})

t.test('a copy that the population does not know', async (t) => {
  const without = populationOf(ruleset, { extension: { E: 1 }, agouti: { A: 1 } })
  const told = inference.study({
    population: without,
    horses: [horse('mare', { tests: tested(ruleset, { extension: ['e', 'e'] }) })],
  })
  const evidence = told.evidence().run()
  t.equal(evidence.contradiction, undefined, 'is no contradiction where the facts settle the pair')
  t.same(evidence.unheardOf, [{ animal: 0, locus: locusOf(ruleset, 'extension').index, copies: [[1], [1]] }])
  const open = {
    population: without,
    horses: [horse('mare', { tests: tested(ruleset, { extension: ['e', '?'] }) })],
  }
  t.equal(
    inference.study(open).evidence().run().contradiction?.population,
    true,
    'and is one where they do not',
  )
  const hurried = createInference(ruleset, 1).study(open).contradiction()
  t.equal(hurried?.population, undefined, 'for which the population is not blamed before it is found out')
})

t.test('what nobody states is a fault, not a guess', async (t) => {
  const study = inference.study({
    population,
    horses: [horse('mare', { tests: tested(ruleset, { matp: ['Cr', '?'] }) })],
  })
  t.same(study.fault, { locus: locusOf(ruleset, 'matp').index, animals: [0] })
})

t.test('a pedigree of fifteen with loops and twelve haplotypes is worked out in a second', async (t) => {
  const many = populationOf(ruleset, {
    extension: { E: 4, e: 6 },
    agouti: { A: 9, a: 1 },
    kit: { To: 1, Rn: 1, DW20: 1, n: 7 },
  })
  const horses = FIFTEEN.map(([mother, father], i) => {
    const isMother = FIFTEEN.some(([other]) => other === i)
    return horse(`h${i}`, {
      mother,
      father,
      ...(i > 10 ? { seen: [seen({ lacks: ['chestnut'] })] } : {}),
      sex: isMother ? 'female' : undefined,
    })
  })
  const study = inference.study({ population: many, horses: unsexed(horses) })
  t.equal(study.fault, undefined)
  const started = performance.now()
  const evidence = study.evidence().plan(Infinity)
  evidence.run()
  const phase = study.phase(14).plan(Infinity)
  phase.run()
  t.comment(
    `${Math.round(performance.now() - started)} ms, ${evidence.operations} and ${phase.operations} operations`,
  )
  t.ok(evidence.operations < 2e7)
})

/** Whose sex follows from their foals. */
function unsexed(horses: readonly KnownHorse[]): readonly KnownHorse[] {
  return horses.map((each) => ({ ...each, sex: undefined }))
}

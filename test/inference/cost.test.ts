/**
 * What a question costs is known before any of it is worked out: the count is held against the products that are then
 * multiplied and the rows that are made, over random questions and heavy ones.
 */
import t from 'tap'
import { createReadFacts } from '../../src/inference/facts/facts.js'
import { createInference } from '../../src/inference/create-inference.js'
import { locusPairs } from '../../src/inference/answers/genotypes.js'
import { DOUBLE, type Numbers } from '../../src/inference/network/numbers.js'
import { posteriorOf, type Posterior } from '../../src/inference/posterior/posterior.js'
import type { Work } from '../../src/inference/planning/planning.js'
import type { KnownHorse } from '../../src/inference/question.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { horse, populationOf, seen, tested } from './questions.js'
import { randomNumbers, randomQuestion } from './random-questions.js'
import { SCENES } from './scenes.js'

const ruleset = await shippedRuleset()
const readFacts = createReadFacts(ruleset, Infinity)

/** Products as they are planned, and as they are multiplied. */
function productsOf(posterior: Posterior, locus: number | undefined): { planned: number; done: number } {
  let done = 0
  const counting: Numbers<number> = {
    ...DOUBLE,
    times: (a, b) => {
      done += 1
      return a * b
    },
  }
  let planned = 0
  const works =
    locus === undefined
      ? posterior.total(counting)
      : [locusPairs(counting, posterior, posterior.evidence.reading.animals.length - 1, locus)]
  for (const { plan } of works) {
    const work = plan(Infinity)
    planned += work.products + work.factorRows
    work.run()
  }
  return { planned, done }
}

t.test('the products of random questions are counted beforehand, within a factor of three', async (t) => {
  let [compared, planned, done] = [0, 0, 0]
  for (let i = 0; i < 150; i++) {
    const [scene] = SCENES[i % SCENES.length] ?? [{}]
    const { question, open } = randomQuestion(ruleset, scene, 8, randomNumbers(40_000 + i))
    const { evidence } = readFacts(question)
    if (evidence.possible.isEmpty) continue
    for (const locus of [undefined, open[0]]) {
      const own = productsOf(posteriorOf(evidence), locus)
      planned += own.planned
      done += own.done
      if (own.done < 400) continue
      compared += 1
      t.ok(own.done <= 3 * own.planned, `question ${i}: ${own.done} of ${own.planned}`)
      t.ok(own.planned <= 3 * own.done, `question ${i}: ${own.planned} for ${own.done}`)
    }
  }
  t.comment(`${compared} of more than four hundred products; ${planned} planned, ${done} done`)
  t.ok(compared > 20)
})

const population = populationOf(ruleset, {
  extension: { E: 4, e: 6 },
  agouti: { A: 9, a: 1 },
  kit: { To: 1, Rn: 1, DW20: 1, n: 7 },
})
const notChestnut = seen({ lacks: ['chestnut'] })

/** Each is a foal of the two before it. */
function looped(count: number): readonly KnownHorse[] {
  return Array.from({ length: count }, (_, i) => {
    const [one, other] = [i - 1, i - 2]
    return horse(`h${i}`, {
      sex: i % 2 === 0 ? 'female' : 'male',
      mother: i < 2 ? undefined : i % 2 === 0 ? other : one,
      father: i < 2 ? undefined : i % 2 === 0 ? one : other,
      seen: i % 3 === 0 ? [notChestnut] : [],
    })
  })
}

/** Foals of one pair. */
function siblings(count: number): readonly KnownHorse[] {
  const foal = { mother: 0, father: 1, seen: [notChestnut] }
  return [
    horse('dam', { sex: 'female' }),
    horse('sire', { sex: 'male' }),
    ...Array.from({ length: count }, (_, i) => horse(`f${i}`, foal)),
  ]
}

t.test('so are those of heavy ones', async (t) => {
  const linked = { extension: ['E', 'e'], kit: ['Rn', 'n'] } as const
  for (const [name, horses] of [
    ['founders', Array.from({ length: 60 }, (_, i) => horse(`h${i}`, { seen: [notChestnut] }))],
    ['loops', looped(15)],
    ['many loops', looped(30)],
    ['siblings', siblings(30)],
    ['linked siblings', siblings(20).map((each) => ({ ...each, tests: tested(ruleset, linked) }))],
  ] as const) {
    const { evidence } = readFacts({ population, horses })
    for (const locus of [undefined, 1]) {
      const { planned, done } = productsOf(posteriorOf(evidence), locus)
      t.ok(done <= 3 * planned && planned <= 3 * done, `${name}: ${planned} planned, ${done} done`)
    }
  }
})

t.test('what an answer takes at least is never more than what it takes', async (t) => {
  const inference = createInference(ruleset)
  let told = 0
  for (let i = 0; i < 90; i++) {
    const [scene] = SCENES[i % SCENES.length] ?? [{}]
    const { question } = randomQuestion(ruleset, scene, 4, randomNumbers(60_000 + i))
    const { horses, population: known } = question
    const studies = [undefined, known].map((population) => inference.study({ horses, population }))
    for (const [s, study] of studies.entries()) {
      if (study.contradiction() !== undefined) continue
      const [dam, sire] = [0, horses.length - 1]
      const works: Work<unknown>[] = [
        study.coatBounds(dam),
        study.foalBounds(dam, sire),
        study.foalBounds(sire, dam),
      ]
      // What needs figures that nobody states cannot be asked; bounds can.
      if (study.fault === undefined) works.push(study.phase(dam), study.coatsOf(dam), study.foal(dam, sire))
      for (const [w, { least, plan }] of works.entries()) {
        const { operations } = plan(Infinity)
        if (least > 0) told += 1
        if (least > operations) t.fail(`question ${i}, ${s}, ${w}: ${least} of ${operations}`)
      }
    }
  }
  t.ok(told > 300, `${told} told something`)
})

t.test('planning ends where a question is refused, however entangled it is', async (t) => {
  const most = 1_000_000
  const inference = createInference(ruleset, most)
  const all = Object.fromEntries(
    ruleset.model.loci
      .filter(({ noCopy }) => noCopy === null)
      .map(({ key, alleles }) => [key, Object.fromEntries(alleles.slice(0, 6).map((allele) => [allele, 1]))]),
  )
  const random = randomNumbers(7)
  const horses = Array.from({ length: 60 }, (_, i): KnownHorse => {
    const earlier = (sex: number): number | undefined =>
      i < 8 ? undefined : Math.floor((random() * (i - 1)) / 2) * 2 + sex
    return horse(`h${i}`, {
      sex: i % 2 === 0 ? 'female' : 'male',
      mother: earlier(0),
      father: earlier(1),
    })
  })
  const study = inference.study({ population: populationOf(ruleset, all), horses })
  const asks = Array.from({ length: 30 }, (_, i) => [
    (left: number) => study.foal(0, 2 * i + 1, {}, left),
    (left: number) => study.phase(i, left),
  ]).flat()
  let left = most
  const works = asks.map((ask): Work<unknown> => {
    const work = ask(left)
    left -= work.least
    return work
  })
  const planned = works.map(({ least, plan }) => {
    const { operations } = plan(left + least)
    left -= operations - least
    return operations
  })
  t.ok(planned.reduce((sum, operations) => sum + operations, 0) > most)
})

t.test('a plan that may take less is planned no further, and never says that it takes less', (t) => {
  const [scene] = SCENES[0] ?? [{}]
  const { question } = randomQuestion(ruleset, scene, 4, randomNumbers(50_000))
  const bounds = createInference(ruleset).study(question).coatBounds(0)
  const whole = bounds.plan(Infinity).operations
  t.ok(bounds.plan(1).operations <= whole, 'planned no further')
  t.ok(bounds.plan(1).operations > 1, 'and more than it may take')
  t.throws(() => bounds.plan(1).run(), 'such a plan is never run')
  t.equal(bounds.plan(whole).operations, whole, 'asking for less first changes nothing')
  t.end()
})

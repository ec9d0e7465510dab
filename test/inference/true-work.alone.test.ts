/**
 * The operations that an answer says it will take are held against what is done for it, whatever kind of answer it is.
 */
import t from 'tap'
import type { CoatAnswer } from '../../src/inference/answer.js'
import { workOf, type Work } from '../../src/inference/planning/planning.js'
import type { Study } from '../../src/inference/create-inference.js'
import { createInference } from '../../src/inference/create-inference.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { seen } from './questions.js'
import { randomNumbers, randomQuestion } from './random-questions.js'
import { SCENES } from './scenes.js'
import { createSteps } from './steps.js'

// Before anything else runs: of code that ran already V8 counts only how often it is called.
const steps = await createSteps()
const ruleset = await shippedRuleset()
const MOST = 100_000
const inference = createInference(ruleset, MOST)
/** So many steps are one operation. */
const STEPS = 10
/** Below this the steps that every answer takes weigh more than what is asked. */
const LEAST = 20_000

const wide = [
  { extension: ['E', 'e'], kit: ['Rn', 'To', 'DW20', 'n'], matp: ['Cr', 'Prl', 'n'], grey: ['G', 'n'] },
  { extension: ['E', 'e'], kit: ['Rn', 'To', 'DW1', 'n'], patn1: ['PATN1', 'n'] },
  { mitf: ['SW1', 'SW3', 'n'], pax3: ['SW2', 'n'], extension: ['E', 'e'], kit: ['To', 'Rn', 'n'] },
  {
    agouti: ['A', 'a'],
    extension: ['E', 'e'],
    matp: ['Cr', 'Prl', 'n'],
    silver: ['Z', 'n'],
    dun: ['D', 'nd2'],
  },
]
const scenes = [...SCENES.map(([scene]) => scene), ...wide, ...wide]
const banded = { sensitivity: true }
const chestnut = seen({ has: ['chestnut'] }).coats

/** Of a mother and a father. */
const WITH_POPULATION: Readonly<Record<string, (study: Study, dam: number, sire: number) => Work<unknown>>> =
  {
    phase: (study, dam) => study.phase(dam),
    'a coat with bands': (study, dam) => listed(study.coatsOf(dam, banded)),
    'foals with bands': (study, dam, sire) => listed(study.foal(dam, sire, banded)),
    'several foals': (study, dam, sire) => study.severalFoals(dam, sire, chestnut),
  }
const WITHOUT: typeof WITH_POPULATION = {
  'bounds of a coat': (study, dam) => study.coatBounds(dam),
  'bounds of foals': (study, dam, sire) => study.foalBounds(dam, sire),
}

/** Bounds of a coat are announced for every coat that an open gene can give, though what was seen leaves few of them. */
const MOST_TIMES: Readonly<Record<string, number>> = { 'bounds of a coat': 20 }

/** With all its rows. */
function listed(work: Work<CoatAnswer>): Work<unknown> {
  return workOf({
    least: work.least,
    plan: (left) => {
      const { operations, run } = work.plan(left)
      return { operations, run: () => [...run().list()].map(({ genotype }) => genotype) }
    },
  })
}

t.test(
  'never less than a third of the work is announced, and never ten times as much, of bounds of a coat twenty',
  async (t) => {
    if (steps === undefined) {
      t.comment('coverage is being measured, which counts the same blocks')
      return
    }
    const compared = new Map<string, number>()
    for (let i = 0; i < 54; i++) {
      const { question } = randomQuestion(
        ruleset,
        scenes[i % scenes.length] ?? {},
        7,
        randomNumbers(70_000 + i),
      )
      const sexes = question.horses.map(({ sex }) => sex)
      const [dam, sire] = [sexes.indexOf('female'), sexes.indexOf('male')]
      if (dam < 0 || sire < 0) continue
      for (const [own, kinds] of [
        [question, WITH_POPULATION],
        [{ ...question, population: undefined }, WITHOUT],
      ] as const) {
        for (const [kind, ask] of Object.entries(kinds)) {
          const study = inference.study(own)
          if (study.contradiction() !== undefined) continue
          const { operations, run } = ask(study, dam, sire).plan(MOST)
          if (operations > MOST) continue
          // What is remembered between questions is made before.
          run()
          const done = (await steps.of(run)) / STEPS
          if (done * STEPS < LEAST) continue
          compared.set(kind, (compared.get(kind) ?? 0) + 1)
          t.ok(done <= 3 * operations, `question ${i}, ${kind}: ${operations} for ${done}`)
          t.ok(
            operations <= (MOST_TIMES[kind] ?? 10) * done,
            `question ${i}, ${kind}: ${operations} for no more than ${done}`,
          )
        }
      }
    }
    await steps.end()
    const all = Object.keys({ ...WITH_POPULATION, ...WITHOUT })
    t.same(
      all.filter((kind) => !compared.has(kind)),
      [],
      'each kind of answer was compared',
    )
    t.comment([...compared].map(([kind, count]) => `${kind}: ${count}`).join(', '))
  },
)

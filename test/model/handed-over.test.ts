/**
 * A model is plain data: copied from one thread to another it is the same model, and answers the same.
 */
import { once } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import { MessageChannel } from 'node:worker_threads'
import t from 'tap'
import { createRuleset, type Ruleset } from '../../src/operations/ruleset.js'
import { inGroups, inWords, openRules, ROOT } from '../phenotypes/shipped.js'
import { randomHorse, seeded } from '../phenotypes/random-horse.js'
import { answerOffspring, answerResult } from '../support/exact-answers.js'

const HORSES = 300
const CROSSES = 5

/** The ruleset as another thread would have it: nothing is shared with the one given. */
async function handedOver(ruleset: Ruleset): Promise<Ruleset> {
  const { port1, port2 } = new MessageChannel()
  const arrival = once(port2, 'message') as Promise<[Pick<Ruleset, 'model' | 'lexicons'>]>
  port1.postMessage({ model: ruleset.model, lexicons: ruleset.lexicons })
  const [{ model, lexicons }] = await arrival
  port1.close()
  return createRuleset(model, lexicons, ruleset.maxResults)
}

for (const [animal, folder] of [
  ['the shipped rules', ROOT],
  ['an invented animal', new URL('test/fixtures/lanternfish/', ROOT)],
] as const) {
  t.test(`${animal}: the model handed over is the one compiled, and answers as it does`, async (t) => {
    const ruleset = await openRules(folder)
    const copy = await handedOver(ruleset)
    t.equal(copy.version, ruleset.version)
    for (const part of ['tables', 'groups', 'loci'] as const)
      t.ok(isDeepStrictEqual(copy.model[part], ruleset.model[part]), `its ${part}`)
    t.not(copy.model.tables[0], ruleset.model.tables[0], 'it is a copy')
    for (const [index, table] of copy.model.tables.entries()) {
      const rules = copy.model.source.tables[index]?.rules ?? []
      const strangers = table.outcomes.flatMap(({ fired }) => fired.filter((rule) => !rules.includes(rule)))
      t.strictSame(strangers, [], `${table.name}: rules that fired are the rules of the tables, not copies`)
    }

    const random = seeded(20261121)
    const horses = Array.from({ length: HORSES }, () => randomHorse(ruleset.model.source, random))
    const [language = ''] = ruleset.languages
    for (const horse of horses) {
      const fields = { ...inGroups(ruleset, horse), explain: 'true' }
      const of = (each: Ruleset): unknown => answerResult(each, fields, language).body
      if (!isDeepStrictEqual(of(copy), of(ruleset))) t.strictSame(of(copy), of(ruleset), inWords(horse))
    }
    for (let i = 0; i < CROSSES; i++) {
      const [mother, father] = horses.slice(2 * i).map((horse) => inGroups(ruleset, horse))
      const fields = { mother, father, limit: '20', recombination_band: 'true' }
      const of = (each: Ruleset): unknown => answerOffspring(each, fields, language).body
      t.strictSame(of(copy), of(ruleset), `cross ${i}`)
    }
  })
}

/**
 * A model is plain data: copied from one thread to another it is the same model, and answers the same.
 */
import { once } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import { MessageChannel } from 'node:worker_threads'
import t from 'tap'
import { createRuleBook, type RuleBook } from '../../src/operations/rule-book.js'
import { inGroups, inWords, openBook, ROOT } from '../phenotypes/shipped.js'
import { randomHorse, seeded } from '../phenotypes/random-horse.js'
import { answerOffspring, answerResult } from '../support/exact-answers.js'

const HORSES = 300
const CROSSES = 5

/** The rule book as another thread would have it: nothing is shared with the one given. */
async function handedOver(book: RuleBook): Promise<RuleBook> {
  const { port1, port2 } = new MessageChannel()
  const arrival = once(port2, 'message') as Promise<[Pick<RuleBook, 'model' | 'lexicons'>]>
  port1.postMessage({ model: book.model, lexicons: book.lexicons })
  const [{ model, lexicons }] = await arrival
  port1.close()
  return createRuleBook(model, lexicons, book.maxResults)
}

for (const [animal, folder] of [
  ['the shipped rules', ROOT],
  ['an invented animal', new URL('test/fixtures/lanternfish/', ROOT)],
] as const) {
  t.test(`${animal}: the model handed over is the one compiled, and answers as it does`, async (t) => {
    const book = await openBook(folder)
    const copy = await handedOver(book)
    t.equal(copy.version, book.version)
    for (const part of ['tables', 'groups', 'loci'] as const)
      t.ok(isDeepStrictEqual(copy.model[part], book.model[part]), `its ${part}`)
    t.not(copy.model.tables[0], book.model.tables[0], 'it is a copy')
    for (const [index, table] of copy.model.tables.entries()) {
      const rules = copy.model.source.tables[index]?.rules ?? []
      const strangers = table.outcomes.flatMap(({ fired }) => fired.filter((rule) => !rules.includes(rule)))
      t.strictSame(strangers, [], `${table.name}: rules that fired are the rules of the tables, not copies`)
    }

    const random = seeded(20261121)
    const horses = Array.from({ length: HORSES }, () => randomHorse(book.model.source, random))
    const [language = ''] = book.languages
    for (const horse of horses) {
      const fields = { ...inGroups(book, horse), explain: 'true' }
      const of = (each: RuleBook): unknown => answerResult(each, fields, language).body
      if (!isDeepStrictEqual(of(copy), of(book))) t.strictSame(of(copy), of(book), inWords(horse))
    }
    for (let i = 0; i < CROSSES; i++) {
      const [mother, father] = horses.slice(2 * i).map((horse) => inGroups(book, horse))
      const fields = { mother, father, limit: '20', recombination_band: 'true' }
      const of = (each: RuleBook): unknown => answerOffspring(each, fields, language).body
      t.strictSame(of(copy), of(book), `cross ${i}`)
    }
  })
}

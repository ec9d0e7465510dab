/**
 * What a snapshot leaves aside of a rule set is nothing that any answer needs: the shipped rules, compiled now, asked
 * with all that authors wrote and without it.
 */
import t from 'tap'
import { type Coats, coatsOf } from '../support/coats.js'
import { ClientError } from '../../src/operations/client-error.js'
import { createRuleset } from '../../src/operations/ruleset.js'
import { servedRules } from '../../src/service/snapshot/prepare.js'
import { errorBody } from '../../src/service/http/errors.js'
import { randomHorse, seeded } from '../phenotypes/random-horse.js'
import { inGroups, openRules, ROOT } from '../phenotypes/shipped.js'

const whole = await openRules(ROOT)
const served = servedRules(whole).model
const all = coatsOf(whole)
const less = coatsOf(createRuleset(served, whole.lexicons, whole.maxResults))

type Ask = (coats: Coats) => unknown

const said = (ask: Ask, coats: Coats): string => {
  try {
    return JSON.stringify(ask(coats))
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    return JSON.stringify(errorBody(error))
  }
}

t.test('every answer is the same without what authors alone read', (t) => {
  const random = seeded(41)
  const horse = () => inGroups(whole, randomHorse(whole.model.source, random))
  let asked = 0
  const same = (what: string, ask: Ask): void => {
    asked += 1
    const [one, other] = [said(ask, all), said(ask, less)]
    if (one !== other) t.equal(other, one, what)
  }
  for (const language of whole.languages) {
    same(`genes in ${language}`, (coats) => coats.genes({}, language))
    for (let i = 0; i < 100; i++) {
      const fields = { ...horse(), explain: 'true' }
      same(`a horse in ${language}`, (coats) => coats.result(fields, language))
    }
    for (let i = 0; i < 4; i++) {
      const parents = { mother: horse(), father: horse() }
      same(`foals in ${language}`, (coats) => coats.offspring({ ...parents, limit: '20' }, language))
      const declared = { mother: ['E', 'Rn'], father: [] }
      const further = { group_by: 'coat', limit: '20', kit_linkage: declared, recombination_band: 'true' }
      same(`coats in ${language}`, (coats) => coats.offspring({ ...parents, ...further }, language))
    }
  }
  same('a refusal', (coats) => coats.result({ base: { agouti: 'Aa', extension: ['E', 'X'] } }, 'en'))
  t.ok(asked > 400, `${asked} questions`)
  t.strictSame(less.vocabulary, all.vocabulary)
  t.strictSame(less.linkageSpellings, all.linkageSpellings)
  t.end()
})

t.test('what was one object is one object still, and the whole model keeps what is left aside', (t) => {
  for (const { loci } of served.groups)
    for (const locus of loci) t.equal(locus, served.loci[locus.index], locus.key)
  for (const { source } of served.loci) t.ok(served.source.loci.includes(source), source.locus)
  for (const { source } of served.tables) t.ok(served.source.tables.includes(source), source.table)
  const { source } = whole.model
  t.ok(source.horses.length > 0 && source.locales.length > 0)
  t.ok([source.loci, source.tables].every((files) => files.some(({ examples }) => examples.length > 0)))
  const { horses, locales, loci, tables, linkage } = served.source
  t.strictSame(horses, [])
  t.ok(locales.every(({ names, notes }) => names.length > 0 && Object.keys(notes).length === 0))
  t.ok([...loci, ...tables, ...linkage].every(({ examples }) => examples.length === 0))
  t.end()
})

/**
 * `tokens=true`: the ids of what can be seen, beside each coat's name.
 * Guarantees: they are those of `GET /coats/genes`, and all else in an answer is as it is without them.
 */
import t from 'tap'
import { listingBytes } from '../../src/service/streaming/listing-bytes.js'
import type { GenotypeGroup } from '../../src/operations/shown-genes.js'
import { randomHorse, seeded } from '../phenotypes/random-horse.js'
import { inGroups } from '../phenotypes/shipped.js'
import { openShipped } from '../oracle/rule-sets.js'
import { coats } from './infer/asked.js'
import { askCross } from '../support/exact-answers.js'

const { ruleset, tables } = await openShipped()
const catalogue = coats.genes({}, 'en').body.tokens.map(({ token }) => token)
const random = seeded(17)
const horse = (): ReturnType<typeof inGroups> => inGroups(ruleset, randomHorse(tables, random))

function tokensOf(genotype: GenotypeGroup): readonly string[] | undefined {
  return coats.result({ ...inGroups(ruleset, genotype), tokens: true }, 'en').body.tokens
}

/** The same JSON without the member `tokens` of any object. */
function withoutTokens(answer: unknown): string {
  return JSON.stringify(answer, (name, value: unknown) => (name === 'tokens' ? undefined : value))
}

t.test('the tokens of a coat are those of the catalogue, in its order, in all languages', (t) => {
  for (let i = 0; i < 60; i++) {
    const asked = horse()
    const told = coats.languages.map((lang) => coats.result({ ...asked, lang, tokens: 'true' }, 'en').body)
    const [{ tokens = [] } = {}] = told
    t.ok(tokens.length > 0)
    t.same(
      tokens,
      catalogue.filter((token) => tokens.includes(token)),
    )
    for (const each of told) t.same(each.tokens, tokens)
    const { explain } = coats.result({ ...asked, explain: true }, 'en').body
    t.same(explain?.visible, tokens)
  }
  t.end()
})

t.test('a coat is answered as before, but for its tokens', (t) => {
  for (let i = 0; i < 10; i++) {
    const asked = horse()
    const plain = JSON.stringify(coats.result(asked, 'en').body)
    t.notMatch(plain, '"tokens"')
    for (const tokens of [false, 'false', null])
      t.equal(JSON.stringify(coats.result({ ...asked, tokens }, 'en').body), plain)
    t.equal(withoutTokens(coats.result({ ...asked, tokens: true }, 'en').body), plain)
  }
  t.end()
})

t.test(
  'rows of foals have the tokens of their coats, and their bytes do not depend on what was asked before',
  (t) => {
    const bytesOf = (fields: object): string =>
      Buffer.concat([...listingBytes(askCross(ruleset, { ...fields }, 'en').list(), () => {})]).toString()
    const options = [
      { limit: 20 },
      { limit: 20, group_by: 'coat' },
      { limit: 5, recombination_band: true, lang: 'de' },
    ]
    for (let i = 0; i < 6; i++)
      for (const option of options) {
        const fields = { mother: horse(), father: horse(), ...option }
        const first = i % 2 === 0 ? bytesOf(fields) : undefined
        const told = bytesOf({ ...fields, tokens: true })
        const plain = first ?? bytesOf(fields)
        t.equal(bytesOf({ ...fields, tokens: true }), told)
        t.equal(bytesOf(fields), plain)
        t.equal(withoutTokens(JSON.parse(told)), plain)
        t.notMatch(plain, '"tokens"')
        const { body } = coats.offspring({ ...fields, tokens: true }, 'en')
        t.equal(JSON.stringify(body), told)
        for (const { tokens, genotype } of body.results) t.same(tokens, tokensOf(genotype))
      }
    t.end()
  },
)

t.test('rows of partly tested animals have the tokens of their coats, and so has the headline', (t) => {
  const base = { extension: ['E', '?'], agouti: ['A', 'a'] }
  const mother = { base, others: { grey: ['?', 'n'] } }
  const father = { base: { extension: ['e', 'e'], agouti: ['a', '?'] } }
  const loci = {
    extension: { frequencies: { E: 0.7, e: 0.3 } },
    agouti: { frequencies: { A: 0.6, a: 0.4 } },
    grey: { frequencies: { G: 0.2, n: 0.8 } },
  }
  const make = (operation: string, fields: object): unknown =>
    coats.answer(`coats.${operation}`, { ...fields }, 'en')
  for (const population of ['none', { loci }])
    for (const [operation, question] of [
      ['result', { ...mother, population }],
      ['generateChild', { mother, father, population }],
      ['generateChild', { mother, father, population, limit: 2, lang: 'fr' }],
    ] as const) {
      const told = make(operation, { ...question, tokens: true }) as {
        readonly tokens?: readonly string[]
        readonly results: readonly { readonly tokens?: readonly string[]; readonly genotype: GenotypeGroup }[]
      }
      t.ok(told.results.length > 1)
      for (const { tokens, genotype } of told.results) t.same(tokens, tokensOf(genotype))
      t.same(told.tokens, operation === 'result' ? told.results[0]?.tokens : undefined)
      const plain = JSON.stringify(make(operation, question))
      t.notMatch(plain, '"tokens"')
      t.equal(withoutTokens(told), plain)
    }
  t.end()
})

/**
 * A name says all of the visible phenotype, so two phenotypes never share one. Here over every eleventh of the
 * reachable phenotypes, one variant standing for all that a number tells apart; over all of them in sweep/distinct-names.ts.
 */
import t from 'tap'
import type { Coat } from '../../src/model/model.js'
import { coatFrom } from '../../src/model/phenotype/phenotype.js'
import { readGenotyped } from '../../src/operations/read/animal.js'
import { randomHorse, seeded } from '../phenotypes/random-horse.js'
import { inGroups, inWords, shippedRulesetAsWritten } from '../phenotypes/shipped.js'
import { reachableOutcomes, variantForAll } from './reachable.js'
import { secondReading } from './second-reading.js'

const ruleset = await shippedRulesetAsWritten()
const EVERY = 11
const all = new Set<string>()
const coats = new Map<string, Coat>()
const variant = variantForAll(ruleset.model)
for (const outcomes of reachableOutcomes(ruleset.model, (token) => variant(token) === token)) {
  const coat = coatFrom(outcomes)
  const tokens = coat.tokens.join(' ')
  if (all.has(tokens)) continue
  if (all.size % EVERY === 0) coats.set(tokens, coat)
  all.add(tokens)
}
/** Registries may merge what their language tells apart. */
const languages = ruleset.model.source.locales
  .filter(({ kind }) => kind === 'language')
  .map((each) => each.language)
t.strictSame([...languages].sort(), ['de', 'en', 'fr'])

/** Language → tokens → name. */
const names = new Map(
  languages.map((language) => [
    language,
    new Map([...coats].map(([tokens, coat]) => [tokens, ruleset.nameOf(coat, language)])),
  ]),
)

for (const [language, named] of names) {
  t.test(`two different visible phenotypes never share a name in ${language}`, (t) => {
    const byName = new Map<string, string>()
    const shared: string[] = []
    for (const [tokens, name] of named) {
      const other = byName.get(name.toLowerCase())
      if (other !== undefined) shared.push(`"${name}" names both [${other}] and [${tokens}]`)
      byName.set(name.toLowerCase(), tokens)
    }
    t.strictSame(shared.slice(0, 10), [])
    t.equal(byName.size, coats.size)
    t.ok(coats.size > 20_000, `${coats.size} visible phenotypes`)
    t.end()
  })
}

t.test('every name is what a second reading of the locale file puts together', (t) => {
  for (const locale of ruleset.model.source.locales.filter(({ kind }) => kind === 'language')) {
    const composed = secondReading(locale)
    for (const [tokens, name] of names.get(locale.language) ?? []) {
      const expected = composed(tokens.split(' '))
      if (name !== expected) t.equal(name, expected, tokens)
    }
  }
  t.end()
})

t.test('the phenotypes counted are all there are: no horse, however odd, has another', (t) => {
  const random = seeded(99)
  for (let i = 0; i < 4_000; i++) {
    const horse = randomHorse(ruleset.model.source, random)
    const { coat } = ruleset.phenotypes.of(readGenotyped(ruleset, inGroups(ruleset, horse), '').genotype)
    if (!all.has(coat.tokens.map(variant).join(' '))) t.fail(`not counted: ${inWords(horse)}`)
  }
  t.end()
})

t.test('no visible phenotype is empty: every horse has a name of its own colour or white', (t) => {
  t.notOk(all.has(''))
  const bases = new Set([...all].map((tokens) => tokens.split(' ')[0]))
  t.strictSame(
    bases,
    new Set(['chestnut', 'bay', 'black', 'lethal-white', 'dominant-white', 'white-sabino', 'lavender']),
  )
  t.end()
})

t.test(
  'what is white shows nothing else: no colour, no pattern, no grey, over every phenotype there is',
  async (t) => {
    const white = ['lethal-white', 'dominant-white', 'white-sabino', 'lavender']
    const mixed = [...all].filter((tokens) =>
      white.some((token) => tokens.split(' ').includes(token) && tokens !== token),
    )
    t.strictSame(mixed, [])
  },
)

t.test('grey hides nothing and stands last, over every phenotype there is', async (t) => {
  const grey = [...all].filter((tokens) => tokens.split(' ').includes('grey'))
  t.strictSame(
    grey.filter((tokens) => !tokens.endsWith(' grey') || !all.has(tokens.slice(0, -' grey'.length))),
    [],
  )
  t.ok(grey.length > 90_000)
  // A lavender foal does not live to grey.
  t.notOk(grey.some((tokens) => tokens.split(' ').includes('lavender')))
})

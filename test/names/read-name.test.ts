import t from 'tap'
import { createNameReader, foldedWords } from '../../src/naming/read-name.js'
import { shippedRulesetAsWritten } from '../phenotypes/shipped.js'
import { readExamples } from '../../src/workbench/examples/examples.js'

const ruleset = await shippedRulesetAsWritten()
const horses = readExamples(ruleset).flatMap(({ horse }) => (typeof horse === 'string' ? [] : [horse]))
const reader = createNameReader(ruleset.model.source)
const keyOf = (tokens: readonly string[]) => [...tokens].sort().join(' ')

t.test('every name that the service gives to an example is read as what it was given for', async (t) => {
  let read = 0
  const misread: unknown[] = []
  for (const language of ruleset.languages.filter((each) => !each.includes('-'))) {
    for (const horse of horses) {
      const { coat } = ruleset.phenotypes.of(horse)
      const name = ruleset.nameOf(coat, language)
      const found = reader.read(name, language)
      const readings = found.map(({ tokens }) => keyOf(tokens))
      // It is read, and in no second way.
      if (readings.join() !== keyOf(coat.tokens)) misread.push({ language, name, readings })
      read++
    }
  }
  t.same(misread, [])
  t.ok(read > 1000)
})

const tokensOf = (text: string, language = 'en') =>
  reader.read(text, language).map(({ tokens }) => keyOf(tokens))

t.test('case, accents and hyphens do not matter, nor which form of a word agrees', async (t) => {
  t.same(foldedWords('WEIẞ-Schecke, né (Alezan)'), ['weiss', 'schecke', 'ne', 'alezan'])
  for (const text of ['Alezan brûlé', '', '???']) t.same(tokensOf(text, 'fr'), [])
  for (const text of ['ALEZAN', 'alezane', 'Alezanes']) t.same(tokensOf(text, 'fr'), ['chestnut'])
  t.same(tokensOf('grise (née baie)', 'fr'), ['bay grey'])
  t.same(tokensOf('gris ne bai', 'fr'), ['bay grey'])
})

t.test('any language is read, the one asked for first', async (t) => {
  t.same(tokensOf('Isabelle', 'en'), ['bay cream/1'])
  t.same(tokensOf('palomino', 'fr'), ['chestnut cream/1'])
  t.same(tokensOf('Brauner', 'en'), ['bay'])
})

t.test(
  'a name in another language is read as what an animal can show, not as two patterns that exclude each other',
  (t) => {
    t.same(tokensOf('Palomino few-spot leopard', 'en'), ['chestnut cream/1 few-spot'])
    t.same(tokensOf('Palomino few-spot leopard', 'fr'), ['chestnut cream/1 few-spot'])
    t.same(
      tokensOf('alezan bai', 'fr'),
      ['bay chestnut'],
      'what nobody can read otherwise stays what was said',
    )
    t.end()
  },
)

t.test('a synonym is read as all that it can be', async (t) => {
  t.same(tokensOf('sorrel'), ['chestnut'])
  t.ok(tokensOf('skewbald').length > 3)
})

t.test('a word without a base is no whole coat', async (t) => {
  t.same(reader.read('grey', 'en'), [{ language: 'en', tokens: ['grey'], isWhole: false }])
  t.same(reader.read('gray', 'en')[0]?.isWhole, false)
  t.same(reader.read('tobiano', 'en')[0]?.isWhole, false)
  t.same(reader.read('bay', 'en')[0]?.isWhole, true)
})

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
  t.same(reader.read('grey', 'en'), [{ language: 'en', tokens: ['grey'], isSynonym: false, isWhole: false }])
  t.same(reader.read('gray', 'en')[0]?.isWhole, false)
  t.same(reader.read('tobiano', 'en')[0]?.isWhole, false)
  t.same(reader.read('bay', 'en')[0]?.isWhole, true)
})

t.test('a white variant may be named by its number, or be any of them', async (t) => {
  const w10 = 'bay white-spotting white-spotting/W10'
  for (const text of ['Bay with white spotting (W10)', 'bay white spotting W10', 'bay W10'])
    t.same(tokensOf(text), [w10], text)
  t.same(tokensOf('Bai pie (W10)', 'fr'), [w10])
  t.same(tokensOf('Bay with white spotting (W10, W20)'), [`${w10} white-spotting/W20`])
  const any = tokensOf('Bay white spotting')
  t.ok(any.includes(w10) && any.includes(`${w10} white-spotting/W20`))
  t.notOk(any.includes('bay white-spotting'), 'no animal shows it without a variant')
  t.same(reader.read('white spotting', 'en')[0]?.tokens, ['white-spotting'], 'a part of a coat is any')
})

/** Language, name of rule sets before 6.0.0, what it meant then. */
const REPLACED = [
  ['en', 'Bay (W)', 'bay white-spotting white-spotting/W5'],
  ['fr', 'Bai pie (W)', 'bay white-spotting white-spotting/W5'],
  ['fr', 'Bai pie tobiano (W)', 'bay tobiano white-spotting white-spotting/W5'],
  ['de', 'Braunschecke (W)', 'bay white-spotting white-spotting/W5'],
  ['de', 'Palomino (W)', 'chestnut cream/1 white-spotting white-spotting/W5'],
  ['en', 'Bay varnish roan (leopard complex)', 'bay leopard-complex'],
  ['en', 'Blue roan with varnish (leopard complex)', 'black leopard-complex roan'],
  ['en', 'Bay snowcap', 'bay snowcap'],
  ['fr', 'Baie marmorée (complexe léopard)', 'bay leopard-complex'],
  ['fr', 'Bai snowcap', 'bay snowcap'],
  ['de', 'Brauntigerschecke', 'bay leopard-complex'],
  ['de', 'Brauner Snowcap', 'bay snowcap'],
  ['de', 'Braunvolltiger', 'bay leopard'],
  ['en', 'Bay lavender (lethal)', 'lavender'],
  ['fr', 'Bai lavande (létal)', 'lavender'],
  ['de', 'Brauner Lavendel (letal)', 'lavender'],
  ['de', 'Silver-Brauner', 'bay silver'],
  ['de', 'Silver-Rappe', 'black silver'],
  ['de', 'Bay Roan', 'bay roan'],
  ['de', 'Red Roan', 'chestnut roan'],
  ['de', 'Blue Roan', 'black roan'],
  ['de', 'Braunschecke Tobiano Frame Overo', 'bay frame tobiano'],
  ['fr', 'Bai pie overo', 'bay frame'],
  ['fr', 'Bai pie sabino overo', 'bay frame sabino'],
  ['fr-IFCE', 'Isabelle', 'bay dun'],
  ['fr-IFCE', 'Isabelle', 'bay cream/1 dun'],
] as const

t.test('a name that another has replaced is still read as what it meant', async (t) => {
  for (const [language, name, tokens] of REPLACED)
    t.ok(tokensOf(name, language).includes(tokens), `${name}: ${tokensOf(name, language).join(', ')}`)
})

t.test('Braunschimmel without its bracket is the roan and the grey', async (t) => {
  t.same(tokensOf('Braunschimmel', 'de').sort(), ['bay grey', 'bay roan'])
  t.same(tokensOf('Braunschimmel (Roan)', 'de'), ['bay roan'])
})

/**
 * Coats that breeders tell apart at a glance look different in pictures, and those they take for each other look alike.
 */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { readGallery } from '../../src/cli/rules/finish/definitions.js'
import { answerPicture } from '../../src/operations/picture/picture.js'
import { appearanceOf } from '../../src/picture/appearance.js'
import { colourOf } from '../../src/picture/colour.js'
import { nameCoat } from '../../src/naming/name.js'
import { lexiconOf } from '../../src/operations/ruleset.js'
import { inGroups, ROOT, shippedRuleset } from '../phenotypes/shipped.js'
import { deltaE, differenceOf } from './delta-e.js'

/** What is seen at a glance, as CIEDE2000. */
const FLOOR = 10
const CEILING = 8
const REGIONS = ['body', 'points', 'mane'] as const

const ruleset = await shippedRuleset()
const lexicon = lexiconOf(ruleset.lexicons, 'en')

const FILE = 'docs/coats.yaml'
const { animals } = readGallery(FILE, readFileSync(new URL(FILE, ROOT), 'utf8'))

/** Name → the colours of its regions. */
const coats = new Map(
  animals.map(({ given }) => {
    const { shown } = answerPicture(ruleset, inGroups(ruleset, given), 'en')
    if (shown === undefined) throw new Error('an animal without a picture')
    const { colour } = appearanceOf(shown.tables.appearance, shown.visible, shown.age)
    return [nameCoat(lexicon, shown.visible.tokens), REGIONS.map(colour)]
  }),
)

/** The greatest difference of any region. */
function apart(one: string, other: string): number {
  const [here, there] = [coats.get(one), coats.get(other)]
  if (here === undefined || there === undefined) throw new Error(`no animal of ${FILE} is ${one} or ${other}`)
  return Math.max(...here.map((colour, at) => differenceOf(colour, there[at] ?? '')))
}

const DIFFERENT = [
  ['Bay', 'Chestnut'],
  ['Bay', 'Black'],
  ['Chestnut', 'Black'],
  ['Chestnut', 'Palomino'],
  ['Bay', 'Buckskin'],
  ['Palomino', 'Buckskin'],
  ['Palomino', 'Cremello'],
  ['Buckskin', 'Perlino'],
  ['Smoky black', 'Smoky cream'],
  ['Cremello', 'Perlino'],
  ['Chestnut', 'Red dun'],
  ['Bay', 'Bay dun'],
  ['Black', 'Grullo'],
  ['Bay dun', 'Grullo'],
  ['Bay dun', 'Red dun'],
  ['Buckskin', 'Dunskin'],
  ['Palomino', 'Dunalino'],
  ['Bay', 'Silver bay'],
  ['Black', 'Silver black'],
  ['Silver bay', 'Silver black'],
  ['Chestnut', 'Gold champagne'],
  ['Bay', 'Amber champagne'],
  ['Black', 'Classic champagne'],
  ['Gold champagne', 'Amber champagne'],
  ['Amber champagne', 'Classic champagne'],
  ['Chestnut', 'Chestnut pearl'],
  ['Bay', 'Bay pearl'],
  ['Chestnut', 'Chestnut mushroom'],
  ['Grullo', 'Classic champagne'],
  ['Chestnut pearl', 'Palomino pearl'],
] as const

const ALIKE = [
  ['Black', 'Smoky black'],
  ['Grullo', 'Smoky grullo'],
  ['Classic champagne', 'Black pearl'],
  ['Cremello', 'Palomino pearl'],
  ['Chestnut snowdrop', 'Perlino'],
  ['Smoky cream', 'Perlino'],
] as const

for (const [one, other] of DIFFERENT) {
  t.test(`${one} and ${other} are told apart`, (t) => {
    const found = apart(one, other)
    t.ok(found >= FLOOR, `ΔE ${found.toFixed(1)}`)
    t.end()
  })
}

for (const [one, other] of ALIKE) {
  t.test(`${one} and ${other} look alike`, (t) => {
    const found = apart(one, other)
    t.ok(found < CEILING && found > 0, `ΔE ${found.toFixed(1)}`)
    t.end()
  })
}

t.test('without pigment hair is white, and more pigment is never lighter', (t) => {
  const { spectra } = ruleset.model.source.picture?.appearance ?? { spectra: {} }
  t.equal(colourOf({}, spectra), '#ffffff')
  for (const pigment of Object.keys(spectra)) {
    const greens = [0.5, 1, 1.5, 2].map((amount) =>
      parseInt(colourOf({ [pigment]: [amount, amount, amount] }, spectra).slice(3, 5), 16),
    )
    t.same(
      greens,
      [...greens].sort((a, b) => b - a),
    )
  }
  t.end()
})

t.test('the measure is that of its authors (Sharma, Wu and Dalal 2005, table 1)', (t) => {
  for (const [one, other, expected] of [
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, -1, 2], [50, 0, 0], 2.3669],
    [[50, 2.49, -0.001], [50, -2.49, 0.0011], 7.2195],
    [[50, 2.5, 0], [58, 24, 15], 19.4535],
    [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
  ] as const)
    t.equal(deltaE(one, other).toFixed(4), expected.toFixed(4))
  t.end()
})

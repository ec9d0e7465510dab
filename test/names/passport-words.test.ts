/**
 * Words that passports print: each word of the geneticist's list is read, as the coats that breeders mean.
 */
import t from 'tap'
import { createNameReader } from '../../src/naming/read-name.js'
import { shippedRulesetAsWritten } from '../phenotypes/shipped.js'

const ruleset = await shippedRulesetAsWritten()
const reader = createNameReader(ruleset.model.source)

const WHITES = '*tobiano, *frame, *sabino, *splashed-white, *white-spotting'
const LEOPARDS = '*leopard-complex, *snowcap, *leopard, *few-spot'
const WHITE = 'dominant-white, white-sabino, *few-spot, *grey'
/** One base colour with one or more white patterns, and nothing else. */
const pinto = (base: string): string =>
  ['tobiano', 'frame', 'sabino', 'splashed-white', 'white-spotting']
    .map((pattern) => `=${base} ${pattern}`)
    .join(', ')

/** Without a sign a whole coat, with `*` any coat with the tokens, with `=` nothing but these and others of their kind. */
const EXPECTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    'dark bay': 'bay',
    brown: 'bay',
    'seal brown': 'bay',
    'liver chestnut': 'chestnut',
    'dapple grey': '*grey',
    white: WHITE,
    sorrel: 'chestnut',
    pinto: WHITES,
    paint: WHITES,
    appaloosa: LEOPARDS,
    piebald: pinto('black'),
    'blue roan': 'black roan',
    'strawberry roan': 'chestnut roan',
    grulla: 'black dun',
    dun: '*dun',
    isabella: 'chestnut cream/1, chestnut cream/2',
    cream: '*cream/2, *cream/1 pearl, *cream/1 sunshine, *cream/1 snowdrop',
    'flea-bitten grey': '*grey',
    'rose grey': '*grey',
    'steel grey': '*grey',
    gray: '*grey',
  },
  fr: {
    'bai brun': 'bay',
    'bai foncé': 'bay',
    'bai cerise': 'bay',
    'noir pangaré': 'bay, black',
    'alezan brûlé': 'chestnut',
    'alezan clair': 'chestnut',
    'alezan crins lavés': 'chestnut',
    'café au lait': 'chestnut, chestnut cream/1, chestnut champagne',
    'gris pommelé': '*grey',
    'gris moucheté': '*grey',
    pie: WHITES,
    'pie noir': pinto('black'),
    louvet: '*dun',
    souris: 'black dun',
    isabelle: 'bay cream/1, bay dun, bay cream/1 dun',
    aubère: 'chestnut roan',
    rouan: '*roan',
    crème: '*cream/2, *cream/1 pearl, *cream/1 sunshine, *cream/1 snowdrop',
    blanc: WHITE,
    tacheté: LEOPARDS,
  },
  de: {
    Dunkelbrauner: 'bay',
    Schwarzbrauner: 'bay',
    Dunkelfuchs: 'chestnut',
    Lichtfuchs: 'chestnut',
    Falbe: '*dun, bay cream/1',
    Mausfalbe: 'black dun',
    Rotfalbe: 'chestnut dun',
    Schecke: WHITES,
    Rappschecke: pinto('black'),
    Apfelschimmel: '*grey',
    Fliegenschimmel: '*grey',
    Stichelhaar: '*roan',
    Isabell: 'chestnut cream/1',
    Weißisabell: 'chestnut cream/2',
    Windfarben: '*silver',
    Tigerschecke: LEOPARDS,
    Schabrackentiger: '*leopard-complex, *snowcap',
  },
}

/** As the table has it, each coat's tokens in order. */
function readAs(text: string, language: string, isLoose = true): string | undefined {
  const read = reader.readText(text, language, { isLoose })
  const shown = read?.coats.map(({ exactly, has, isWhole }) => {
    const sign = exactly !== undefined ? '' : isWhole ? '=' : '*'
    return sign + [...(exactly ?? has)].sort().join(' ')
  })
  return shown?.sort().join(', ')
}

const sorted = (coats: string): string =>
  coats
    .split(', ')
    .map((coat) => coat.replace(/[^*=]+/, (tokens) => tokens.split(' ').sort().join(' ')))
    .sort()
    .join(', ')

for (const [language, words] of Object.entries(EXPECTED))
  t.test(`every word of the list is read in ${language} as the coats that it covers`, async (t) => {
    for (const [word, coats] of Object.entries(words)) t.equal(readAs(word, language), sorted(coats), word)
  })

t.test('skewbald is any colour but plain black beside white', async (t) => {
  const coats = reader.readText('skewbald', 'en')?.coats ?? []
  const covers = (tokens: readonly string[]): boolean =>
    coats.some(
      ({ has, lacks }) =>
        has.every((each) => tokens.includes(each)) && !tokens.some((each) => lacks.includes(each)),
    )
  t.ok(covers(['bay', 'tobiano']))
  t.ok(covers(['black', 'dun', 'tobiano', 'sabino']))
  t.notOk(covers(['black', 'tobiano']))
  t.notOk(covers(['bay']))
  t.equal(readAs('bay skewbald', 'en'), sorted(pinto('bay')))
})

t.test('words of passports stand beside names, in any order and inside them', async (t) => {
  t.equal(readAs('dark bay tobiano', 'en'), 'bay tobiano')
  t.equal(readAs('DARK-BAY', 'en'), 'bay')
  t.equal(readAs('dark bay or brown', 'en'), 'bay')
  t.equal(readAs('grey (born liver chestnut)', 'en'), 'chestnut grey')
  t.equal(readAs('chocolate palomino', 'en'), 'chestnut cream/1')
  t.equal(readAs('leopard appaloosa', 'en'), '*leopard')
  t.equal(
    readAs('bay tobiano pinto', 'en'),
    'bay tobiano',
    'a pattern that is named is the one that is meant',
  )
  t.equal(readAs('bai brun pie', 'fr'), sorted(pinto('bay')))
  t.equal(readAs('grise (née baie brune)', 'fr'), 'bay grey')
  t.equal(readAs('Dunkelbrauner Tobiano', 'de'), 'bay tobiano')
  t.equal(readAs('Apfelschimmel', 'en'), '*grey', 'in any language')
})

t.test(
  'a colour beside a pattern of several shows nothing that neither names, and any laboratory number',
  async (t) => {
    const [tobiano] = reader.readText('bay pinto', 'en')?.coats ?? []
    t.same(tobiano?.has, ['bay', 'tobiano'])
    for (const absent of ['cream/1', 'dun', 'grey', 'leopard-complex'])
      t.ok(tobiano?.lacks.includes(absent), absent)
    for (const allowed of ['sabino', 'white-spotting', 'white-spotting/W5'])
      t.notOk(tobiano?.lacks.includes(allowed), allowed)
  },
)

t.test(
  'a name of the language is read exactly where it is wanted, and loosely where it was observed',
  async (t) => {
    t.equal(readAs('isabelle', 'fr', false), 'bay cream/1')
    t.equal(reader.readText('isabelle', 'fr')?.shades, undefined, 'read as a name')
    t.equal(readAs('isabelle', 'fr-IFCE'), sorted('bay cream/1, bay dun, bay cream/1 dun'))
    t.equal(
      reader.readText('isabelle', 'fr-IFCE', { isLoose: true })?.shades,
      undefined,
      'a registry means what it says',
    )
  },
)

t.test('shades are named, and no shade is a coat by itself', async (t) => {
  t.same(reader.readText('dark bay', 'en')?.shades, ['dark'])
  t.same(reader.readText('seal brown', 'en')?.shades, ['seal brown'])
  t.same(reader.readText('pinto', 'en')?.shades, [])
  t.equal(reader.readText('bay', 'en')?.shades, undefined)
  t.equal(reader.readText('dark', 'en'), undefined)
  t.equal(reader.readText('dark dark', 'en'), undefined)
})

t.test('every passport word of every language is read as one, in its language', async (t) => {
  for (const { language, kind, passport } of ruleset.model.source.locales) {
    if (kind === 'registry') continue
    for (const { words, coats } of passport)
      for (const word of words)
        if (coats.length > 0 && !word.startsWith('and ') && !word.startsWith('et '))
          t.ok(reader.readText(word, language, { isLoose: true })?.shades, `${language} ${word}`)
  }
})

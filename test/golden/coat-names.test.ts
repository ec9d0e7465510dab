/**
 * Colour names change only on purpose: the reference's own table of names restated by hand.
 * Leaves to others: that coat-names.md is what the rules give (test/commands/rules-finish.test.ts).
 */
import t from 'tap'
import type { Given } from '../../src/rules/tables.js'
import { asking, BAY, BLACK, CHESTNUT } from '../phenotypes/asking.js'
import { inWords, shippedRuleset } from '../phenotypes/shipped.js'

const { both } = asking(await shippedRuleset())
const BASES = { chestnut: CHESTNUT, bay: BAY, black: BLACK }

/** Genotypes that a row of the reference stands for, by its own headings. */
const CHAMPAGNE = {
  'n/n': [['n', 'n']],
  'Ch/_': [
    ['Ch', 'n'],
    ['Ch', 'Ch'],
  ],
} as const
const DUN = {
  'nd/nd': [
    ['nd1', 'nd1'],
    ['nd1', 'nd2'],
    ['nd2', 'nd2'],
  ],
  'D/_': [
    ['D', 'D'],
    ['D', 'nd1'],
    ['D', 'nd2'],
  ],
} as const
const MATP = {
  none: [
    ['n', 'n'],
    ['Prl', 'n'],
  ],
  'Cr/n': [['Cr', 'n']],
  'Cr/Cr': [['Cr', 'Cr']],
  'Prl/Prl': [['Prl', 'Prl']],
  'Cr/Prl': [['Cr', 'Prl']],
} as const

type Row = readonly [
  champagne: keyof typeof CHAMPAGNE,
  dun: keyof typeof DUN,
  matp: keyof typeof MATP,
  chestnut: string,
  bay: string,
  black: string,
]

/** Reference table 3.1, English / French; cells it leaves open are composed as it says below the table. */
const REFERENCE: readonly Row[] = [
  ['n/n', 'nd/nd', 'none', 'Chestnut / Alezan', 'Bay / Bai', 'Black / Noir'],
  ['n/n', 'nd/nd', 'Cr/n', 'Palomino / Palomino', 'Buckskin / Isabelle', 'Smoky black / Smoky black'],
  ['n/n', 'nd/nd', 'Cr/Cr', 'Cremello / Cremello', 'Perlino / Perlino', 'Smoky cream / Smoky cream'],
  [
    'n/n',
    'nd/nd',
    'Prl/Prl',
    'Chestnut pearl / Alezan perle',
    'Bay pearl / Bai perle',
    'Black pearl / Noir perle',
  ],
  [
    'n/n',
    'nd/nd',
    'Cr/Prl',
    'Palomino pearl / Palomino perle',
    'Buckskin pearl / Isabelle perle',
    'Smoky black pearl / Smoky black perle',
  ],
  ['n/n', 'D/_', 'none', 'Red dun / Alezan dun', 'Bay dun / Bai dun', 'Grullo / Souris'],
  [
    'n/n',
    'D/_',
    'Cr/n',
    'Dunalino / Palomino dun',
    'Dunskin / Isabelle dun',
    'Smoky grullo / Smoky black dun',
  ],
  [
    'n/n',
    'D/_',
    'Cr/Cr',
    'Cremello dun / Cremello dun',
    'Perlino dun / Perlino dun',
    'Smoky cream dun / Smoky cream dun',
  ],
  [
    'n/n',
    'D/_',
    'Prl/Prl',
    'Red dun pearl / Alezan dun perle',
    'Bay dun pearl / Bai dun perle',
    'Grullo pearl / Souris perle',
  ],
  [
    'n/n',
    'D/_',
    'Cr/Prl',
    'Dunalino pearl / Palomino dun perle',
    'Dunskin pearl / Isabelle dun perle',
    'Smoky grullo pearl / Smoky black dun perle',
  ],
  [
    'Ch/_',
    'nd/nd',
    'none',
    'Gold champagne / Gold champagne',
    'Amber champagne / Amber champagne',
    'Classic champagne / Classic champagne',
  ],
  [
    'Ch/_',
    'nd/nd',
    'Cr/n',
    'Gold cream champagne / Gold cream champagne',
    'Amber cream champagne / Amber cream champagne',
    'Classic cream champagne / Classic cream champagne',
  ],
  [
    'Ch/_',
    'nd/nd',
    'Cr/Cr',
    'Gold double cream champagne / Gold double cream champagne',
    'Amber double cream champagne / Amber double cream champagne',
    'Classic double cream champagne / Classic double cream champagne',
  ],
  [
    'Ch/_',
    'nd/nd',
    'Prl/Prl',
    'Gold champagne pearl / Gold champagne perle',
    'Amber champagne pearl / Amber champagne perle',
    'Classic champagne pearl / Classic champagne perle',
  ],
  [
    'Ch/_',
    'nd/nd',
    'Cr/Prl',
    'Gold cream champagne pearl / Gold cream champagne perle',
    'Amber cream champagne pearl / Amber cream champagne perle',
    'Classic cream champagne pearl / Classic cream champagne perle',
  ],
  [
    'Ch/_',
    'D/_',
    'none',
    'Gold champagne dun / Gold champagne dun',
    'Amber champagne dun / Amber champagne dun',
    'Classic champagne dun / Classic champagne dun',
  ],
  [
    'Ch/_',
    'D/_',
    'Cr/n',
    'Gold cream champagne dun / Gold cream champagne dun',
    'Amber cream champagne dun / Amber cream champagne dun',
    'Classic cream champagne dun / Classic cream champagne dun',
  ],
  [
    'Ch/_',
    'D/_',
    'Cr/Cr',
    'Gold double cream champagne dun / Gold double cream champagne dun',
    'Amber double cream champagne dun / Amber double cream champagne dun',
    'Classic double cream champagne dun / Classic double cream champagne dun',
  ],
  [
    'Ch/_',
    'D/_',
    'Prl/Prl',
    'Gold champagne dun pearl / Gold champagne dun perle',
    'Amber champagne dun pearl / Amber champagne dun perle',
    'Classic champagne dun pearl / Classic champagne dun perle',
  ],
  [
    'Ch/_',
    'D/_',
    'Cr/Prl',
    'Gold cream champagne dun pearl / Gold cream champagne dun perle',
    'Amber cream champagne dun pearl / Amber cream champagne dun perle',
    'Classic cream champagne dun pearl / Classic cream champagne dun perle',
  ],
]

/** The silver forms that the reference writes out. */
const SILVER: readonly (readonly [Given, string])[] = [
  [{ ...BASES.bay }, 'Silver bay / Bai silver'],
  [{ ...BASES.black }, 'Silver black / Noir silver'],
  [{ ...BASES.bay, matp: ['Cr', 'n'] }, 'Silver buckskin / Isabelle silver'],
  [{ ...BASES.black, matp: ['Cr', 'n'] }, 'Silver smoky black / Smoky black silver'],
  [{ ...BASES.bay, dun: ['D', 'nd2'] }, 'Silver bay dun / Bai dun silver'],
  [{ ...BASES.black, dun: ['D', 'nd2'] }, 'Silver grullo / Souris silver'],
  [{ ...BASES.bay, matp: ['Cr', 'Cr'] }, 'Silver perlino / Perlino silver'],
  [{ ...BASES.black, matp: ['Cr', 'Cr'] }, 'Silver smoky cream / Smoky cream silver'],
]

t.test('every cell of the reference table of names comes out, for every genotype it stands for', (t) => {
  t.equal(REFERENCE.length, 20, 'five of cream and pearl × dun × champagne')
  for (const [champagnes, duns, matps, ...cells] of REFERENCE) {
    Object.values(BASES).forEach((base, i) => {
      for (const champagne of CHAMPAGNE[champagnes]) {
        for (const dun of DUN[duns]) {
          for (const matp of MATP[matps]) {
            const horse = { ...base, champagne, dun, matp }
            const name = both(horse)
            // A passing check per cell would bury the one that fails.
            if (name !== cells[i]) t.equal(name, cells[i], inWords(horse))
          }
        }
      }
    })
  }
  t.end()
})

t.test('silver stands before the phrase in English and after dun and pearl in French', (t) => {
  for (const [horse, names] of SILVER) t.equal(both({ ...horse, silver: ['Z', 'n'] }), names)
  for (const [horse, names] of SILVER)
    t.equal(both({ ...horse, silver: ['Z', 'Z'] }), names, 'two copies alike')
  t.end()
})

t.test('every cell of the reference table on bay and black takes silver as a word, chestnut never', (t) => {
  for (const [champagnes, duns, matps, ...cells] of REFERENCE) {
    Object.entries(BASES).forEach(([name, base], i) => {
      const [champagne, dun, matp] = [CHAMPAGNE[champagnes][0], DUN[duns][0], MATP[matps][0]]
      const [en = '', fr = ''] = cells[i]?.split(' / ') ?? []
      const silvered = `Silver ${en.charAt(0).toLowerCase()}${en.slice(1)} / ${fr} silver`
      const horse = { ...base, champagne, dun, matp, silver: ['Z', 'n'] }
      t.equal(both(horse), name === 'chestnut' ? cells[i] : silvered)
    })
  }
  t.end()
})

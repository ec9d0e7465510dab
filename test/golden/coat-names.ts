/**
 * The golden table of colour names: base × champagne × dun × cream and pearl × silver, in English and French.
 * Guarantees: each cell is the name that the loaded rules give to a horse of that genotype.
 */
import type { RuleBook } from '../../src/operations/rule-book.js'
import type { Given } from '../../src/rules/tables.js'
import { inGroups } from '../phenotypes/shipped.js'
import { answerResult } from '../support/exact-answers.js'

export const BASES = {
  chestnut: { extension: ['e', 'e'], agouti: ['A', 'a'] },
  bay: { extension: ['E', 'e'], agouti: ['A', 'a'] },
  black: { extension: ['E', 'e'], agouti: ['a', 'a'] },
} as const satisfies Readonly<Record<string, Given>>

export const DILUTIONS = {
  champagne: [
    ['n', 'n'],
    ['Ch', 'n'],
  ],
  dun: [
    ['nd2', 'nd2'],
    ['D', 'nd2'],
  ],
  matp: [
    ['n', 'n'],
    ['Cr', 'n'],
    ['Cr', 'Cr'],
    ['Prl', 'Prl'],
    ['Cr', 'Prl'],
  ],
  silver: [
    ['n', 'n'],
    ['Z', 'n'],
  ],
} as const

/** Name of a horse in a language. */
export function nameIn(book: RuleBook, given: Given, language: string): string {
  return answerResult(book, inGroups(book, given), language).body.translate
}

/** The table as Markdown, the same for the same names. */
export function goldenTable(book: RuleBook): string {
  const rows: string[][] = []
  for (const silver of DILUTIONS.silver) {
    for (const champagne of DILUTIONS.champagne) {
      for (const dun of DILUTIONS.dun) {
        for (const matp of DILUTIONS.matp) {
          const names = Object.values(BASES).map((base) => {
            const horse = { ...base, matp, dun, silver, champagne }
            return ['en', 'fr'].map((language) => nameIn(book, horse, language)).join(' / ')
          })
          rows.push([silver, champagne, dun, matp].map((pair) => pair.join('/')).concat(names))
        }
      }
    }
  }
  const head = [
    'silver',
    'champagne',
    'dun',
    'matp',
    ...Object.keys(BASES).map((base) => `${base} (en / fr)`),
  ]
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return `${PREFACE}\n${lines.join('\n')}\n`
}

const PREFACE = `# Colour names: base × champagne × dun × cream and pearl × silver

What the present rules and words give. Written by \`npm run golden\`; a test holds it equal to the rules, so a changed
name shows here in the same commit. One copy stands for one or two where two look alike (Ch, D, Z); a single pearl
looks like none. Chestnut hides silver.
`

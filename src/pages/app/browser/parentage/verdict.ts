/**
 * The answer about a parentage in plain words: possible, hardly or impossible, which entries rule it out and by which gene, and what
 * that means.
 * Guarantees: says that a coat proves nothing, whatever the answer.
 */
import type { ParentageAnswer, ParentageExclusion } from '../../../../operations/check-parentage/answer.js'
import { h, type Child } from '../dom.js'
import { factTexts, geneName } from '../fault.js'
import type { Page } from '../page.js'
import { groundsOf } from '../plan/grounds.js'

/** Ids of the animals, which are also their fields. */
export const ROLES = ['foal', 'mother', 'father'] as const

type Verdict = 'possible' | 'unlikely' | 'impossible'

function kindOf({ possible, unlikely }: ParentageAnswer): Verdict {
  if (!possible) return 'impossible'
  return unlikely.length > 0 ? 'unlikely' : 'possible'
}

const TITLES: Readonly<Record<Verdict, string>> = {
  possible: 'parentagePossible',
  unlikely: 'parentageUnlikely',
  impossible: 'parentageImpossible',
}

export function verdictText({ words }: Page, answer: ParentageAnswer): string {
  return words.say(TITLES[kindOf(answer)])
}

export function verdictOf(page: Page, answer: ParentageAnswer): readonly Child[] {
  const { words } = page
  const kind = kindOf(answer)
  return [
    h('p', { class: `count verdict ${kind}` }, verdictText(page, answer)),
    kind === 'possible' ? h('p', {}, words.say('parentageNoProof')) : undefined,
    answer.excluded_by.map((each) => reason(page, each)),
    kind === 'impossible' ? aloneText(page, answer) : undefined,
    answer.unlikely.map((each) => reason(page, each, each.unless)),
    groundsOf(page, answer.notes, 'notes'),
  ]
}

/** Entries that do not go together, the gene that shows it, and why. */
function reason(page: Page, { genes, parent, facts }: ParentageExclusion, unless?: string): HTMLElement {
  const { words } = page
  const names = genes.map((gene) => geneName(page, gene)).join(', ')
  const why = { mother: 'whyDam', father: 'whySire', pair: 'whyPair' }[parent]
  const told = facts.filter(({ value }) => value !== 'lives').map(({ field, value }) => `${field}: ${value}`)
  return h(
    'section',
    { class: 'follows' },
    h('h3', {}, words.say(genes.length === 1 ? 'shownByGene' : 'shownByGenes', { gene: names })),
    h('p', {}, genes.length === 1 ? words.say(why, { gene: names }) : words.say('whySeveral')),
    h('p', { class: 'quiet' }, words.say(unless === undefined ? 'doNotFit' : 'hardlyFit')),
    h(
      'ul',
      { class: 'facts' },
      factTexts(page, told, ROLES).map((text) => h('li', {}, text)),
    ),
    unless === undefined ? undefined : h('p', {}, unless),
  )
}

/** Which of the two would fit with another partner. */
function aloneText({ words }: Page, answer: ParentageAnswer): Child {
  const { if_only_mother: mother, if_only_father: father } = answer
  if (mother === undefined || father === undefined) return undefined
  const text = mother ? (father ? 'eitherFits' : 'damFits') : father ? 'sireFits' : 'neitherFits'
  return h('p', { class: 'banner' }, words.say(text))
}

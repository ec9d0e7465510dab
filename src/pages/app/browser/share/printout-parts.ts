/** What all printouts share: the title, and at the end the date, the rules and the address of the same answer. */
import { h, type Child } from '../dom.js'
import type { Page } from '../page.js'

/** Nothing can be pressed on paper. */
const CONTROLS = 'button, input, select, .tools, .actions, .ask, .share-bar, .ages, .totals, .progress'

export function printoutTitle(title: string): Child {
  return h('h2', { class: 'printout-title' }, title)
}

export function printoutFoot({ words, catalogue }: Page): Child {
  const date = new Intl.DateTimeFormat(words.language, { dateStyle: 'long' }).format(new Date())
  return h(
    'div',
    { class: 'printout-foot' },
    h('p', {}, words.say('computedOn', { date, version: catalogue.ruleset_version })),
    h('p', {}, words.say('sameAgain'), ' ', h('span', { class: 'printout-address' }, location.href)),
  )
}

/** A copy of what the screen shows, without controls and with everything unfolded. */
export function onPaper(element: Element): Element {
  const copy = element.cloneNode(true) as Element
  for (const each of copy.querySelectorAll(CONTROLS)) each.remove()
  for (const each of copy.querySelectorAll('[id]')) each.removeAttribute('id')
  for (const each of copy.querySelectorAll('details')) each.open = true
  return copy
}

/** The line that says what is assumed of untested genes, if anything is. */
export function assumptionLine({ words, catalogue, state }: Page, isExact: boolean): Child {
  if (isExact) return undefined
  const { population } = state()
  const name =
    catalogue.populations.find((each) => each.population === population)?.name ?? words.say('allPossible')
  return h('p', { class: 'printout-assumption' }, words.say('untestedBy'), ' ', h('strong', {}, name))
}

/**
 * The view "Can this be their foal?": a dam, a sire or both, a foal, and the answer in plain words.
 * Guarantees: every answer says that a coat proves nothing; a late answer never replaces a newer one.
 */
import { factsOf, isEmpty, type Facts } from '../../form/relatives.js'
import type { ParentageFound } from '../../form/plan/find-parentage.js'
import { animalBox } from '../animal/animal-box.js'
import { fill, h, refill, type Child } from '../dom.js'
import { faultText } from '../fault.js'
import { parentPanel } from '../foal/parent-panel.js'
import type { Page, View } from '../page.js'
import { askPlan, inPlaces } from '../plan-asking.js'
import { progressOf } from '../progress.js'
import { questionListing } from '../question-listing.js'
import { summaryBar } from '../summary-bar.js'
import { ROLES, verdictOf, verdictText } from './verdict.js'

export function parentageView(page: Page): View {
  const { words, questions, catalogue } = page
  const results = h('div', { class: 'told-all' })
  const foot = h('div', { class: 'foot' })
  const progress = progressOf(page)
  const missing = (): string | undefined => {
    const { child, mother, father } = page.state()
    if (isEmpty(mother) && isEmpty(father)) return 'parentOrFoalMissing'
    return isEmpty(child) ? 'foalMissing' : undefined
  }
  const update = (): void => {
    const lacking = missing()
    if (lacking !== undefined) {
      questions.stop()
      progress.end()
      element.removeAttribute('aria-busy')
      fill(results, h('p', { class: 'prompt' }, words.say(lacking)))
      fill(foot)
      bar.show(undefined)
      return
    }
    const { child, mother, father } = page.state()
    const fieldsOf = (facts: Facts, sex?: 'f' | 'm') => factsOf(facts, catalogue.genes, sex)
    let found: ParentageFound | undefined
    askPlan({
      page,
      kind: 'parentage',
      progress,
      element: () => element,
      fields: () => ({
        foal: fieldsOf(child),
        ...(isEmpty(mother) ? {} : { mother: fieldsOf(mother, 'f') }),
        ...(isEmpty(father) ? {} : { father: fieldsOf(father, 'm') }),
        lang: catalogue.language,
      }),
      hear: (part) => (found = part),
      end: (told, fault) => {
        if (fault !== undefined) {
          fill(results, faultText(page, inPlaces(fault, ROLES), ROLES))
          fill(foot)
          bar.show(undefined)
        } else if (found === undefined) {
          fill(results, told)
        } else {
          refill(results, verdictOf(page, found.answer))
          refill(foot, questionListing(page, '/coats/checkParentage', found.body))
          bar.show(verdictText(page, found.answer))
        }
      },
    })
  }
  const answer = h(
    'section',
    { class: 'answer', 'aria-labelledby': 'verdict' },
    h('h2', { id: 'verdict', class: 'small', tabindex: -1 }, words.say('whatFollows')),
    progress.element,
    results,
    foot,
  )
  const bar = summaryBar(page, answer)
  const element = h(
    'div',
    { class: 'view' },
    h(
      'section',
      { class: 'choose', 'aria-labelledby': 'genes' },
      h('h2', { id: 'genes', class: 'small', tabindex: -1 }, words.say('canBeTheirs')),
      panels(page, update),
    ),
    answer,
    bar.element,
  )
  return { element, update }
}

function panels(page: Page, update: () => void): Child {
  const { state } = page
  const child = animalBox({
    page,
    owner: 'foal',
    title: () => page.words.label('young'),
    sex: () => undefined,
    facts: () => state().child,
    set: (facts) => {
      page.change({ child: facts })
      update()
    },
    isOpen: isEmpty(state().child) && !(isEmpty(state().mother) && isEmpty(state().father)),
    group: 'parents',
  })
  return [
    parentPanel(page, 'mother', isEmpty(state().mother), update),
    parentPanel(page, 'father', isEmpty(state().father) && !isEmpty(state().mother), update),
    child.element,
  ]
}

/** The view "Can this be their foal?": a dam, a sire or both, a foal, and the answer in plain words. */
import { factsOf, isEmpty, type Facts } from '../../form/relatives.js'
import { animalBox } from '../animal/animal-box.js'
import type { Child } from '../dom.js'
import { faultText } from '../fault.js'
import { parentPanel } from '../foal/parent-panel.js'
import type { Page, View } from '../page.js'
import { inPlaces } from '../plan/plan-asking.js'
import { planView } from '../plan/plan-view.js'
import { ROLES, verdictOf, verdictText } from './verdict.js'

export function parentageView(page: Page): View {
  const { state, catalogue } = page
  const fieldsOf = (facts: Facts, sex?: 'f' | 'm') => factsOf(facts, catalogue.genes, sex)
  return planView({
    page,
    kind: 'parentage',
    question: 'canBeTheirs',
    heading: 'whatFollows',
    missing: () => {
      const { child, mother, father } = state()
      if (isEmpty(mother) && isEmpty(father)) return 'parentOrFoalMissing'
      return isEmpty(child) ? 'foalMissing' : undefined
    },
    panels: (update) => panels(page, update),
    fields: () => {
      const { child, mother, father } = state()
      return {
        foal: fieldsOf(child),
        ...(isEmpty(mother) ? {} : { mother: fieldsOf(mother, 'f') }),
        ...(isEmpty(father) ? {} : { father: fieldsOf(father, 'm') }),
        lang: catalogue.language,
      }
    },
    show: ({ answer, body }) => ({
      content: verdictOf(page, answer),
      short: verdictText(page, answer),
      path: '/coats/checkParentage',
      body,
    }),
    faultOf: (fault) => faultText(page, inPlaces(fault, ROLES), ROLES),
    isAssuming: false,
  })
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

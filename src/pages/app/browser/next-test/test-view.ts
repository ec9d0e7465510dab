/**
 * The view "Which test should I order?": an animal, what is to be known, and the tests by what they tell.
 * Guarantees: each result of a test says what it would mean, and how likely it is.
 */
import { animalFields } from '../../form/animal-fields.js'
import { GOALS, isWanted } from '../../form/plan/plan.js'
import { isEmpty } from '../../form/relatives.js'
import { animalBox, closeGroup } from '../animal/animal-box.js'
import { sexChoice } from '../choices.js'
import { fill, h, on, type Child } from '../dom.js'
import { faultText } from '../fault.js'
import type { Page, View } from '../page.js'
import { groundsOf } from '../plan/grounds.js'
import { inPlaces } from '../plan/plan-asking.js'
import { planView } from '../plan/plan-view.js'
import { wantedChoice } from '../plan/wanted-choice.js'
import type { Fault } from '../worker.js'
import { shortTests, testList } from './test-list.js'

export function testView(page: Page): View {
  const { state, catalogue } = page
  const { genes, language } = catalogue
  return planView({
    page,
    kind: 'tests',
    question: 'whichTest',
    heading: 'testsToOrder',
    missing: () => {
      const { horse, mate, goal, wanted } = state()
      if (isEmpty(horse)) return 'animalMissing'
      if (goal === 'carries') return undefined
      if (isEmpty(mate)) return 'mateMissing'
      return isWanted(wanted) ? undefined : 'wantedMissing'
    },
    panels: (update) => panels(page, update),
    fields: (population) => {
      const { horse, sex, mate, goal, wanted } = state()
      const cross = { mate: animalFields(mate, genes, sex === 'f' ? 'm' : 'f').fields, wanted }
      return {
        animal: animalFields(horse, genes, sex).fields,
        sex,
        ...(goal === 'foal' ? { cross } : {}),
        population,
        lang: language,
      }
    },
    show: (found) => ({
      content: [testList(page, found), groundsOf(page, found.notes)],
      short: shortTests(page, found),
      path: found.call.path,
      body: found.call.body,
    }),
    faultOf: (fault) => faultOf(page, fault),
    isAssuming: true,
  })
}

/** The animals of a cross are named in different ways by the operations that answer. */
function faultOf(page: Page, fault: Fault): HTMLElement {
  if (fault.details?.field.startsWith('horses.') === true) return faultText(page, fault, ['animal'])
  const parents = ['mother', 'father']
  const places = [...parents.map((each) => `question.cross.${each}`), ...parents]
  return faultText(page, inPlaces(fault, places), [...parents, ...parents])
}

function panels(page: Page, update: () => void): Child {
  const { words, state } = page
  const aboutFoals = h('div', { class: 'about-foals' })
  const drawGoal = (): void => {
    const isAboutFoals = state().goal === 'foal'
    if (isAboutFoals && isEmpty(state().mate)) closeGroup('parents')
    fill(aboutFoals, isAboutFoals ? [matePanel(page, update), wantedChoice(page, update)] : undefined)
  }
  drawGoal()
  const animal = animalBox({
    page,
    owner: 'horse',
    title: () => words.label(state().sex === 'f' ? 'female' : 'male'),
    sex: () => state().sex,
    facts: () => state().horse,
    set: (horse) => {
      page.change({ horse })
      update()
    },
    isOpen: isEmpty(state().horse),
    group: 'parents',
  })
  const goal = goalChoice(page, () => {
    drawGoal()
    update()
  })
  return [sexChoice(page), animal.element, goal, aboutFoals]
}

function goalChoice(page: Page, onChange: () => void): HTMLElement {
  const { words } = page
  const choices = GOALS.map((goal) => {
    const input = h('input', {
      type: 'radio',
      name: 'goal',
      value: goal,
      checked: page.state().goal === goal,
    })
    on(input, {
      change: () => {
        page.change({ goal })
        onChange()
      },
    })
    return h('label', {}, input, h('span', {}, words.say(goal === 'carries' ? 'goalCarries' : 'goalFoal')))
  })
  return h(
    'fieldset',
    { class: 'goal' },
    h('legend', { class: 'small' }, words.say('whatToKnow')),
    h('div', { class: 'pills' }, choices),
  )
}

function matePanel(page: Page, update: () => void): Child {
  const sex = page.state().sex === 'f' ? 'm' : 'f'
  return animalBox({
    page,
    owner: 'mate',
    title: () => page.words.say(sex === 'f' ? 'mother' : 'father'),
    sex: () => sex,
    facts: () => page.state().mate,
    set: (mate) => {
      page.change({ mate })
      update()
    },
    isOpen: isEmpty(page.state().mate),
    group: 'parents',
  }).element
}

/**
 * The view "Which test should I order?": an animal, what is to be known, and the tests by what they tell.
 * Guarantees: each result of a test says what it would mean, and how likely it is.
 */
import { animalFields } from '../../form/animal-fields.js'
import { GOALS, isWanted } from '../../form/plan/plan.js'
import type { TestsFound } from '../../form/plan/find-tests.js'
import { isEmpty } from '../../form/relatives.js'
import { animalBox } from '../animal/animal-box.js'
import { assumption, sexChoice } from '../choices.js'
import { fill, h, on, refill, type Child } from '../dom.js'
import { faultText } from '../fault.js'
import { groundsOf } from '../mates/mates-view.js'
import { wantedChoice } from '../mates/wanted-choice.js'
import type { Page, View } from '../page.js'
import { askPlan, inPlaces } from '../plan-asking.js'
import { progressOf } from '../progress.js'
import { questionListing } from '../question-listing.js'
import { summaryBar } from '../summary-bar.js'
import { shortTests, testList } from './test-list.js'

export function testView(page: Page): View {
  const { words, questions, catalogue } = page
  const { genes, language } = catalogue
  const results = h('div', { class: 'told-all' })
  const foot = h('div', { class: 'foot' })
  const progress = progressOf(page)
  const missing = (): string | undefined => {
    const { horse, mate, goal, wanted } = page.state()
    if (isEmpty(horse)) return 'animalMissing'
    if (goal === 'carries') return undefined
    if (isEmpty(mate)) return 'mateMissing'
    return isWanted(wanted) ? undefined : 'wantedMissing'
  }
  const update = (): void => {
    assumed.show()
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
    const { horse, sex, mate, goal, wanted } = page.state()
    const mateSex = sex === 'f' ? 'm' : 'f'
    const cross = { mate: animalFields(mate, genes, mateSex).fields, wanted }
    let found: TestsFound | undefined
    askPlan({
      page,
      kind: 'tests',
      progress,
      element: () => element,
      fields: (population) => ({
        animal: animalFields(horse, genes, sex).fields,
        sex,
        ...(goal === 'foal' ? { cross } : {}),
        population,
        lang: language,
      }),
      hear: (part) => (found = part),
      end: (told, fault) => {
        if (fault !== undefined || found === undefined) {
          const crossed = ['question.cross.mother', 'question.cross.father', 'mother', 'father']
          const ids = ['mother', 'father', 'mother', 'father']
          const inCross = fault?.details?.field.includes('horses.') !== true
          fill(
            results,
            told,
            fault && faultText(page, inCross ? inPlaces(fault, crossed) : fault, inCross ? ids : ['animal']),
          )
          fill(foot)
          bar.show(undefined)
          return
        }
        refill(results, told, testList(page, found), groundsOf(page, found.notes))
        refill(foot, questionListing(page, found.call.path, found.call.body))
        bar.show(shortTests(page, found))
      },
    })
  }
  const answer = h(
    'section',
    { class: 'answer', 'aria-labelledby': 'tests' },
    h('h2', { id: 'tests', class: 'small', tabindex: -1 }, words.say('testsToOrder')),
    progress.element,
    results,
    foot,
  )
  const bar = summaryBar(page, answer)
  const assumed = assumption(page, update)
  const aboutFoals = h('div', { class: 'about-foals' })
  const drawGoal = (): void =>
    fill(
      aboutFoals,
      page.state().goal === 'foal' ? [matePanel(page, update), wantedChoice(page, update)] : undefined,
    )
  const animal = animalBox({
    page,
    owner: 'horse',
    title: () => words.label(page.state().sex === 'f' ? 'female' : 'male'),
    sex: () => page.state().sex,
    facts: () => page.state().horse,
    set: (horse) => {
      page.change({ horse })
      update()
    },
    isOpen: isEmpty(page.state().horse),
    group: 'parents',
  })
  drawGoal()
  const element = h(
    'div',
    { class: 'view' },
    h(
      'section',
      { class: 'choose', 'aria-labelledby': 'genes' },
      h('h2', { id: 'genes', class: 'small', tabindex: -1 }, words.say('whichTest')),
      sexChoice(page),
      animal.element,
      goalChoice(page, () => {
        drawGoal()
        update()
      }),
      aboutFoals,
      assumed.element,
    ),
    answer,
    bar.element,
  )
  return { element, update }
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

/**
 * The view "What can it be?": a partly tested animal, its relatives, and the results for it and its next foal.
 * Guarantees: a late answer never replaces a newer one; a long computation can be stopped.
 */
import { questionOf, type InferFields } from '../../form/relatives.js'
import { populationChoice, scaleChoice, sexChoice } from '../choices.js'
import { fill, h, refill } from '../dom.js'
import { faultText } from '../fault.js'
import type { Page, View } from '../page.js'
import { progressOf } from '../progress.js'
import { questionListing } from '../question-listing.js'
import type { Fault, Inferred } from '../worker.js'
import { answersOf } from './answers.js'
import { family } from './family.js'
import { showReadAs } from './read-as.js'

export function knownView(page: Page): View {
  const { words, questions } = page
  const results = h('div', { class: 'told-all' })
  const progress = progressOf(page)
  const foot = h('div', { class: 'foot' })
  let last: Inferred | undefined
  const redraw = (): void => {
    if (last === undefined) return
    const isUsed = tools.contains(document.activeElement)
    refill(results, answersOf(page, last, tools))
    if (isUsed) tools.querySelector('select')?.focus()
  }
  const heard = (answer: Inferred | Fault, asked: InferFields): void => {
    progress.end()
    element.removeAttribute('aria-busy')
    last = 'code' in answer ? undefined : answer
    showReadAs(element, last)
    redraw()
    if ('code' in answer) {
      const ids = asked.horses.map(({ id }) => String(id))
      fill(results, faultText(page, answer, ids))
    }
    refill(foot, questionListing(page, '/coats/infer', 'code' in answer ? asked : answer.body))
  }
  const ask = (areBounds: boolean): void => {
    const asked = questionOf(page.state(), page.catalogue, areBounds)
    progress.begin(() => {
      element.removeAttribute('aria-busy')
      fill(results, h('p', { class: 'banner' }, words.say('stoppedShort')))
    })
    element.setAttribute('aria-busy', 'true')
    questions.infer(asked, (answer) => {
      // Without a population the facts alone may suffice; if not, coats still have bounds.
      const isOpen = 'code' in answer && answer.details?.field === 'population'
      if (isOpen && asked['population'] === 'none' && !areBounds) ask(true)
      else heard(answer, asked)
    })
  }
  const update = (): void => ask(false)
  const tools = h('div', { class: 'tools' }, scaleChoice(page, redraw))
  const element = h(
    'div',
    { class: 'view' },
    h(
      'section',
      { class: 'choose', 'aria-labelledby': 'genes' },
      h('h2', { id: 'genes', class: 'small', tabindex: -1 }, words.say('whatIsKnown')),
      sexChoice(page),
      populationChoice(page, update),
      family(page, update),
    ),
    h(
      'section',
      { class: 'answer', 'aria-labelledby': 'follows' },
      h('h2', { id: 'follows', class: 'small' }, words.say('whatFollows')),
      progress.element,
      results,
      foot,
    ),
  )
  return { element, update }
}

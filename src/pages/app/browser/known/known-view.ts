/**
 * The view "What can it be?": a partly tested animal, its relatives, and the results for it and its next foal.
 * Guarantees: a late answer never replaces a newer one; a long computation can be stopped.
 */
import { isEmpty, NOTHING, questionOf, type InferFields } from '../../form/relatives.js'
import { lacksFigures } from '../animal/likely-coat.js'
import { assumption, sexChoice } from '../choices.js'
import { fill, h, refill } from '../dom.js'
import { faultText, insteadText } from '../fault.js'
import type { Page, View } from '../page.js'
import { progressOf } from '../progress.js'
import { summaryBar } from '../summary-bar.js'
import { questionListing } from '../question-listing.js'
import { animalPrintout } from '../share/animal-printout.js'
import { shareBar } from '../share/share-bar.js'
import type { Fault, Inferred } from '../worker.js'
import { answersOf } from './answers.js'
import { family } from './family.js'
import { showReadAs } from './read-as.js'

export function knownView(page: Page): View {
  const { words, questions } = page
  const results = h('div', { class: 'told-all' })
  const progress = progressOf(page)
  const foot = h('div', { class: 'foot' })
  const heard = (answer: Inferred | Fault, asked: InferFields, instead?: Fault): void => {
    progress.end()
    element.removeAttribute('aria-busy')
    const isFault = 'code' in answer
    share.show(!isFault)
    showReadAs(element, isFault ? undefined : answer)
    if (isFault) {
      const ids = asked.horses.map(({ id }) => String(id))
      fill(results, faultText(page, answer, ids))
    } else {
      const given = instead === undefined ? undefined : insteadText(page, instead)
      refill(results, given, answersOf(page, answer, page.state().relatives.self.coat !== ''))
    }
    refill(foot, questionListing(page, '/coats/infer', isFault ? asked : answer.body))
    bar.show(isFault ? undefined : shortAnswer(page, answer))
  }
  const ask = (population: string, areBounds = false, instead?: Fault): void => {
    const asked = questionOf({ ...page.state(), population }, page.catalogue, areBounds)
    progress.begin(() => {
      element.removeAttribute('aria-busy')
      share.show(false)
      fill(results, h('p', { class: 'banner' }, words.say('stoppedShort')))
    })
    element.setAttribute('aria-busy', 'true')
    questions.infer(asked, (answer) => {
      const isOpen = 'code' in answer && lacksFigures(answer)
      // Without a population the facts alone may suffice; if not, coats still have bounds.
      if (isOpen && population === 'none' && !areBounds) ask(population, true)
      else if (isOpen && population !== 'none' && population !== page.usualPopulation)
        ask(page.usualPopulation, false, answer)
      else heard(answer, asked, instead)
    })
  }
  const update = (): void => {
    assumed.show()
    const { self, mother = NOTHING, father = NOTHING, partners, young } = page.state().relatives
    if (![self, mother, father, ...partners, ...young].every(isEmpty)) {
      ask(page.state().population)
      return
    }
    share.show(false)
    questions.stop()
    progress.end()
    element.removeAttribute('aria-busy')
    fill(results, h('p', { class: 'prompt' }, words.say('nothingToFindOut')))
    fill(foot)
    bar.show(undefined)
  }
  const share = shareBar(page)
  const answer = h(
    'section',
    { class: 'answer', 'aria-labelledby': 'follows' },
    h(
      'div',
      { class: 'answer-head' },
      h('h2', { id: 'follows', class: 'small', tabindex: -1 }, words.say('whatFollows')),
      share,
    ),
    progress.element,
    results,
    foot,
  )
  const bar = summaryBar(page, answer)
  const assumed = assumption(page, update)
  const element = h(
    'div',
    { class: 'view' },
    h(
      'section',
      { class: 'choose', 'aria-labelledby': 'genes' },
      h('h2', { id: 'genes', class: 'small', tabindex: -1 }, words.say('whatIsKnown')),
      sexChoice(page),
      family(page, update),
      assumed.element,
    ),
    answer,
    bar.element,
  )
  const printout = () =>
    share.hidden
      ? undefined
      : animalPrintout(page, {
          title: words.say('known'),
          known: [...element.querySelectorAll('.animal .parent-words')],
          answer: [results],
          isExact: false,
        })
  return { element, update, printout }
}

/** The first certain genotypes, or the likeliest coat, in one line. */
function shortAnswer(page: Page, { inferred }: Inferred): string | undefined {
  const { words } = page
  const last = inferred.answers.findLast((each) => 'results' in each)
  if (last === undefined || !('results' in last)) return undefined
  const [first] = last.results
  if (first === undefined) return undefined
  const share = first.percentage === undefined ? '' : ` ${words.share(first.percentage)}`
  return `${words.say('coats', { count: last.results.length })}: ${first.coat}${share}`
}

/**
 * The frame of a view that compares, checks or plans: what is entered on one side, the answer with its grounds on the other.
 * Guarantees: what is missing is asked for one by one, and nothing is answered before; a late answer never replaces a newer one.
 */
import type { Fields } from '../../../../operations/read/decode-fields.js'
import { assumption } from '../choices.js'
import { h, refill, type Child } from '../dom.js'
import type { Page, View } from '../page.js'
import { progressOf } from '../progress.js'
import { questionListing } from '../question-listing.js'
import { animalPrintout } from '../share/animal-printout.js'
import { shareBar } from '../share/share-bar.js'
import { summaryBar } from '../summary-bar.js'
import type { Fault, PlanKind, Plans } from '../worker.js'
import { askPlan } from './plan-asking.js'

/** An answer as it is shown. */
export interface ShownPlan {
  readonly content: readonly Child[]
  /** The answer in one line. */
  readonly short: string
  /** The same question as an API call. */
  readonly path: string
  readonly body: Fields
}

export interface PlanViewParts<Asked extends PlanKind> {
  readonly page: Page
  readonly kind: Asked
  /** The question that the view answers, and the heading of the answer: texts by name. */
  readonly question: string
  readonly heading: string
  /** The text that asks for what is missing, by name; undefined if all is there. */
  readonly missing: () => string | undefined
  /** What is entered. @param update to be called after a change of state */
  readonly panels: (update: () => void) => Child
  readonly fields: (population: string) => Fields
  readonly show: (found: Plans[Asked]) => ShownPlan
  readonly faultOf: (fault: Fault) => HTMLElement
  /** Whether the answer depends on what is assumed of untested genes. */
  readonly isAssuming: boolean
}

export function planView<Asked extends PlanKind>(parts: PlanViewParts<Asked>): View {
  const { page, kind, question, heading, missing, panels, fields, show, faultOf, isAssuming } = parts
  const { words, questions } = page
  const results = h('div', { class: 'told-all' })
  const foot = h('div', { class: 'foot' })
  const progress = progressOf(page)
  const tell = (content: readonly Child[], shown?: ShownPlan): void => {
    refill(results, content)
    refill(foot, shown && questionListing(page, shown.path, shown.body))
    share.hidden = shown === undefined
    bar.show(shown?.short)
  }
  const update = (): void => {
    assumed.show()
    const lacking = missing()
    if (lacking !== undefined) {
      questions.stop()
      progress.end()
      element.removeAttribute('aria-busy')
      tell([h('p', { class: 'prompt' }, words.say(lacking))])
      return
    }
    let found: Plans[Asked] | undefined
    askPlan({
      page,
      kind,
      progress,
      element: () => element,
      fields,
      hear: (part) => (found = part),
      end: (told, fault) => {
        if (fault !== undefined) tell([told, faultOf(fault)])
        else if (found === undefined) tell([told])
        else {
          const shown = show(found)
          tell([told, shown.content], shown)
        }
      },
    })
  }
  const share = shareBar(page)
  share.hidden = true
  const answer = h(
    'section',
    { class: 'answer', 'aria-labelledby': 'answer' },
    h(
      'div',
      { class: 'answer-head' },
      h('h2', { id: 'answer', class: 'small', tabindex: -1 }, words.say(heading)),
      share,
    ),
    progress.element,
    results,
    foot,
  )
  const bar = summaryBar(page, answer)
  const assumed = assumption(page, update)
  const entered = h('div', { class: 'entered' }, panels(update))
  const element = h(
    'div',
    { class: 'view' },
    h(
      'section',
      { class: 'choose', 'aria-labelledby': 'genes' },
      h('h2', { id: 'genes', class: 'small', tabindex: -1 }, words.say(question)),
      entered,
      isAssuming ? assumed.element : undefined,
    ),
    answer,
    bar.element,
  )
  const printout = () =>
    share.hidden
      ? undefined
      : animalPrintout(page, {
          title: words.say(question),
          known: [...entered.querySelectorAll('.parent > summary')],
          answer: [results],
          isExact: !isAssuming,
        })
  return { element, update, printout }
}

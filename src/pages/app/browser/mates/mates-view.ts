/**
 * The view "Which stallion?": one mare, several stallions, a wanted coat, and the stallions by the chance of it.
 * Guarantees: nothing is answered before mare, stallion and coat are entered; equal chances keep the order of entry.
 */
import { animalFields } from '../../form/animal-fields.js'
import { isWanted } from '../../form/plan/plan.js'
import { isEmpty } from '../../form/relatives.js'
import type { MatesFound } from '../../form/plan/find-mates.js'
import { assumption } from '../choices.js'
import { fill, h, refill, type Child } from '../dom.js'
import { faultText } from '../fault.js'
import { parentPanel } from '../foal/parent-panel.js'
import type { Page, View } from '../page.js'
import { askPlan, inPlaces } from '../plan-asking.js'
import { progressOf } from '../progress.js'
import { questionListing } from '../question-listing.js'
import { summaryBar } from '../summary-bar.js'
import { rankedStallions } from './ranked-stallions.js'
import { sireName, sirePanels } from './sire-panels.js'
import { wantedChoice, wantedText } from './wanted-choice.js'

export function matesView(page: Page): View {
  const { words, questions } = page
  const results = h('div', { class: 'told-all' })
  const foot = h('div', { class: 'foot' })
  const progress = progressOf(page)
  const entered = () =>
    page.state().sires.flatMap((sire, index) => (isEmpty(sire) ? [] : [{ index, facts: sire }]))
  const missing = (): string | undefined => {
    if (isEmpty(page.state().mother)) return 'mareMissing'
    if (entered().length === 0) return 'stallionMissing'
    return isWanted(page.state().wanted) ? undefined : 'wantedMissing'
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
    const { genes, language } = page.catalogue
    const { mother, wanted } = page.state()
    const stallions = entered()
    let found: MatesFound | undefined
    askPlan({
      page,
      kind: 'mates',
      progress,
      element: () => element,
      fields: (population) => ({
        mares: [{ name: '', fields: animalFields(mother, genes, 'f').fields }],
        stallions: stallions.map(({ index, facts }) => ({
          name: sireName(page, index),
          fields: animalFields(facts, genes, 'm').fields,
        })),
        wanted,
        population,
        lang: language,
      }),
      hear: (part) => (found = part),
      end: (told, fault) => {
        if (fault !== undefined || found === undefined) {
          const places = ['horse', ...stallions.map((_, at) => `candidates.${at}`)]
          const ids = ['mother', ...stallions.map(({ index }) => `=${sireName(page, index)}`)]
          fill(results, told, fault && faultText(page, inPlaces(fault, places), ids))
          fill(foot)
          bar.show(undefined)
          return
        }
        const rows = found.rows.map((row) => ({ ...row, stallion: stallions[row.stallion]?.index ?? 0 }))
        refill(results, told, heading(), rankedStallions(page, rows), groundsOf(page, found.notes))
        refill(foot, questionListing(page, '/coats/chooseMate', found.body))
        const [best] = rows
        bar.show(best && `${sireName(page, best.stallion)}: ${words.share(best.wanted_percentage)}`)
      },
    })
  }
  const heading = (): Child => h('p', { class: 'count' }, words.say('chanceOf', { coat: wantedText(page) }))
  const answer = h(
    'section',
    { class: 'answer', 'aria-labelledby': 'ranked' },
    h('h2', { id: 'ranked', class: 'small', tabindex: -1 }, words.say('compared')),
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
      h('h2', { id: 'genes', class: 'small', tabindex: -1 }, words.say('whichMate')),
      parentPanel(page, 'mother', isEmpty(page.state().mother), update),
      sirePanels(page, update),
      wantedChoice(page, update),
      assumed.element,
    ),
    answer,
    bar.element,
  )
  return { element, update }
}

/** What the chances rest on. */
export function groundsOf({ words }: Page, notes: readonly { readonly text: string }[] = []): Child {
  if (notes.length === 0) return undefined
  return h(
    'section',
    { class: 'follows' },
    h('h3', {}, words.say('restsOn')),
    h(
      'ul',
      { class: 'grounds' },
      notes.map(({ text }) => h('li', {}, text)),
    ),
  )
}

/**
 * The view "Which stallion?": one mare, several stallions, a wanted coat, and the stallions by the chance of it.
 * Guarantees: equal chances keep the order of entry.
 */
import { animalFields } from '../../form/animal-fields.js'
import { isWanted } from '../../form/plan/plan.js'
import { isEmpty } from '../../form/relatives.js'
import { h } from '../dom.js'
import { faultText } from '../fault.js'
import { parentPanel } from '../foal/parent-panel.js'
import type { Page, View } from '../page.js'
import { groundsOf } from '../plan/grounds.js'
import { inPlaces } from '../plan/plan-asking.js'
import { planView } from '../plan/plan-view.js'
import { wantedChoice, wantedText } from '../plan/wanted-choice.js'
import { rankedStallions } from './ranked-stallions.js'
import { sireName, sirePanels } from './sire-panels.js'

export function matesView(page: Page): View {
  const { words, state } = page
  const { genes, language } = page.catalogue
  /** Places of the stallions of which something is known. */
  const entered = (): readonly number[] =>
    state().sires.flatMap((sire, index) => (isEmpty(sire) ? [] : [index]))
  return planView({
    page,
    kind: 'mates',
    question: 'whichMate',
    heading: 'compared',
    missing: () => {
      if (isEmpty(state().mother)) return 'mareMissing'
      if (entered().length === 0) return 'stallionMissing'
      return isWanted(state().wanted) ? undefined : 'wantedMissing'
    },
    panels: (update) => [
      parentPanel(page, 'mother', isEmpty(state().mother), update),
      sirePanels(page, update),
      wantedChoice(page, update),
    ],
    fields: (population) => ({
      mares: [{ name: '', fields: animalFields(state().mother, genes, 'f').fields }],
      stallions: entered().flatMap((index) => {
        const sire = state().sires[index]
        return sire ? [{ name: sireName(page, index), fields: animalFields(sire, genes, 'm').fields }] : []
      }),
      wanted: state().wanted,
      population,
      lang: language,
    }),
    show: ({ rows: found, notes, body }) => {
      const rows = found.map((row) => ({ ...row, stallion: entered()[row.stallion] ?? 0 }))
      const [best] = rows
      return {
        content: [
          h('p', { class: 'count' }, words.say('chanceOf', { coat: wantedText(page) })),
          rankedStallions(page, rows),
          groundsOf(page, notes),
        ],
        short: best ? `${sireName(page, best.stallion)}: ${words.share(best.wanted_percentage)}` : '',
        path: '/coats/chooseMate',
        body,
      }
    },
    faultOf: (fault) => {
      const places = ['horse', ...entered().map((_, at) => `candidates.${at}`)]
      const ids = ['mother', ...entered().map((index) => `=${sireName(page, index)}`)]
      return faultText(page, inPlaces(fault, places), ids)
    },
    isAssuming: true,
  })
}

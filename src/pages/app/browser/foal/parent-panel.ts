/**
 * The panel of one parent, with the phase of its linked genes.
 * Guarantees: the chosen phase is cleared when its genes change.
 */
import { withUntested } from '../../form/animal-fields.js'
import type { ParentState } from '../../form/address.js'
import { isWay, phaseQuestions, type PhaseWay } from '../../form/phase.js'
import type { Facts } from '../../form/relatives.js'
import { animalBox } from '../animal/animal-box.js'
import { fill, h, on } from '../dom.js'
import type { Page } from '../page.js'

export type ParentName = 'mother' | 'father'

export const SEX_OF = { mother: 'f', father: 'm' } as const

/** @param onChange called after a change of state */
export function parentPanel(
  page: Page,
  parent: ParentName,
  isOpen: boolean,
  onChange: () => void,
): HTMLElement {
  const { words, catalogue } = page
  const { genes } = catalogue
  const sex = SEX_OF[parent]
  const phases = h('div', { class: 'phases' })
  const choice = (): Facts['tests'] => withUntested(page.state()[parent].tests, genes)
  const askPhases = (): void => {
    const { together } = page.state()[parent]
    fill(
      phases,
      phaseQuestions(choice(), genes, sex).map(({ group, ways }) =>
        phaseControl(page, ways, together[group], (alleles) => {
          const { [group]: _, ...others } = page.state()[parent].together
          set({
            ...page.state()[parent],
            together: alleles === undefined ? others : { ...others, [group]: alleles },
          })
        }),
      ),
    )
  }
  const set = (state: ParentState): void => {
    page.change({ [parent]: state })
    onChange()
  }
  const { element } = animalBox({
    page,
    owner: parent,
    title: () => words.say(parent),
    sex: () => sex,
    facts: () => {
      const { together: _, ...facts } = page.state()[parent]
      return facts
    },
    set: (facts) => {
      const { together } = page.state()[parent]
      const questions = phaseQuestions(withUntested(facts.tests, genes), genes, sex)
      const kept = questions.flatMap(({ group, ways }) => {
        const alleles = together[group]
        return alleles !== undefined && ways.some((way) => isWay(way, alleles)) ? [[group, alleles]] : []
      })
      set({ ...facts, together: Object.fromEntries(kept) as ParentState['together'] })
      askPhases()
    },
    isOpen,
    group: 'parents',
    above: phases,
  })
  askPhases()
  return element
}

function phaseControl(
  { words }: Page,
  ways: readonly PhaseWay[],
  together: readonly string[] | undefined,
  onChange: (together: readonly string[] | undefined) => void,
): HTMLElement {
  const chosen = ways.findIndex((way) => together !== undefined && isWay(way, together))
  const text = ({ copies: [one, other] }: PhaseWay): string =>
    words.say('way', { one: one.join(' + '), other: other.join(' + ') })
  const select = h(
    'select',
    { 'aria-label': words.say('phase') },
    h('option', { value: -1 }, words.say('unknownPhase')),
    ways.map((way, index) => h('option', { value: index, selected: index === chosen }, text(way))),
  )
  on(select, { change: () => onChange(ways[Number(select.value)]?.together) })
  return h(
    'details',
    { class: 'phase fold', open: chosen >= 0 },
    h('summary', {}, words.say('phase')),
    h('p', { class: 'quiet' }, words.say('phaseHint')),
    select,
  )
}

/**
 * The panel of one parent: coat name, genes, and the phase of linked genes if several are possible.
 * Guarantees: the chosen phase is cleared when its genes change.
 */
import type { ParentState } from '../../form/address.js'
import { fieldsOf, openGenes } from '../../form/choice.js'
import { isWay, phaseQuestions, type PhaseWay } from '../../form/phase.js'
import { fill, h, on } from '../dom.js'
import type { Page } from '../page.js'
import { picker } from '../picker.js'
import { hidePicture, showPicture } from '../picture.js'

export type ParentName = 'mother' | 'father'

export const SEX_OF = { mother: 'f', father: 'm' } as const

/** @param onChange called after a change of state */
export function parentPanel(
  page: Page,
  parent: ParentName,
  isOpen: boolean,
  onChange: () => void,
): HTMLElement {
  const { words, catalogue, questions } = page
  const { genes, language } = catalogue
  const sex = SEX_OF[parent]
  const coat = h('span', { class: 'parent-coat', role: 'status' })
  const picture = h('img', { class: 'parent-picture', alt: '', width: 96, height: 72, hidden: true })
  const phases = h('div', { class: 'phases' })
  let latest = 0

  const nameCoat = (): void => {
    const { choice } = page.state()[parent]
    const { isSexed, ...fields } = fieldsOf(choice, genes, sex)
    const id = ++latest
    const untested = openGenes(choice, genes)
    if (untested.length > 0) {
      coat.textContent = words.say('untestedGenes', { genes: untested.map(({ name }) => name).join(', ') })
      hidePicture(picture)
      return
    }
    const body = { ...fields, ...(isSexed ? { sex } : {}), lang: language }
    void questions.horse(body).then((answer) => {
      if (id === latest) coat.textContent = 'code' in answer ? answer.message : answer.translate
    })
    void showPicture(page, picture, body, true)
  }
  const askPhases = (): void => {
    const { choice, together } = page.state()[parent]
    const questions = phaseQuestions(choice, genes, sex)
    fill(
      phases,
      questions.map(({ group, ways }) =>
        phaseControl(page, ways, together[group], (alleles) => {
          const { [group]: _, ...others } = page.state()[parent].together
          set({
            choice: page.state()[parent].choice,
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
  const genesPicker = picker({
    page,
    owner: parent,
    choice: () => page.state()[parent].choice,
    sex: () => sex,
    mayBeOpen: true,
    onChange: (choice) => {
      const { together } = page.state()[parent]
      const questions = phaseQuestions(choice, genes, sex)
      const kept = questions.flatMap(({ group, ways }) => {
        const alleles = together[group]
        return alleles !== undefined && ways.some((way) => isWay(way, alleles)) ? [[group, alleles]] : []
      })
      set({ choice, together: Object.fromEntries(kept) as ParentState['together'] })
      nameCoat()
      askPhases()
    },
  })
  nameCoat()
  askPhases()
  return h(
    'details',
    { class: 'parent', name: 'parents', open: isOpen, 'data-parent': parent },
    h(
      'summary',
      {},
      picture,
      h('span', { class: 'parent-words' }, h('span', { class: 'parent-name' }, words.say(parent)), coat),
    ),
    phases,
    genesPicker,
  )
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
    'div',
    { class: 'phase' },
    h('p', { class: 'phase-question' }, words.say('phase')),
    select,
    h('p', { class: 'quiet' }, words.say('phaseHint')),
  )
}

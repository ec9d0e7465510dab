/**
 * The panel of one parent: coat name and picture, what is not tested, and how it is entered.
 * Guarantees: the chosen phase of linked genes is cleared when its genes change; a late answer never replaces a newer one.
 */
import { animalFields, isExact, isSeen, untestedGenes, withUntested } from '../../form/animal-fields.js'
import type { ParentState } from '../../form/address.js'
import { isWay, phaseQuestions, type PhaseWay } from '../../form/phase.js'
import { isEmpty, type Facts } from '../../form/relatives.js'
import { animalEntry } from '../animal/animal-entry.js'
import { coatText, enteredCoat, likelyCoat } from '../animal/likely-coat.js'
import { fill, h, on } from '../dom.js'
import type { Page } from '../page.js'
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
  const { words, catalogue } = page
  const { genes, language } = catalogue
  const sex = SEX_OF[parent]
  const coat = h('span', { class: 'parent-coat', role: 'status' })
  const untested = h('span', { class: 'parent-untested' })
  const picture = h('img', { class: 'parent-picture', alt: '', width: 96, height: 72, hidden: true })
  const phases = h('div', { class: 'phases' })
  let latest = 0

  const nameCoat = async (): Promise<void> => {
    const facts = page.state()[parent]
    const id = ++latest
    if (isEmpty(facts)) {
      coat.textContent = words.say('nothingKnown')
      untested.textContent = ''
      hidePicture(picture)
      return
    }
    untested.textContent = untestedText(page, facts)
    const { fields, isSexed } = animalFields(facts, genes, sex)
    const found = await likelyCoat(page, {
      ...fields,
      ...(isSexed ? { sex } : {}),
      ...(isExact(facts, genes) ? {} : { population: page.state().population }),
      lang: language,
    })
    if (id !== latest) return
    coat.textContent =
      'fault' in found ? enteredCoat(page, facts) || words.say('unclear') : coatText(page, facts, found.coats)
    if ('fault' in found) hidePicture(picture)
    else
      void showPicture(
        page,
        picture,
        { ...found.pictured, ...(isSexed ? { sex } : {}), lang: language },
        true,
      )
  }
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
  const entry = animalEntry({
    page,
    owner: parent,
    facts: () => {
      const { together: _, ...facts } = page.state()[parent]
      return facts
    },
    sex: () => sex,
    onChange: (facts) => {
      const { together } = page.state()[parent]
      const questions = phaseQuestions(withUntested(facts.tests, genes), genes, sex)
      const kept = questions.flatMap(({ group, ways }) => {
        const alleles = together[group]
        return alleles !== undefined && ways.some((way) => isWay(way, alleles)) ? [[group, alleles]] : []
      })
      set({ ...facts, together: Object.fromEntries(kept) as ParentState['together'] })
      void nameCoat()
      askPhases()
    },
  })
  void nameCoat()
  askPhases()
  return h(
    'details',
    { class: 'parent', name: 'parents', open: isOpen, 'data-parent': parent },
    h(
      'summary',
      {},
      picture,
      h(
        'span',
        { class: 'parent-words' },
        h('span', { class: 'parent-name' }, words.say(parent)),
        coat,
        untested,
      ),
    ),
    phases,
    entry,
  )
}

/** What is not tested of an animal of which something is known. */
export function untestedText({ words, catalogue }: Page, facts: Facts): string {
  const untested = untestedGenes(facts, catalogue.genes)
  if (untested.length === 0) return ''
  if (isSeen(facts) && Object.keys(facts.tests).length === 0) return words.say('notTested')
  return words.say('untestedGenes', { genes: untested.map(({ name }) => name).join(', ') })
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

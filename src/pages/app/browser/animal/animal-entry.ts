/**
 * Enters one animal by what its owner has: a colour, test results, its genes one by one, or an animal of the herd.
 * Guarantees: all of them fill the same animal; switching between them loses nothing.
 */
import { isSeen } from '../../form/animal-fields.js'
import type { Sex } from '../../form/choice.js'
import { isEmpty, NOTHING, type Facts } from '../../form/relatives.js'
import { button, fill, h, on } from '../dom.js'
import { WAYS, type EntryState, type Page } from '../page.js'
import { colourWay } from './colour-way.js'
import { genesWay } from './genes-way.js'
import { herdWay } from '../herd/herd-way.js'
import { reportWay } from './report-way.js'
import { saveAnimal } from '../herd/save-animal.js'

const NEW = { report: '', reported: [], answers: {}, isOpen: false }

/** Their names, among the texts. */
const NAMES: Readonly<Record<EntryState['way'], string>> = {
  colour: 'byColour',
  report: 'byReport',
  genes: 'byGenes',
  herd: 'byHerd',
}

export interface EntryParts {
  readonly page: Page
  /** Distinguishes the animal from others on the page. */
  readonly owner: string
  readonly facts: () => Facts
  readonly sex: () => Sex | undefined
  readonly onChange: (facts: Facts) => void
  /** Called with the name under which the animal was saved to the herd. */
  readonly onSaved?: (name: string) => void
  /** Whether the animal is one of the herd, which is stored with each change. */
  readonly isKept?: boolean
  /** Whether it cannot be chosen from the herd. */
  readonly isOwn?: boolean
}

export function animalEntry(parts: EntryParts): HTMLElement {
  const { page, owner, facts, sex, onChange, onSaved, isKept = false, isOwn = isKept } = parts
  const { words, entries } = page
  const state = (): EntryState => entries.get(owner) ?? { ...NEW, way: usualWay(facts()) }
  const keep = (part: Partial<EntryState>): void => void entries.set(owner, { ...state(), ...part })
  const set = (part: Partial<Facts>): void => {
    // From now on what is entered must not decide how it is entered.
    keep({})
    onChange({ ...facts(), ...part })
    showActions()
  }
  const body = h('div', { class: 'way' })
  const makers: Readonly<Record<EntryState['way'], () => HTMLElement>> = {
    colour: () => colourWay({ page, facts, set }),
    report: () => reportWay({ page, facts, set, sex, state, keep }),
    genes: () =>
      genesWay({ page, owner, tests: () => facts().tests, sex, onChange: (tests) => set({ tests }) }),
    herd: () => herdWay({ page, facts, set, sex }),
  }
  const showActions = (): void => {
    reset.hidden = isKept || isEmpty(facts())
    save.show(!isKept && !isEmpty(facts()))
  }
  const draw = (): void => {
    fill(body, makers[state().way]())
    showActions()
  }
  const tabs = WAYS.filter((way) => way !== 'herd' || !isOwn).map((way) => {
    const input = h('input', {
      type: 'radio',
      name: `${owner}-way`,
      value: way,
      checked: state().way === way,
    })
    on(input, {
      change: () => {
        keep({ way })
        draw()
      },
    })
    return h('label', {}, input, h('span', {}, words.say(NAMES[way])))
  })
  const reset = button(words.say('reset'), 'quiet-button', () => {
    keep({ report: '', reported: [], answers: {}, isOpen: false })
    onChange(NOTHING)
    draw()
    tabs[WAYS.indexOf(state().way)]?.querySelector('input')?.focus()
  })
  const save = saveAnimal({
    page,
    facts,
    sex,
    onSaved: (name) => {
      if (state().way === 'herd') draw()
      onSaved?.(name)
    },
  })
  draw()
  return h(
    'div',
    { class: 'entry', 'data-owner': owner },
    h(
      'fieldset',
      { class: 'ways' },
      h('legend', { class: 'unseen' }, words.say('ways')),
      h('div', { class: 'pills' }, tabs),
    ),
    body,
    h('div', { class: 'entry-actions' }, save.element, reset),
  )
}

function usualWay(facts: Facts): EntryState['way'] {
  return isSeen(facts) || Object.keys(facts.tests).length === 0 ? 'colour' : 'genes'
}

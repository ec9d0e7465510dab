/** Controls shared by several views: sex, and what is assumed of untested genes. */
import { NONE } from '../form/relatives.js'
import { h, on } from './dom.js'
import type { Page } from './page.js'

export function sexChoice(page: Page): HTMLElement {
  const { words } = page
  const choices = (['f', 'm'] as const).map((sex) => {
    const input = h('input', { type: 'radio', name: 'sex', value: sex, checked: page.state().sex === sex })
    on(input, {
      change: () => {
        page.change({ sex })
        // Redraw, because sex-linked genes have one copy more or less. The new view asks by itself; asking here as well would
        // cancel its question on behalf of the old view.
        element.dispatchEvent(new Event('redraw', { bubbles: true }))
      },
    })
    return h('label', {}, input, h('span', {}, words.label(sex === 'f' ? 'female' : 'male')))
  })
  const element = h(
    'fieldset',
    { class: 'sex' },
    h('legend', { class: 'unseen' }, words.say('sex')),
    h('div', { class: 'pills' }, choices),
  )
  return element
}

/** What is assumed of untested genes, in one line that opens the choice of another assumption. */
export interface Assumption {
  readonly element: HTMLElement
  /** Shows what is assumed now. */
  readonly show: () => void
}

export function assumption(page: Page, update: () => void): Assumption {
  const { words, catalogue } = page
  const options = [
    ...catalogue.populations.map(({ population, name, sampled }) => ({
      value: population,
      text: sampled === undefined ? name : `${name} (n = ${words.number(sampled)})`,
    })),
    { value: NONE, text: words.say('noPopulation') },
  ]
  const chosen = h('strong')
  const show = (): void => {
    const current = page.state().population
    select.value = current
    chosen.textContent =
      current === NONE
        ? words.say('allPossible')
        : (catalogue.populations.find(({ population }) => population === current)?.name ?? current)
  }
  const select = h(
    'select',
    {},
    options.map(({ value, text }) =>
      h('option', { value, selected: value === page.state().population }, text),
    ),
  )
  on(select, {
    change: () => {
      page.change({ population: select.value })
      show()
      update()
    },
  })
  const element = h(
    'details',
    { class: 'fold assumption' },
    h(
      'summary',
      {},
      words.say('untestedBy'),
      ' ',
      chosen,
      ' ',
      h('span', { class: 'change' }, words.say('change')),
    ),
    h('label', { class: 'field' }, words.say('population'), select),
  )
  show()
  return { element, show }
}

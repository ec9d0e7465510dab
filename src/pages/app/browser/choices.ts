/** Controls shared by several views: sex, population and scale of the bars. */
import { SCALES } from '../form/address.js'
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

/** Populations of the rules, and "none". */
export function populationChoice(page: Page, update: () => void): HTMLElement {
  const { words, catalogue } = page
  const current = page.state().population
  const options = [
    ...catalogue.populations.map(({ population, name, sampled }) => ({
      value: population,
      text: sampled === undefined ? name : `${name} (n = ${words.number(sampled)})`,
    })),
    { value: NONE, text: words.say('noPopulation') },
  ]
  const select = h(
    'select',
    {},
    options.map(({ value, text }) => h('option', { value, selected: value === current }, text)),
  )
  on(select, {
    change: () => {
      page.change({ population: select.value })
      update()
    },
  })
  return h('label', { class: 'field' }, words.say('population'), select)
}

export function scaleChoice(page: Page, redraw: () => void): HTMLElement {
  const { words } = page
  const select = h(
    'select',
    { 'aria-label': words.say('scale') },
    SCALES.map((scale) =>
      h('option', { value: scale, selected: page.state().scale === scale }, words.say(scale)),
    ),
  )
  return on(select, {
    change: () => {
      page.change({ scale: SCALES.find((each) => each === select.value) ?? 'linear' })
      redraw()
    },
  })
}

/** The wanted coat: any coat with some parts, or one by its name. */
import { chips, nameField } from '../animal/colour-way.js'
import { h } from '../dom.js'
import { partName } from '../fault.js'
import type { Page } from '../page.js'

/** @param update called after a change of state */
export function wantedChoice(page: Page, update: () => void): HTMLElement {
  const { words, coatWords } = page
  const wanted = () => page.state().wanted
  const change = (part: Partial<ReturnType<typeof wanted>>): void => {
    page.change({ wanted: { ...wanted(), ...part } })
    update()
  }
  const shown = [...new Set([...coatWords.parts, ...wanted().has])]
  const parts = chips(
    words.say('anyCoatWith'),
    shown.map((token) => ({
      text: partName(page, token),
      isOn: () => wanted().has.includes(token),
      toggle: (isOn) =>
        change({ has: isOn ? wanted().has.filter((each) => each !== token) : [...wanted().has, token] }),
    })),
  )
  const name = nameField(words.say('orNameOfCoat'), wanted().coat, (coat) => change({ coat }))
  return h(
    'fieldset',
    { class: 'wanted' },
    h('legend', { class: 'small' }, words.say('wantedCoat')),
    parts.element,
    name.element,
  )
}

/** What is wanted, in words. */
export function wantedText({ state, ...page }: Page): string {
  const { coat, has } = state().wanted
  const parts = has.map((token) => partName({ state, ...page }, token))
  return [coat, ...parts].filter((each) => each !== '').join(', ')
}

/** The age of an animal in its picture, because some coats change with age. */
import { h, on } from '../dom.js'
import type { Page } from '../page.js'

/** In years. */
const AGES = [0, 1, 3, 6, 12, 20]

export function ageChoice(page: Page, update: () => void): HTMLElement {
  const { words } = page
  const { age } = page.state()
  const select = h(
    'select',
    { 'aria-label': words.say('age') },
    h('option', { value: '' }, words.say('adult')),
    AGES.map((each) =>
      h(
        'option',
        { value: each, selected: each === age },
        each === 0 ? words.say('newborn') : words.say('years', { count: each }),
      ),
    ),
  )
  on(select, {
    change: () => {
      page.change({ age: select.value === '' ? undefined : Number(select.value) })
      update()
    },
  })
  return h('p', { class: 'ages', hidden: true }, select)
}

/**
 * What was seen of an animal: a coat's name with suggestions, the coat it was born with, parts that were seen or not.
 * Guarantees: a name is taken when it is chosen or finished, not letter by letter.
 */
import { variantOf } from '../../../../rules/notation.js'
import type { Facts } from '../../form/relatives.js'
import { button, fill, h, on } from '../dom.js'
import { partName } from '../fault.js'
import type { Page } from '../page.js'
import type { Panel } from './panel.js'

export function seenFields(page: Page, { facts }: Panel, set: (part: Partial<Facts>) => void): HTMLElement {
  const { words } = page
  const { born, has, lacks, isCertain } = facts()
  const sure = h('input', { type: 'checkbox', checked: isCertain })
  on(sure, { change: () => set({ isCertain: sure.checked }) })
  return h(
    'div',
    { class: 'fields' },
    nameField(words.say('coatSeen'), facts().coat, (coat) => set({ coat })),
    h(
      'details',
      { class: 'fold', open: isCertain || born !== '' || has.length + lacks.length > 0 },
      h('summary', {}, words.say('moreSeen')),
      h(
        'div',
        { class: 'fields' },
        partFields(page, facts, set),
        nameField(words.say('coatBorn'), born, (name) => set({ born: name })),
        h('label', { class: 'check' }, sure, h('span', {}, words.say('certainlySeen'))),
      ),
    ),
  )
}

function nameField(label: string, name: string, onChange: (name: string) => void): HTMLElement {
  const input = h('input', {
    type: 'text',
    value: name,
    list: 'coat-names',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  let taken = name
  const take = (): void => {
    const next = input.value.trim()
    if (next === taken) return
    taken = next
    onChange(next)
  }
  on(input, {
    change: take,
    input: () => {
      const names = [...(input.list?.options ?? [])]
      if (input.value === '' || names.some(({ value }) => value === input.value)) take()
    },
  })
  return h('label', { class: 'field' }, label, input)
}

function partFields(page: Page, facts: Panel['facts'], set: (part: Partial<Facts>) => void): HTMLElement {
  const { words, catalogue } = page
  const chips = h('div', { class: 'found' })
  const draw = (): void => {
    const chip = (kind: 'has' | 'lacks', token: string): HTMLElement => {
      const part = partName(page, token)
      const text = kind === 'has' ? part : words.say('without', { part })
      const element = button(`${text} ×`, 'chip', () => {
        set({ [kind]: facts()[kind].filter((each) => each !== token) })
        draw()
        select.focus()
      })
      element.setAttribute('aria-label', words.say('takeBack', { what: text }))
      return element
    }
    const { has, lacks } = facts()
    fill(chips, [...has.map((each) => chip('has', each)), ...lacks.map((each) => chip('lacks', each))])
  }
  const select = h(
    'select',
    { 'aria-label': words.say('part') },
    // Observers cannot tell variants such as pattern/X9 apart.
    catalogue.tokens.flatMap(({ token }) =>
      variantOf(token) === undefined ? h('option', { value: token }, partName(page, token)) : [],
    ),
  )
  const add = (kind: 'has' | 'lacks') => (): void => {
    const token = select.value
    const { has, lacks } = facts()
    const others = {
      has: has.filter((each) => each !== token),
      lacks: lacks.filter((each) => each !== token),
    }
    set({ ...others, [kind]: [...others[kind], token] })
    draw()
  }
  draw()
  return h(
    'fieldset',
    {},
    h('legend', { class: 'field-name' }, words.say('parts')),
    h(
      'div',
      { class: 'find' },
      select,
      button(words.say('isSeen'), 'plain', add('has')),
      button(words.say('isNotSeen'), 'plain', add('lacks')),
    ),
    chips,
  )
}

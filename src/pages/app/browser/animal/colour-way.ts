/**
 * The coat of an animal as somebody saw it: a name, typed or clicked on, with patterns; further parts and the coat at birth.
 * Guarantees: a name is taken when it is chosen or finished, not letter by letter; a click keeps the focus.
 */
import { variantOf } from '../../../../rules/notation.js'
import type { Facts } from '../../form/relatives.js'
import { button, fill, h, on } from '../dom.js'
import { partName } from '../fault.js'
import type { Page } from '../page.js'

export interface Way {
  readonly page: Page
  readonly facts: () => Facts
  readonly set: (part: Partial<Facts>) => void
}

export function colourWay({ page, facts, set }: Way): HTMLElement {
  const { words, coatWords } = page
  const { born, has, lacks, isCertain } = facts()
  const sure = h('input', { type: 'checkbox', checked: isCertain })
  on(sure, { change: () => set({ isCertain: sure.checked }) })
  const isShown = (token: string): boolean => coatWords.patterns.includes(token)
  const common = chips(
    words.say('orChoose'),
    coatWords.common.map((name) => ({
      text: name,
      isOn: () => facts().coat.toLowerCase() === name.toLowerCase(),
      toggle: (isOn) => {
        name_.show(isOn ? '' : name)
        set({ coat: isOn ? '' : name })
      },
    })),
  )
  const patterns = chips(
    words.say('with'),
    coatWords.patterns.map((token) => ({
      text: partName(page, token),
      isOn: () => facts().has.includes(token),
      toggle: (isOn) => {
        const { has, lacks } = facts()
        set({
          has: isOn ? has.filter((each) => each !== token) : [...has, token],
          lacks: lacks.filter((each) => each !== token),
        })
      },
    })),
  )
  const name_ = nameField(words.say('coatSeen'), facts().coat, (coat) => {
    set({ coat })
    common.show()
  })
  const isOpen = isCertain || born !== '' || has.some((token) => !isShown(token)) || lacks.length > 0
  return h(
    'div',
    { class: 'fields' },
    name_.element,
    common.element,
    patterns.element,
    h(
      'details',
      { class: 'fold', open: isOpen },
      h('summary', {}, words.say('moreSeen')),
      h(
        'div',
        { class: 'fields' },
        partFields({ page, facts, set }),
        nameField(words.say('coatBorn'), born, (name) => set({ born: name })).element,
        h('label', { class: 'check' }, sure, h('span', {}, words.say('certainlySeen'))),
      ),
    ),
  )
}

export interface Choosable {
  readonly text: string
  readonly isOn: () => boolean
  /** @param isOn whether it is chosen now */
  readonly toggle: (isOn: boolean) => void
}

/** Buttons that are pressed or not. */
export function chips(label: string, choices: readonly Choosable[]) {
  const buttons = choices.map((choice) => {
    const element = button(choice.text, 'chip', () => {
      choice.toggle(choice.isOn())
      show()
    })
    return { choice, element }
  })
  const show = (): void => {
    for (const { choice, element } of buttons) element.setAttribute('aria-pressed', String(choice.isOn()))
  }
  show()
  const element = h(
    'div',
    { class: 'choices', role: 'group', 'aria-label': label },
    h('p', { class: 'field-name', 'aria-hidden': 'true' }, label),
    h(
      'div',
      { class: 'chips' },
      buttons.map((each) => each.element),
    ),
  )
  return { element, show }
}

export function nameField(label: string, name: string, onChange: (name: string) => void) {
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
  const show = (next: string): void => {
    taken = next
    input.value = next
  }
  return { element: h('label', { class: 'field' }, label, input), show }
}

function partFields({ page, facts, set }: Way): HTMLElement {
  const { words, catalogue, coatWords } = page
  const found = h('div', { class: 'found' })
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
    const others = has.filter((token) => !coatWords.patterns.includes(token))
    fill(found, [...others.map((each) => chip('has', each)), ...lacks.map((each) => chip('lacks', each))])
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
    found,
  )
}

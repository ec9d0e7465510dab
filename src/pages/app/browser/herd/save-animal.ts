/**
 * "Save to my herd": asks for a name, and for the sex if it is not known.
 * Guarantees: warns before it replaces an animal of the same name; says so if the animal could not be stored.
 */
import type { Sex } from '../../form/choice.js'
import { animalOf, LONGEST_NAME, nameOf, withAnimal } from '../../form/herd/herd.js'
import type { Facts } from '../../form/relatives.js'
import { button, fill, h, link, on } from '../dom.js'
import type { Page } from '../page.js'
import { herdName } from './herd-way.js'
import { storageFaultText } from './storage-fault.js'

export interface SaveParts {
  readonly page: Page
  readonly facts: () => Facts
  readonly sex: () => Sex | undefined
  /** Called with the name of an animal that was saved. */
  readonly onSaved?: (name: string) => void
}

export interface SaveAnimal {
  readonly element: HTMLElement
  /** @param isShown whether there is something to save */
  readonly show: (isShown: boolean) => void
}

export function saveAnimal({ page, facts, sex, onSaved = () => undefined }: SaveParts): SaveAnimal {
  const { words, herd } = page
  const element = h('div', { class: 'save' })
  const said = h('p', { class: 'save-said', role: 'status' })
  const name = h('input', { type: 'text', maxlength: LONGEST_NAME, autocomplete: 'off' })
  let chosenSex: Sex | undefined
  const sexOf = (): Sex | undefined => sex() ?? chosenSex
  const sexes = h(
    'div',
    { class: 'pills' },
    (['f', 'm'] as const).map((each) => {
      const input = h('input', { type: 'radio', name: 'saved-sex', value: each })
      on(input, { change: () => (chosenSex = each) })
      return h('label', {}, input, h('span', {}, words.label(each === 'f' ? 'female' : 'male')))
    }),
  )
  const warn = (): void => {
    const wanted = nameOf(name.value)
    const isThere = wanted !== undefined && animalOf(herd.herd(), wanted) !== undefined
    said.textContent = isThere ? words.say('replaces', { name: wanted }) : ''
  }
  const save = (): void => {
    const [wanted, known] = [nameOf(name.value), sexOf()]
    if (wanted === undefined || known === undefined) {
      said.textContent = words.say(wanted === undefined ? 'nameMissing' : 'sexMissing')
      if (wanted === undefined) name.focus()
      return
    }
    herd.change((all) => withAnimal(all, { name: wanted, sex: known, facts: facts() }))
    begin()
    const fault = herd.fault()
    fill(
      said,
      fault === undefined ? words.say('saved', { name: wanted }) : storageFaultText(page, fault),
      ' ',
      link({ href: page.linkTo({ view: 'herd' }) }, words.say('toHerd')),
    )
    element.querySelector('button')?.focus()
    onSaved(wanted)
  }
  on(name, { input: warn })
  const form = on(
    h(
      'form',
      { class: 'save-form' },
      h('label', { class: 'field' }, words.say('nameOfAnimal'), name),
      sex() === undefined ? sexes : undefined,
      h(
        'div',
        { class: 'tools' },
        h('button', { type: 'submit', class: 'plain' }, words.say('save')),
        button(words.say('cancel'), 'quiet-button', () => {
          begin()
          element.querySelector('button')?.focus()
        }),
      ),
    ),
    {
      submit: (event) => {
        event.preventDefault()
        save()
      },
    },
  )
  const begin = (): void => {
    fill(said)
    fill(
      element,
      button(words.say('saveToHerd'), 'quiet-button', () => {
        const known = sexOf()
        name.value = (known && herdName(page, facts(), known)) ?? ''
        fill(element, form, said)
        warn()
        name.focus()
      }),
      said,
    )
  }
  begin()
  return { element, show: (isShown) => (element.hidden = !isShown) }
}

/**
 * The panel of one animal: its coat and picture, what is not tested, and how it is entered.
 * Guarantees: a late answer never replaces a newer one.
 */
import { animalFields, isExact } from '../../form/animal-fields.js'
import type { Sex } from '../../form/choice.js'
import { isEmpty, type Facts } from '../../form/relatives.js'
import { fill, h, type Child } from '../dom.js'
import type { Page } from '../page.js'
import { hidePicture, showPicture } from '../picture.js'
import { animalEntry } from './animal-entry.js'
import { coatText, enteredCoat, likelyCoat } from './likely-coat.js'
import { untestedText } from './untested-text.js'

export interface BoxParts {
  readonly page: Page
  /** Distinguishes the animal from others on the page. */
  readonly owner: string
  readonly title: () => string
  readonly sex: () => Sex | undefined
  readonly facts: () => Facts
  readonly set: (facts: Facts) => void
  readonly isOpen: boolean
  /** Panels of one group are opened one at a time. */
  readonly group?: string
  /** Stands above the entry. */
  readonly above?: Child
  /** Stands below the entry. */
  readonly below?: Child
  readonly onSaved?: (name: string) => void
  readonly isKept?: boolean
  readonly isOwn?: boolean
}

export interface AnimalBox {
  readonly element: HTMLDetailsElement
  /** Shows the title and the coat as they are now. */
  readonly show: () => void
}

export function animalBox(parts: BoxParts): AnimalBox {
  const {
    page,
    owner,
    title,
    sex,
    facts,
    set,
    isOpen,
    group,
    above,
    below,
    onSaved,
    isKept = false,
    isOwn = isKept,
  } = parts
  const { words, catalogue } = page
  const { genes, language } = catalogue
  const name = h('span', { class: 'parent-name' })
  const coat = h('span', { class: 'parent-coat', role: 'status' })
  const untested = h('span', { class: 'parent-untested' })
  const picture = h('img', { class: 'parent-picture', alt: '', width: 96, height: 72, hidden: true })
  let latest = 0
  const nameCoat = async (): Promise<void> => {
    const known = facts()
    const id = ++latest
    name.textContent = title()
    if (isEmpty(known)) {
      coat.textContent = words.say('nothingKnown')
      untested.textContent = ''
      hidePicture(picture)
      return
    }
    untested.textContent = untestedText(page, known)
    const { fields, isSexed } = animalFields(known, genes, sex() ?? 'f')
    const sexed = isSexed ? { sex: sex() ?? 'f' } : {}
    const found = await likelyCoat(page, {
      ...fields,
      ...sexed,
      ...(isExact(known, genes) ? {} : { population: page.state().population }),
      lang: language,
    })
    if (id !== latest) return
    coat.textContent =
      'fault' in found ? enteredCoat(page, known) || words.say('unclear') : coatText(page, known, found.coats)
    if ('fault' in found) hidePicture(picture)
    else void showPicture(page, picture, { ...found.pictured, ...sexed, lang: language }, true)
  }
  const show = (): void => void nameCoat()
  const content = h('div', { class: 'box' })
  const draw = (): void => {
    const entry = animalEntry({
      page,
      owner,
      facts,
      sex,
      isKept,
      isOwn,
      ...(onSaved && { onSaved }),
      onChange: (next) => {
        set(next)
        show()
      },
    })
    fill(content, above, entry, below)
  }
  const element = h(
    'details',
    { class: 'parent', name: group, open: isOpen, 'data-parent': owner },
    h('summary', {}, picture, h('span', { class: 'parent-words' }, name, coat, untested)),
    content,
  )
  // A herd has many animals, of which few are opened.
  if (isKept && !isOpen) element.addEventListener('toggle', draw, { once: true })
  else draw()
  show()
  return { element, show }
}

/** Closes the panels of a group, since a new one would not open beside an open one. */
export function closeGroup(group: string): void {
  for (const each of document.querySelectorAll<HTMLDetailsElement>(`details[name="${group}"]`))
    each.open = false
}

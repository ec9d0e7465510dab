/**
 * The stallions that are compared: a panel for each, and buttons to add more, also from the herd.
 * Guarantees: a new panel is opened and focused; there is always one.
 */
import { LONGEST_NAME } from '../../form/herd/herd.js'
import type { NamedFacts } from '../../form/plan/plan.js'
import { isEmpty, NOTHING } from '../../form/relatives.js'
import { animalBox, closeGroup } from '../animal/animal-box.js'
import { button, fill, h, on } from '../dom.js'
import { herdName } from '../herd/herd-way.js'
import type { Page } from '../page.js'

const NOBODY: NamedFacts = { ...NOTHING, name: '' }

/** The name of a stallion, or his number. */
export function sireName(page: Page, index: number): string {
  const name = page.state().sires[index]?.name ?? ''
  return name === '' ? `${page.words.label('father')} ${index + 1}` : name
}

/** @param update called after a change of state */
export function sirePanels(page: Page, update: () => void): HTMLElement {
  const { words, herd } = page
  const element = h('div', { class: 'family' })
  const sires = (): readonly NamedFacts[] => {
    const known = page.state().sires
    return known.length === 0 ? [NOBODY] : known
  }
  const change = (next: readonly NamedFacts[]): void => {
    page.change({ sires: next })
    update()
  }
  const ofHerd = (): readonly NamedFacts[] =>
    herd
      .herd()
      .filter(({ sex, name }) => sex === 'm' && !sires().some((each) => each.name === name))
      .map(({ name, facts }) => ({ ...facts, name }))
  const panel = (index: number, isOpen: boolean): HTMLElement => {
    const now = (): NamedFacts => sires()[index] ?? NOBODY
    const name = h('input', {
      type: 'text',
      value: now().name,
      maxlength: LONGEST_NAME,
      autocomplete: 'off',
    })
    const rename = (to: string): void => {
      name.value = to
      change(sires().with(index, { ...now(), name: to }))
      box.show()
    }
    on(name, { change: () => rename(name.value.trim()) })
    const box = animalBox({
      page,
      owner: `sire-${index + 1}`,
      title: () => sireName(page, index),
      sex: () => 'm',
      facts: () => {
        const { name: _, ...facts } = now()
        return facts
      },
      set: (facts) => {
        const kept = herdName(page, facts, 'm')
        change(sires().with(index, { ...facts, name: kept ?? now().name }))
        name.value = now().name
      },
      onSaved: rename,
      isOpen,
      group: 'parents',
      below: [
        h('label', { class: 'field' }, words.say('nameOfAnimal'), name),
        sires().length === 1
          ? undefined
          : button(words.say('remove'), 'plain', () => {
              page.entries.clear()
              change(sires().filter((_, at) => at !== index))
              draw()
              element.querySelector<HTMLElement>('summary')?.focus()
            }),
      ],
    })
    return box.element
  }
  const draw = (opened?: number): void => {
    const all = ofHerd()
    fill(
      element,
      sires().map((_, index) => panel(index, index === opened)),
      h(
        'div',
        { class: 'actions' },
        button(`+ ${words.label('father')}`, 'plain', () => {
          change([...sires(), NOBODY])
          closeGroup('parents')
          draw(sires().length - 1)
          element
            .querySelector<HTMLElement>(`[data-parent="sire-${sires().length}"] .way input`)
            ?.focus({ preventScroll: true })
        }),
        all.length === 0
          ? undefined
          : button(`+ ${words.say('allOfHerd', { count: all.length })}`, 'plain', () => {
              page.entries.clear()
              change([...sires().filter((each) => !isEmpty(each)), ...all])
              draw()
              element.querySelector<HTMLElement>('.actions button')?.focus()
            }),
      ),
    )
  }
  draw()
  return element
}

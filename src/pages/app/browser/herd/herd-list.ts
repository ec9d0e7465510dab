/**
 * The animals of the herd: each can be opened, changed, renamed and removed, and new ones are entered.
 * Guarantees: a removed animal can be brought back; no animal gets the name of another.
 */
import {
  animalOf,
  LONGEST_NAME,
  nameOf,
  renamed,
  withAnimal,
  without,
  type Herd,
  type HerdAnimal,
} from '../../form/herd/herd.js'
import { NOTHING, type Facts } from '../../form/relatives.js'
import { animalBox } from '../animal/animal-box.js'
import { button, fill, h, link, on } from '../dom.js'
import type { Page } from '../page.js'

const NEW = 'herd-new'

/** @param changed called after a change of the herd */
export function herdList(page: Page, changed: () => void) {
  const { words, herd, entries } = page
  const list = h('div', { class: 'family' })
  const undo = h('div', { class: 'undo', role: 'status' })
  const change = (to: (herd: Herd) => Herd): void => {
    herd.change(to)
    changed()
  }
  const remove = (animal: HerdAnimal): void => {
    const before = herd.herd()
    change((all) => without(all, animal.name))
    draw()
    const back = button(words.say('undo'), 'plain', () => {
      // At its old place, unless the herd has changed meanwhile.
      change((all) => (all.length === before.length - 1 ? before : withAnimal(all, animal)))
      fill(undo)
      draw()
      focusOn(animal.name)
    })
    fill(undo, h('div', { class: 'message' }, h('p', {}, words.say('removed', { name: animal.name })), back))
    back.focus()
  }
  const focusOn = (name: string): void =>
    list.querySelector<HTMLElement>(`[data-animal="${CSS.escape(name)}"] summary`)?.focus()
  const animalPanel = (animal: HerdAnimal): HTMLElement => {
    let now = animal
    const box = animalBox({
      page,
      owner: `herd-${animal.name}`,
      title: () => now.name,
      sex: () => now.sex,
      facts: () => now.facts,
      set: (facts) => {
        now = { ...now, facts }
        change((all) => withAnimal(all, now))
      },
      isOpen: false,
      group: 'herd',
      isKept: true,
      below: actionsOf(page, () => now, {
        rename: (to) => {
          change((all) => renamed(all, now.name, to))
          entries.delete(`herd-${now.name}`)
          draw()
          focusOn(to)
        },
        remove: () => remove(now),
      }),
    })
    box.element.dataset['animal'] = animal.name
    return box.element
  }
  const draw = (): void => {
    const all = herd.herd()
    const group = (sex: 'f' | 'm', title: string): HTMLElement[] => {
      const some = all.filter((each) => each.sex === sex)
      if (some.length === 0) return []
      return [h('h3', { class: 'herd-group' }, words.label(title)), ...some.map(animalPanel)]
    }
    fill(
      list,
      all.length === 0 ? h('p', { class: 'quiet' }, words.say('herdHint')) : undefined,
      group('f', 'females'),
      group('m', 'males'),
      adder(all.length === 0),
    )
  }
  const adder = (isOpen: boolean): HTMLElement => {
    let facts: Facts = NOTHING
    entries.delete(NEW)
    return animalBox({
      page,
      owner: NEW,
      title: () => `+ ${words.say('addAnimal')}`,
      sex: () => undefined,
      facts: () => facts,
      set: (next) => (facts = next),
      isOpen,
      group: 'herd',
      isOwn: true,
      onSaved: (name) => {
        fill(undo)
        draw()
        changed()
        focusOn(name)
      },
    }).element
  }
  draw()
  return { element: h('div', { class: 'herd-list' }, undo, list), draw }
}

interface Actions {
  readonly rename: (to: string) => void
  readonly remove: () => void
}

function actionsOf(page: Page, animal: () => HerdAnimal, { rename, remove }: Actions): HTMLElement {
  const { words, herd } = page
  const { name, sex } = animal()
  const said = h('p', { class: 'quiet', role: 'status' })
  const input = h('input', { type: 'text', value: name, maxlength: LONGEST_NAME, autocomplete: 'off' })
  on(input, {
    change: () => {
      const to = nameOf(input.value)
      const other = to === undefined ? undefined : animalOf(herd.herd(), to)
      if (to === animal().name) return
      if (to === undefined) said.textContent = words.say('nameMissing')
      else if (other !== undefined && other.name !== animal().name)
        said.textContent = words.say('nameTaken', { name: to })
      else rename(to)
    },
  })
  const parent = sex === 'f' ? 'mother' : 'father'
  const follow = (text: string, to: () => string): HTMLElement => {
    const element = link({ href: to(), class: 'plain' }, text)
    // The animal may have changed since.
    return on(element, { click: () => element.setAttribute('href', to()) })
  }
  return h(
    'div',
    { class: 'herd-actions' },
    h('label', { class: 'field' }, words.say('nameOfAnimal'), input),
    said,
    h(
      'div',
      { class: 'actions' },
      follow(words.say('openFoal'), () => page.linkTo({ view: 'horse', horse: animal().facts, sex })),
      follow(words.say(sex === 'f' ? 'asMother' : 'asFather'), () =>
        page.linkTo({ view: 'foal', [parent]: { ...animal().facts, together: {} } }),
      ),
      button(words.say('remove'), 'plain', remove),
    ),
  )
}

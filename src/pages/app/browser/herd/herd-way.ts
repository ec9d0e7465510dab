/** Enters an animal by choosing one of the herd. */
import type { Sex } from '../../form/choice.js'
import { contentOf, type HerdAnimal } from '../../form/herd/herd.js'
import { isEmpty, NOTHING, type Facts } from '../../form/relatives.js'
import { h, link } from '../dom.js'
import { chips, type Way } from '../animal/colour-way.js'
import type { Page } from '../page.js'

export interface HerdWay extends Way {
  readonly sex: () => Sex | undefined
}

export function herdWay({ page, facts, set, sex }: HerdWay): HTMLElement {
  const { words, herd } = page
  const wanted = sex()
  const animals = herd.herd().filter((each) => wanted === undefined || each.sex === wanted)
  if (animals.length === 0)
    return h(
      'p',
      { class: 'quiet' },
      words.say(herd.herd().length === 0 ? 'herdEmpty' : 'noneOfThisSex'),
      ' ',
      link({ href: page.linkTo({ view: 'herd' }) }, words.say('toHerd')),
    )
  const isOn = (animal: HerdAnimal): boolean => isSame(facts(), animal)
  return chips(
    words.say('chooseFromHerd'),
    animals.map((animal) => ({
      text: animal.name,
      isOn: () => isOn(animal),
      toggle: (was) => set(was ? NOTHING : animal.facts),
    })),
  ).element
}

function isSame(facts: Facts, { sex, facts: kept }: HerdAnimal): boolean {
  return !isEmpty(facts) && contentOf({ sex, facts }) === contentOf({ sex, facts: kept })
}

/** The name of the animal of the herd of which exactly this is known. */
export function herdName({ herd }: Page, facts: Facts, sex: Sex): string | undefined {
  return herd.herd().find((animal) => animal.sex === sex && isSame(facts, animal))?.name
}

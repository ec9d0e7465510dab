/** A small picture of an animal by its likeliest coat. */
import { animalFields, isExact } from '../../form/animal-fields.js'
import type { Sex } from '../../form/choice.js'
import type { Facts } from '../../form/relatives.js'
import { likelyCoat, type LikelyCoat } from '../animal/likely-coat.js'
import { h } from '../dom.js'
import type { Page } from '../page.js'
import { showPicture } from '../picture.js'

/** @param hear called with the coats once they are known */
export function coatPicture(
  page: Page,
  facts: Facts,
  sex: Sex,
  hear: (coats: LikelyCoat['coats']) => void = () => undefined,
): HTMLImageElement {
  const { genes, language: lang } = page.catalogue
  const image = h('img', { class: 'thumbnail', alt: '', width: 72, height: 54 })
  const { fields, isSexed } = animalFields(facts, genes, sex)
  const sexed = isSexed ? { sex } : {}
  const assumed = isExact(facts, genes) ? {} : { population: page.state().population }
  void likelyCoat(page, { ...fields, ...sexed, ...assumed, lang }).then((found) => {
    if ('fault' in found) image.hidden = true
    else {
      hear(found.coats)
      void showPicture(page, image, { ...found.pictured, ...sexed, lang }, true)
    }
  })
  return image
}

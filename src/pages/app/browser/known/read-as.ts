/**
 * Below the coat of each animal, what the words of its passport were read as.
 * Guarantees: nothing stands there of an answer that is no longer shown.
 */
import { isObject } from '../../../../operations/read/decode-fields.js'
import { fill, h } from '../dom.js'
import type { Inferred } from '../worker.js'

/** @param family holds the panels of all animals @param shown the answer; undefined where there is none */
export function showReadAs(family: HTMLElement, shown: Inferred | undefined): void {
  const { body, inferred } = shown ?? {}
  const horses: readonly unknown[] = Array.isArray(body?.['horses']) ? body['horses'] : []
  for (const place of family.querySelectorAll<HTMLElement>('[data-read-as]')) {
    const index = horses.findIndex((each) => isObject(each) && each['id'] === place.dataset['readAs'])
    const notes = (inferred?.notes ?? []).filter(
      ({ code, field }) => code.startsWith('passport-') && field.startsWith(`horses.${index}.seen`),
    )
    fill(
      place,
      notes.map(({ text }) => h('p', { class: 'quiet' }, text)),
    )
  }
}

/** What an answer rests on. */
import { h, type Child } from '../dom.js'
import type { Page } from '../page.js'

/** @param title its name among the texts */
export function groundsOf(
  { words }: Page,
  notes: readonly { readonly text: string }[] = [],
  title = 'restsOn',
): Child {
  if (notes.length === 0) return undefined
  return h(
    'section',
    { class: 'follows' },
    h('h3', {}, words.say(title)),
    h(
      'ul',
      { class: 'grounds' },
      notes.map(({ text }) => h('li', {}, text)),
    ),
  )
}

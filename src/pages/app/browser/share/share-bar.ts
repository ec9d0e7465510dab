/**
 * The buttons under a view's heading that take its answer elsewhere: print it, copy its link, save it.
 * Guarantees: screen readers hear that the link was copied; if the clipboard is refused, the link is shown to be copied by hand.
 */
import { button, fill, h } from '../dom.js'
import type { Page } from '../page.js'

/** Asks the page to print its view (printer.ts). */
export const PRINT_EVENT = 'printview'

export interface ShareBar extends HTMLElement {
  /** Called with every answer, since a link that was shown before leads to another one. */
  readonly show: (isShown: boolean) => void
}

/** @param more buttons of this view alone */
export function shareBar({ words }: Page, ...more: readonly HTMLElement[]): ShareBar {
  const said = h('p', { class: 'shared', role: 'status' })
  const showLink = (href: string): void => {
    const field = h('input', { type: 'text', readonly: true, 'aria-label': words.say('linkByHand') })
    field.value = href
    fill(said, words.say('linkByHand'), ' ', field)
    field.select()
  }
  const copy = button(words.say('copyLink'), 'plain', () => {
    const { href } = location
    void copyText(href).then((isCopied) => {
      if (isCopied) fill(said, words.say('linkCopied'))
      else showLink(href)
    })
  })
  const print = button(words.say('print'), 'plain', () =>
    print.dispatchEvent(new Event(PRINT_EVENT, { bubbles: true })),
  )
  const element = h(
    'div',
    { class: 'share-bar', role: 'group', 'aria-label': words.say('printAndShare'), hidden: true },
    h('div', { class: 'share-buttons' }, print, copy, more),
    said,
  )
  const show = (isShown: boolean): void => {
    element.hidden = !isShown
    fill(said)
  }
  return Object.assign(element, { show })
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

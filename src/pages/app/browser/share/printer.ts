/**
 * Prints a view: what was asked, the whole answer, the date and the address, and no controls.
 * Guarantees: the button waits for the pictures; printing from the browser's menu prints the same with the pictures drawn so far; a view
 * without a printout of its own is printed as it stands.
 */
import { fill, h } from '../dom.js'
import type { Printout } from './printout.js'
import { PRINT_EVENT } from './share-bar.js'

export interface Printer {
  /** @param printout returns undefined while there is no answer */
  readonly offer: (view: HTMLElement, printout: (() => Printout | undefined) | undefined) => void
}

export function startPrinter(): Printer {
  const element = h('div', { class: 'printout' })
  let current: (() => Printout | undefined) | undefined
  const put = (): Printout | undefined => {
    const printout = current?.()
    fill(element, printout?.content)
    return printout
  }
  const print = async (): Promise<void> => {
    await put()?.whenDrawn
    await Promise.allSettled(
      [...element.querySelectorAll('img[src]')].map((image) => (image as HTMLImageElement).decode()),
    )
    window.print()
  }
  document.body.append(element)
  addEventListener('beforeprint', () => {
    // The button has filled it already.
    if (!element.hasChildNodes()) put()
  })
  addEventListener('afterprint', () => fill(element))
  return {
    offer: (view, printout) => {
      current = printout
      view.addEventListener(PRINT_EVENT, () => void print())
    },
  }
}

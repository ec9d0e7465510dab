/**
 * Prints the view of the page as a sheet of its own: what was asked, the whole answer, the date and the address, and no controls.
 * Guarantees: the button waits for the pictures of the sheet; printing from the browser's menu gives the same sheet with the pictures
 * drawn so far; a view without a sheet is printed as it stands.
 */
import { fill, h, type Child } from '../dom.js'
import { PRINT_EVENT } from './share-bar.js'

/** What a view puts on paper. */
export interface PrintSheet {
  readonly content: readonly Child[]
  /** Resolves when the pictures are drawn. */
  readonly whenDrawn: Promise<unknown>
}

export interface Printer {
  /** @param sheet returns undefined while there is no answer */
  readonly offer: (view: HTMLElement, sheet: (() => PrintSheet | undefined) | undefined) => void
}

export function startPrinter(): Printer {
  const element = h('div', { class: 'print-sheet' })
  let current: (() => PrintSheet | undefined) | undefined
  let isFilled = false
  const put = (): PrintSheet | undefined => {
    const sheet = current?.()
    fill(element, sheet?.content)
    return sheet
  }
  const print = async (): Promise<void> => {
    isFilled = true
    await put()?.whenDrawn
    await Promise.allSettled(
      [...element.querySelectorAll('img[src]')].map((image) => (image as HTMLImageElement).decode()),
    )
    window.print()
  }
  document.body.append(element)
  addEventListener('beforeprint', () => {
    if (!isFilled) put()
  })
  addEventListener('afterprint', () => {
    isFilled = false
    fill(element)
  })
  return {
    offer: (view, sheet) => {
      current = sheet
      view.addEventListener(PRINT_EVENT, () => void print())
    },
  }
}

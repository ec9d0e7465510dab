/** The printout of one animal, or of a family: what is known of each, and the answer as the screen shows it. */
import { h } from '../dom.js'
import type { Page } from '../page.js'
import { drawAll } from '../picture.js'
import type { Printout } from './printout.js'
import { assumptionLine, onPaper, printoutFoot, printoutTitle } from './printout-parts.js'

interface AnimalPrintout {
  readonly title: string
  /** What is known of the animals of a family. */
  readonly known?: readonly Element[]
  readonly answer: readonly Element[]
  readonly isExact: boolean
}

export function animalPrintout(page: Page, { title, known = [], answer, isExact }: AnimalPrintout): Printout {
  const copies = answer.map(onPaper)
  const pictures = (elements: readonly Element[]): readonly HTMLImageElement[] =>
    elements.flatMap((each) => [...each.querySelectorAll('img')])
  const drawn = Promise.all(answer.map(drawAll)).then(() => {
    const shown = pictures(answer)
    for (const [index, image] of pictures(copies).entries()) {
      const { src = '', hidden = true } = shown[index] ?? {}
      if (src !== '') image.src = src
      image.hidden = hidden
    }
  })
  return {
    whenDrawn: drawn,
    content: [
      printoutTitle(title),
      known.length === 0 ? undefined : h('div', { class: 'printout-known' }, known.map(onPaper)),
      assumptionLine(page, isExact),
      copies,
      printoutFoot(page),
    ],
  }
}

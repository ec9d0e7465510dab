/** The sheet of one animal, or of a family: what is known of each, and the answer as the screen shows it. */
import { h } from '../dom.js'
import type { Page } from '../page.js'
import type { PrintSheet } from './printer.js'
import { assumptionLine, onPaper, sheetFoot, sheetTitle } from './sheet-parts.js'

interface AnimalSheet {
  readonly title: string
  /** What is known of the animals of a family. */
  readonly known?: readonly Element[]
  readonly answer: readonly Element[]
  readonly isExact: boolean
}

export function animalSheet(page: Page, { title, known = [], answer, isExact }: AnimalSheet): PrintSheet {
  return {
    whenDrawn: Promise.resolve(),
    content: [
      sheetTitle(title),
      known.length === 0 ? undefined : h('div', { class: 'sheet-known' }, known.map(onPaper)),
      assumptionLine(page, isExact),
      answer.map(onPaper),
      sheetFoot(page),
    ],
  }
}

/**
 * Many coats side by side as one SVG document, each with its name.
 * Guarantees: the same rules give the same text; outlines stand in it once.
 */
import { answerPicture } from '../../src/operations/picture/picture.js'
import type { RuleBook } from '../../src/operations/rule-book.js'
import { drawingOf, type Shown } from '../../src/picture/picture.js'
import { element, escaped } from '../../src/picture/xml.js'
import type { Given } from '../../src/rules/tables.js'
import { inGroups } from '../phenotypes/shipped.js'

export interface Sitter {
  readonly horse: Given
  readonly age?: number
  /** In place of the name that the service gives. */
  readonly called?: string
}

export interface SheetLayout {
  readonly columns: number
  /** Of one picture. */
  readonly width: number
  readonly isNamed: boolean
}

const PAPER = '#f6f4ef'
const CORNER = 8
const NAME_HEIGHT = 20
const LETTERS = 13

export function sheetOf(book: RuleBook, sitters: readonly Sitter[], layout: SheetLayout): string {
  const { columns, width, isNamed } = layout
  const drawn = sitters.map(({ horse, age, called }, index) => {
    const { shown, name } = answerPicture(book, { ...inGroups(book, horse), age }, 'en')
    if (shown === undefined) throw new Error(`there is no picture of ${name}`)
    return { shown, name: called ?? name, ...drawingOf(shown, 'c-', `c${index}-`) }
  })
  const [left = 0, top = 0, across = 1, down = 1] = (drawn[0]?.shown as Shown).tables.artwork.view
  const height = Math.round((width * down) / across) + (isNamed ? NAME_HEIGHT : 0)
  const pictures = drawn.map(({ name, body }, index) => {
    const [x, y] = [(index % columns) * width, Math.floor(index / columns) * height]
    const picture = {
      x,
      y,
      width,
      height: height - (isNamed ? NAME_HEIGHT : 0),
      viewBox: [left, top, across, down].join(' '),
    }
    const title = element('title', {}, escaped(name))
    const word = element('text', { x: x + width / 2, y: y + height - 6 }, escaped(name))
    return element('svg', picture, title + body) + (isNamed ? word : '')
  })
  const shared = new Map(drawn.flatMap((each) => [...each.shared]))
  const size = { width: columns * width, height: Math.ceil(drawn.length / columns) * height }
  const style = { 'font-family': 'sans-serif', 'font-size': LETTERS, 'text-anchor': 'middle', fill: '#222' }
  return `${element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${size.width} ${size.height}`,
      role: 'img',
      ...style,
    },
    element('title', {}, 'Coats of horses') +
      element('rect', { ...size, rx: CORNER, fill: PAPER }) +
      element('defs', {}, [...shared.values()].join('')) +
      pictures.join('\n'),
  )}\n`
}

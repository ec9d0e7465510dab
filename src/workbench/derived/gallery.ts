/**
 * Many animals side by side as one SVG document, each with its coat's name.
 * Guarantees: the same rules give the same text; an outline that several pictures share stands in it once.
 */
import { answerPicture } from '../../operations/picture/picture.js'
import type { Ruleset } from '../../operations/ruleset.js'
import { drawingOf } from '../../picture/picture.js'
import { element, escaped } from '../../picture/xml.js'
import type { Given } from '../../rules/tables.js'
import { groupsOf } from '../examples/given.js'

export interface Gallery {
  readonly title: string
  readonly language: string
  readonly columns: number
  /** Width of one picture. */
  readonly width: number
  /** Whether a name stands under each picture. */
  readonly named: boolean
  readonly animals: readonly GalleryAnimal[]
}

export interface GalleryAnimal {
  readonly given: Given
  /** In years. */
  readonly age?: number
  /** In place of the name that the rules give. */
  readonly called?: string
}

const PAPER = '#f6f4ef'
const CORNER = 8
const NAME_HEIGHT = 20
const FONT_SIZE = 13

/** Throws ClientError for an animal that the rules refuse. */
export function renderGallery(ruleset: Ruleset, gallery: Gallery): string {
  const { title, language, columns, width, named } = gallery
  const drawn = gallery.animals.map(({ given, age, called }, index) => {
    const { shown, name } = answerPicture(ruleset, { ...groupsOf(ruleset, given), age }, language)
    const drawing = shown && drawingOf(shown, 'c-', `c${index}-`)
    return { name: called ?? name, view: shown?.tables.artwork.view, shared: [], body: '', ...drawing }
  })
  const [left = 0, top = 0, across = 1, down = 1] = drawn.find(({ view }) => view)?.view ?? []
  const drawnHeight = Math.round((width * down) / across)
  const height = drawnHeight + (named ? NAME_HEIGHT : 0)
  const pictures = drawn.map(({ name, body }, index) => {
    const [x, y] = [(index % columns) * width, Math.floor(index / columns) * height]
    const place = { x, y, width, height: drawnHeight, viewBox: [left, top, across, down].join(' ') }
    const label = { x: x + width / 2, y: y + height - 6 }
    return (
      element('svg', place, element('title', {}, escaped(name)) + body) +
      (named ? element('text', label, escaped(name)) : '')
    )
  })
  const shared = new Map(drawn.flatMap((each) => [...each.shared]))
  const size = { width: columns * width, height: Math.ceil(drawn.length / columns) * height }
  const style = { 'font-family': 'sans-serif', 'font-size': FONT_SIZE, 'text-anchor': 'middle', fill: '#222' }
  const viewBox = `0 0 ${size.width} ${size.height}`
  return `${element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox, role: 'img', ...style },
    element('title', {}, escaped(title)) +
      element('rect', { ...size, rx: CORNER, fill: PAPER }) +
      element('defs', {}, [...shared.values()].join('')) +
      pictures.join('\n'),
  )}\n`
}

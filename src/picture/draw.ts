/**
 * Draws an appearance as SVG: the parts of the artwork from back to front, each with its colours, layers and light.
 * Layers are written once, and every part shows its section of them.
 * Guarantees: the same appearance gives the same text; ids begin with the prefixes; no scripts, raster images or
 * external resources.
 */
import type { ArtworkYaml } from '../rules/file-types.js'
import type { Appearance, Layer } from './appearance.js'
import type { Body } from './body.js'
import { randomSource, type RandomSource } from './chance.js'
import { createDefinitions, url, use } from './definitions.js'
import { hairsPath, spotStrokes } from './scatter.js'
import { element } from './xml.js'

export interface Drawing {
  /** id → definition, for definitions that several drawings of one artwork share. */
  readonly shared: ReadonlyMap<string, string>
  /** Markup and definitions of this drawing only. */
  readonly body: string
}

type Part = ArtworkYaml['parts'][number]
type Paint = NonNullable<Part['under']>[number] & Partial<Layer> & { readonly seed?: string }

/** Side length of the repeating tile of hairs. */
const SQUARE = 72

/**
 * @param prefix of all ids that drawings share
 * @param ownPrefix of the ids of this drawing only
 */
export function draw(body: Body, appearance: Appearance, prefix: string, ownPrefix = prefix): Drawing {
  const { artwork } = body
  const { made: shared, outline, clip, blur, fray, fade } = createDefinitions(artwork, `${prefix}${body.id}`)
  const defined: string[] = []

  /** Adds a definition for this drawing only and returns its id. */
  const define = (make: (id: string) => string): string => {
    const id = `${ownPrefix}${defined.length}`
    defined.push(make(id))
    return id
  }
  const hairs = (count: number, stroke: string, chance: RandomSource): string => {
    const d = hairsPath(count, SQUARE, chance)
    const path = element('path', { d, fill: 'none', stroke, 'stroke-width': 1.1, 'stroke-linecap': 'round' })
    const square = { width: SQUARE, height: SQUARE, patternUnits: 'userSpaceOnUse' }
    return url(define((id) => element('pattern', { id, ...square }, path)))
  }

  /** @param otherwise the shape if the paint names none; undefined: everything */
  const painted = (paint: Paint, otherwise: string | undefined): string => {
    const { spots, fringe, line, opacity, seed = '' } = paint
    const chance = randomSource(seed)
    const colour = appearance.colour(paint.colour)
    const stroked = { fill: 'none', stroke: colour }
    const effects = {
      opacity,
      filter:
        fringe !== undefined
          ? fray(fringe, paint.blur)
          : paint.blur === undefined
            ? undefined
            : blur(paint.blur),
      mask: paint.fade === undefined ? undefined : fade(paint.fade),
    }
    if (spots !== undefined) {
      const strokes = spotStrokes(spots, body, chance).map(({ width, path }) =>
        path === '' ? '' : element('path', { d: path, 'stroke-width': width }),
      )
      const round = element('g', { ...stroked, 'stroke-linecap': 'round' }, strokes.join(''))
      const inside = paint.shapes?.map((shape) => element('g', { 'clip-path': clip(shape) }, round))
      return element('g', effects, inside?.join('') ?? round)
    }
    const shapes = paint.shapes ?? [otherwise]
    const laid = (attributes: Parameters<typeof element>[1]): string =>
      shapes.length === 1
        ? use(outline(shapes[0]), attributes)
        : element('g', attributes, shapes.map((shape) => use(outline(shape))).join(''))
    if (line !== undefined)
      return laid({ ...stroked, 'stroke-width': line, 'stroke-linecap': 'round', ...effects })
    const fill = paint.hairs === undefined ? colour : hairs(paint.hairs, colour, chance)
    return laid({ fill, ...effects })
  }

  /** Kind of part → id of the group with all layers that it shows. */
  const layered = new Map(
    (['coat', 'hair', 'hoof', 'eye'] as const).flatMap((kind) => {
      const isHairy = kind === 'coat' || kind === 'hair'
      const all = appearance.layers.filter(({ only }) => (only === undefined ? isHairy : only === kind))
      const layers = all.slice(Math.max(all.findLastIndex(coversAll), 0))
      if (layers.length === 0) return []
      const inside = layers.map((layer) => painted(layer, undefined)).join('')
      return [[kind, define((id) => element('g', { id }, inside))] as const]
    }),
  )

  const parts = artwork.parts.map(({ shape, at, under = [], layers, over = [] }) => {
    const paint = (each: Paint): string => painted(each, shape)
    const between = layers === undefined ? undefined : layered.get(layers)
    const paints = [...under.map(paint), between === undefined ? '' : use(between), ...over.map(paint)]
    const inside = element('g', { 'clip-path': clip(shape) }, paints.join(''))
    return at === undefined ? inside : element('g', { transform: `translate(${at.join(' ')})` }, inside)
  })
  const definitions = defined.length === 0 ? '' : element('defs', {}, defined.join(''))
  return { shared, body: definitions + parts.join('') }
}

/** Whether the layer hides everything painted before it. */
function coversAll({ shapes, opacity = 1, spots, hairs, fade }: Layer): boolean {
  return [shapes, spots, hairs, fade].every((each) => each === undefined) && opacity === 1
}

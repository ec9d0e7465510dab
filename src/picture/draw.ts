/**
 * An appearance → a drawing as SVG: the parts of the artwork from back to front, each with its colours, layers and light.
 * Guarantees: the same appearance gives the same text; ids begin with the prefix; no script, no raster, nothing from elsewhere.
 * Leaves to others: how the animal looks (appearance.ts), and what is written beside the drawing (picture.ts).
 */
import type { ArtworkYaml } from '../rules/file-types.js'
import type { Chance } from './chance.js'
import type { Layer, Appearance } from './appearance.js'
import { hairsPath, spotsPath } from './scatter.js'
import { element } from './xml.js'

export interface Drawing {
  /** id → the definition, of what several drawings of one artwork share. */
  readonly shared: ReadonlyMap<string, string>
  /** What is this drawing's own. */
  readonly body: string
}

type Part = ArtworkYaml['parts'][number]
type Paint = NonNullable<Part['under']>[number] & Partial<Layer>
/** What a paint is laid on. */
interface Ground {
  readonly paint: string
  readonly width?: number | undefined
  readonly dashes?: string | undefined
}

/** The side of the square of hairs that repeats. */
const SQUARE = 90

/**
 * @param prefix of all ids that drawings share
 * @param own of the ids of this drawing alone
 */
export function draw(
  artwork: ArtworkYaml,
  appearance: Appearance,
  chance: Chance,
  prefix: string,
  own = prefix,
): Drawing {
  const shared = new Map<string, string>()
  const defined = new Map<string, string>()

  const share = (name: string, make: (id: string) => string): string => {
    const id = `${prefix}${name}`
    if (!shared.has(id)) {
      shared.set(id, '')
      shared.set(id, make(id))
    }
    return id
  }
  const shape = (name: string): string =>
    share(name, (id) => element('path', { id, d: artwork.shapes[name] ?? '' }))
  const clip = (name: string): string =>
    `url(#${share(`in-${name}`, (id) => element('clipPath', { id }, use(shape(name))))})`
  const blur = (width: number): string =>
    `url(#${share(`blur-${width}`, (id) =>
      element(
        'filter',
        { id, x: '-50%', y: '-50%', width: '200%', height: '200%' },
        element('feGaussianBlur', { stdDeviation: width }),
      ),
    )})`
  const fade = (name: string): string => `url(#${share(`fade-${name}`, (id) => fadeMask(artwork, name, id))})`

  /** The pattern or path of a layer is made once, and painted on each part. */
  const scattered = new Map<Layer, string>()
  const scatter = (layer: Layer): string => {
    const known = scattered.get(layer)
    if (known !== undefined) return known
    const id = `${own}${scattered.size}`
    scattered.set(layer, id)
    const colour = appearance.colour(layer.colour)
    const made =
      layer.spots === undefined
        ? element(
            'pattern',
            { id, width: SQUARE, height: SQUARE, patternUnits: 'userSpaceOnUse' },
            element('path', {
              d: hairsPath(layer.hairs ?? 0, SQUARE, chance),
              fill: 'none',
              stroke: colour,
              'stroke-width': 1.1,
              'stroke-linecap': 'round',
            }),
          )
        : element('path', { id, d: spotsPath(layer.spots, chance) })
    defined.set(id, made)
    return id
  }

  const laid = (names: readonly string[], ground: Ground): string =>
    names
      .map((name) =>
        ground.width === undefined
          ? use(shape(name), { fill: ground.paint })
          : use(shape(name), {
              fill: 'none',
              stroke: ground.paint,
              'stroke-width': ground.width,
              'stroke-dasharray': ground.dashes,
              'stroke-linecap': ground.dashes === undefined ? 'round' : undefined,
            }),
      )
      .join('')

  const painted = (part: Part, paint: Paint): string => {
    const names = paint.shapes ?? [part.shape]
    const colour = appearance.colour(paint.colour)
    const isLayer = paint as Layer
    let inside: string
    if (paint.spots !== undefined) {
      const spots = use(scatter(isLayer), { fill: colour })
      inside =
        paint.shapes === undefined
          ? spots
          : names.map((name) => element('g', { 'clip-path': clip(name) }, spots)).join('')
    } else {
      const fill = paint.hairs === undefined ? colour : `url(#${scatter(isLayer)})`
      inside = laid(names, { paint: fill, width: paint.line })
      if (paint.fringe !== undefined)
        inside += laid(names, { paint: colour, width: paint.fringe, dashes: '0.6 0.9 0.5 1.3 0.8 0.7' })
    }
    const { opacity } = paint
    const effects = {
      opacity,
      filter: paint.blur === undefined ? undefined : blur(paint.blur),
      mask: paint.fade === undefined ? undefined : fade(paint.fade),
    }
    return Object.values(effects).every((each) => each === undefined) ? inside : element('g', effects, inside)
  }

  const parts = artwork.parts.map((part) => {
    const layers = appearance.layers.filter(
      ({ only }) => part.layers !== undefined && (only ?? part.layers) === part.layers,
    )
    const paints: readonly Paint[] = [...(part.under ?? []), ...layers, ...(part.over ?? [])]
    const inside = element(
      'g',
      { 'clip-path': clip(part.shape) },
      paints.map((paint) => painted(part, paint)).join(''),
    )
    const [x, y] = part.at ?? [0, 0]
    return part.at === undefined ? inside : element('g', { transform: `translate(${x} ${y})` }, inside)
  })
  const body =
    (defined.size === 0 ? '' : element('defs', {}, [...defined.values()].join(''))) + parts.join('')
  return { shared, body }
}

function use(id: string, attributes: Parameters<typeof element>[1] = {}): string {
  return element('use', { href: `#${id}`, ...attributes })
}

/** A mask: white where the paint shows. */
function fadeMask({ fades, view }: ArtworkYaml, name: string, id: string): string {
  const { from, to, centre, radius } = fades[name] ?? {}
  const [x, y, width, height] = view
  const gradient = `${id}-light`
  const stops = (first: number, last: number) =>
    element('stop', { offset: first, 'stop-color': '#fff' }) +
    element('stop', { offset: last, 'stop-color': '#fff', 'stop-opacity': 0 })
  const light =
    centre === undefined || radius === undefined
      ? element(
          'linearGradient',
          {
            id: gradient,
            gradientUnits: 'userSpaceOnUse',
            x1: to?.[0],
            y1: to?.[1],
            x2: from?.[0],
            y2: from?.[1],
          },
          stops(0, 1),
        )
      : element(
          'radialGradient',
          { id: gradient, gradientUnits: 'userSpaceOnUse', cx: centre[0], cy: centre[1], r: radius },
          stops(0.4, 1),
        )
  const all = element('rect', { x, y, width, height, fill: `url(#${gradient})` })
  return light + element('mask', { id, maskUnits: 'userSpaceOnUse', x, y, width, height }, all)
}

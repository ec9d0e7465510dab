/**
 * SVG definitions that drawings of one artwork share: outlines, clips, blurs and fades, each created on first use.
 * Guarantees: every id begins with the prefix and is defined once.
 */
import type { ArtworkYaml } from '../rules/file-types.js'
import { element } from './xml.js'

export function createDefinitions(artwork: ArtworkYaml, prefix: string) {
  const made = new Map<string, string>()
  const define = (name: string, make: (id: string) => string): string => {
    const id = `${prefix}${name}`
    if (!made.has(id)) made.set(id, make(id))
    return id
  }
  /** The id of an outline. @param name undefined: a path that covers the whole view, wherever the part is moved */
  const outline = (name: string | undefined): string =>
    define(name ?? 'all', (id) =>
      element('path', { id, d: name === undefined ? everything(artwork) : (artwork.shapes[name] ?? '') }),
    )
  return {
    /** id → its definition, in order of first use. */
    made: made as ReadonlyMap<string, string>,
    outline,
    // The functions below return `url(#…)` references.
    clip: (shape: string): string => {
      const path = outline(shape)
      return url(define(`in-${shape}`, (id) => element('clipPath', { id }, use(path))))
    },
    blur: (width: number): string => {
      const area = { x: '-50%', y: '-50%', width: '200%', height: '200%' }
      const inside = element('feGaussianBlur', { stdDeviation: width })
      return url(define(`blur-${10 * width}`, (id) => element('filter', { id, ...area }, inside)))
    },
    /** Frays edges into hairs. @param reach of the hairs */
    fray: (reach: number, width = 0.5): string =>
      url(
        define(`fray-${10 * reach}-${10 * width}`, (id) => {
          const area = { x: '-20%', y: '-20%', width: '140%', height: '140%' }
          const noise = { type: 'fractalNoise', baseFrequency: HAIRS, numOctaves: 2, result: 'noise' }
          const shift = {
            in: 'SourceGraphic',
            in2: 'noise',
            scale: reach,
            xChannelSelector: 'R',
            yChannelSelector: 'B',
          }
          const steps =
            element('feTurbulence', noise) +
            element('feDisplacementMap', shift) +
            element('feGaussianBlur', { stdDeviation: width })
          return element('filter', { id, ...area }, steps)
        }),
      ),
    fade: (name: string): string => url(define(`fade-${name}`, (id) => fadeMask(artwork, name, id))),
  }
}

export function use(id: string, attributes: Parameters<typeof element>[1] = {}): string {
  return element('use', { href: `#${id}`, ...attributes })
}

export function url(id: string): string {
  return `url(#${id})`
}

/** The view, extended by its own size on each side. */
function everything({ view: [left, top, width, height] }: ArtworkYaml): string {
  return `M${left - width} ${top - height}h${3 * width}v${3 * height}h${-3 * width}z`
}

/** A mask that is white where the paint shows. */
function fadeMask({ fades, view }: ArtworkYaml, name: string, id: string): string {
  const { from, to, centre, radius } = fades[name] ?? {}
  const [x, y, width, height] = view
  const light = `${id}-light`
  const identity = { id: light, gradientUnits: 'userSpaceOnUse' }
  const line = { x1: to?.[0], y1: to?.[1], x2: from?.[0], y2: from?.[1] }
  const gradient =
    centre === undefined
      ? element('linearGradient', { ...identity, ...line }, stops(0))
      : element('radialGradient', { ...identity, cx: centre[0], cy: centre[1], r: radius }, stops(CORE))
  const all = element('rect', { x, y, width, height, fill: url(light) })
  return gradient + element('mask', { id, maskUnits: 'userSpaceOnUse', x, y, width, height }, all)
}

/** Noise across and along the hairs, which hang down. */
const HAIRS = '0.24 0.06'
/** Fraction of the radius around its centre within which a round fade is fully opaque. */
const CORE = 0.4

/** Opaque up to the first offset, transparent at the end. */
function stops(first: number): string {
  const white = { 'stop-color': '#fff' }
  return (
    element('stop', { offset: first, ...white }) + element('stop', { offset: 1, ...white, 'stop-opacity': 0 })
  )
}

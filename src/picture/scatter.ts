/**
 * Spots and single hairs as strokes, at places that chance decides.
 * Guarantees: the same chance gives the same strokes; spots keep apart as spots on a coat do.
 */
import type { RandomSource } from './chance.js'
import type { Layer } from './appearance.js'

type Spots = NonNullable<Layer['spots']>

/** Of so many places for a spot the one farthest from the others is taken. */
const TRIES = 7
/** Spots come in so many widths. */
const WIDTHS = 4
/** Smaller figures are written to a tenth, others to the whole number. */
const FINE = 3

/** Short strokes, to be drawn with round ends. @returns a path for each width */
export function spotStrokes(
  { count, within: [left, top, width, height], size: [smallest, largest] }: Spots,
  chance: RandomSource,
) {
  const places: (readonly [number, number])[] = []
  const paths = Array.from({ length: WIDTHS }, () => '')
  while (places.length < count) {
    const [x, y] = farthest(places, () => [left + chance() * width, top + chance() * height])
    places.push([x, y])
    // More small ones than large ones.
    const step = Math.floor(chance() ** 1.6 * WIDTHS)
    const long = radius(step) * chance()
    const angle = chance() * Math.PI
    const [across, down] = [Math.cos(angle) * long, Math.sin(angle) * long]
    paths[step] += `M${short(x)} ${short(y)}l${short(across)} ${short(down)}`
  }
  return paths.map((path, step) => ({ width: Math.round(20 * radius(step)) / 10, path: packed(path) }))

  function radius(step: number): number {
    return smallest + ((largest - smallest) * step) / (WIDTHS - 1)
  }
}

function farthest(
  places: readonly (readonly [number, number])[],
  place: () => readonly [number, number],
): readonly [number, number] {
  let best = place()
  let apart = -1
  for (let tried = 0; tried < TRIES; tried++) {
    const candidate = tried === 0 ? best : place()
    const distances = places.map(([x, y]) => (x - candidate[0]) ** 2 + (y - candidate[1]) ** 2)
    const nearest = Math.min(...distances, Infinity)
    if (nearest > apart) [best, apart] = [candidate, nearest]
  }
  return best
}

/** Strokes of hair in a square, all lying nearly one way. */
export function hairsPath(count: number, square: number, chance: RandomSource): string {
  let path = ''
  for (let hair = 0; hair < count; hair++) {
    const [left, top] = [chance() * square, chance() * square].map(Math.round)
    path += `M${left} ${top}l${short(1 + chance() * 3)} ${short(3 + chance() * 4)}`
  }
  return packed(path)
}

/** Path data needs no blank before a minus, and no nought before a point. */
function packed(path: string): string {
  return path.replaceAll(' -', '-').replace(/(?<!\d)0(?=\.)/g, '')
}

function short(value: number): string {
  return String(Math.abs(value) < FINE ? Math.round(value * 10) / 10 : Math.round(value))
}

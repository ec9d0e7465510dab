/**
 * Spots and single hairs as strokes at random places.
 * Guarantees: the same random source gives the same strokes; spots keep their distance from each other.
 */
import type { RandomSource } from './chance.js'
import type { Layer } from './appearance.js'
import type { Body } from './body.js'

type Spots = NonNullable<Layer['spots']>

/** Candidates per spot; the one farthest from the other spots is taken. */
const TRIES = 7
/** Number of distinct stroke widths. */
const WIDTHS = 4
/** Steps of the R2 sequence (Roberts 2018), whose points keep apart. */
const SPREAD = [0.7548776662, 0.5698402909]
/** How far a hair lies from its even place. */
const JITTER = 5
/** Numbers below this are written with one decimal, others as integers. */
const FINE = 3

/** Spots as short strokes, to be drawn with round caps. @returns one path per width */
export function spotStrokes(
  { count, within: [left, top, width, height], size: [smallest, largest] }: Spots,
  { move, growth }: Pick<Body, 'move' | 'growth'>,
  chance: RandomSource,
) {
  const places: (readonly [number, number])[] = []
  const paths = Array.from({ length: WIDTHS }, () => '')
  while (places.length < count) {
    const place = farthest(places, () => [left + chance() * width, top + chance() * height])
    places.push(place)
    const [x, y] = move(place)
    // Favours small spots.
    const step = Math.floor(chance() ** 1.6 * WIDTHS)
    const long = radius(step) * chance()
    const angle = chance() * Math.PI
    const [across, down] = [Math.cos(angle) * long, Math.sin(angle) * long]
    paths[step] += `M${short(x)} ${short(y)}l${short(across)} ${short(down)}`
  }
  return paths.map((path, step) => ({ width: Math.round(20 * radius(step)) / 10, path: packed(path) }))

  function radius(step: number): number {
    return growth * (smallest + ((largest - smallest) * step) / (WIDTHS - 1))
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

/** Strokes of hair, evenly spread over a square, so that no repeated tile of them stands out; all in nearly the same direction. */
export function hairsPath(count: number, square: number, chance: RandomSource): string {
  let path = ''
  const start = chance()
  for (let hair = 0; hair < count; hair++) {
    const [left, top] = SPREAD.map((step) =>
      Math.round(square * ((start + step * hair) % 1) + (chance() - 0.5) * JITTER),
    )
    path += `M${left} ${top}l${short(1 + chance() * 3)} ${short(3 + chance() * 4)}`
  }
  return packed(path)
}

/** Shortens path data: no space before a minus sign, no zero before a decimal point. */
function packed(path: string): string {
  return path.replaceAll(' -', '-').replace(/(?<!\d)0(?=\.)/g, '')
}

function short(value: number): string {
  return String(Math.abs(value) < FINE ? Math.round(value * 10) / 10 : Math.round(value))
}

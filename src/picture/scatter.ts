/**
 * Spots and single hairs as path data, at places that chance decides.
 * Guarantees: the same chance gives the same path; spots keep apart as spots on a coat do.
 */
import type { Chance } from './chance.js'
import type { Layer } from './appearance.js'

type Spots = NonNullable<Layer['spots']>

/** Of so many places for a spot the one farthest from the others is taken. */
const TRIES = 7
/** A spot is a ring of so many curves. */
const CORNERS = 4

/** Closed rounds, none quite like another. */
export function spotsPath(
  { count, within: [left, top, width, height], size }: Spots,
  chance: Chance,
): string {
  const places: (readonly [number, number])[] = []
  const [smallest, largest] = size
  let path = ''
  for (let spot = 0; spot < count; spot++) {
    let best: readonly [number, number] = [0, 0]
    let apart = -1
    for (let tried = 0; tried < TRIES; tried++) {
      const place = [left + chance() * width, top + chance() * height] as const
      const nearest = Math.min(...places.map(([x, y]) => (x - place[0]) ** 2 + (y - place[1]) ** 2), Infinity)
      if (nearest > apart) [best, apart] = [place, nearest]
    }
    places.push(best)
    path += blob(best, smallest + (largest - smallest) * chance() ** 2, chance)
  }
  return path
}

function blob([x, y]: readonly [number, number], radius: number, chance: Chance): string {
  const turn = chance() * Math.PI
  const at = Array.from({ length: CORNERS }, (_, corner) => {
    const angle = turn + (corner * 2 * Math.PI) / CORNERS
    const reach = radius * (0.75 + chance() * 0.5)
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach * 0.9, angle, reach * 0.55] as const
  })
  const [first] = at
  if (first === undefined) return ''
  let path = `M${short(first[0])} ${short(first[1])}`
  for (let corner = 0; corner < CORNERS; corner++) {
    const from = at[corner] ?? first
    const to = at[(corner + 1) % CORNERS] ?? first
    const out = [from[0] - Math.sin(from[2]) * from[3], from[1] + Math.cos(from[2]) * from[3]]
    const into = [to[0] + Math.sin(to[2]) * to[3], to[1] - Math.cos(to[2]) * to[3]]
    path += `C${[...out, ...into, to[0], to[1]].map(short).join(' ')}`
  }
  return `${path}z`
}

/** Strokes of hair in a square, all lying nearly one way. */
export function hairsPath(count: number, square: number, chance: Chance): string {
  let path = ''
  for (let hair = 0; hair < count; hair++) {
    const across = 1 + chance() * 3
    path += `M${short(chance() * square)} ${short(chance() * square)}l${short(across)} ${short(3 + chance() * 4)}`
  }
  return path
}

function short(value: number): string {
  return String(Math.round(value * 10) / 10)
}

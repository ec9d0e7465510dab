/**
 * The artwork at an age: the outlines as they are written, or bent to the body of that age.
 * Guarantees: patterns, light and shade move with the body; a body is computed once for an artwork.
 */
import type { ArtworkYaml } from '../rules/file-types.js'
import { movedPath } from './outline.js'
import { growthOf, thinPlateSpline, type Move, type Point } from './spline.js'

export interface Body {
  readonly artwork: ArtworkYaml
  /** Where a place of the written outlines lies in this body. */
  readonly move: Move
  /** Its size, compared with the written outlines. */
  readonly growth: number
  /** Distinguishes its outlines from those of other bodies; empty for the written ones. */
  readonly id: string
}

type BodyYaml = NonNullable<ArtworkYaml['bodies']>[number]

const bent = new WeakMap<BodyYaml, Body>()

/** @param age in years */
export function bodyOf(artwork: ArtworkYaml, age: number): Body {
  const { bodies = [] } = artwork
  const index = bodies.findIndex(({ from = 0, until = Infinity }) => age >= from && age < until)
  const body = bodies[index]
  if (body === undefined) return { artwork, move: (point) => point, growth: 1, id: '' }
  const known = bent.get(body) ?? bend(artwork, body, `${index}-`)
  bent.set(body, known)
  return known
}

function bend(artwork: ArtworkYaml, { landmarks, shapes = {} }: BodyYaml, id: string): Body {
  const pairs = Object.values(landmarks)
  const move = thinPlateSpline(pairs)
  const growth = growthOf(pairs)
  const moved = Object.entries(artwork.shapes).map(
    ([name, path]) => [name, shapes[name] ?? movedPath(path, move, growth)] as const,
  )
  const fades = Object.entries(artwork.fades).map(
    ([name, fade]) => [name, movedFade(fade, move, growth)] as const,
  )
  const parts = artwork.parts.map(({ at, ...part }): Part => {
    if (at === undefined) return part
    return { ...part, at: [Math.round(at[0] * growth), Math.round(at[1] * growth)] }
  })
  return {
    artwork: { ...artwork, parts, shapes: Object.fromEntries(moved), fades: Object.fromEntries(fades) },
    move,
    growth,
    id,
  }
}

type Part = ArtworkYaml['parts'][number]
type Fade = ArtworkYaml['fades'][string]

function movedFade(
  { from = [0, 0], to = [0, 0], centre, radius = 0 }: Fade,
  move: Move,
  growth: number,
): Fade {
  const moved = (point: Point): [number, number] => {
    const [x, y] = move(point)
    return [Math.round(x), Math.round(y)]
  }
  return centre === undefined
    ? { from: moved(from), to: moved(to) }
    : { centre: moved(centre), radius: Math.round(radius * growth) }
}

/**
 * SVG path data with every point moved, curves by their control points.
 * Guarantees: as many segments as before, written in short relative coordinates that do not drift.
 */
import type { Move, Point } from './spline.js'

interface Segment {
  /** The command in lower case. */
  readonly kind: string
  /** Absolute. */
  readonly points: readonly Point[]
  /** Radii, rotation and flags of an arc; otherwise empty. */
  readonly arc: readonly number[]
}

/** Numbers of an arc before its point. */
const ARC = 5
/** How many numbers a segment of each command has. */
const NUMBERS: Readonly<Record<string, number>> = {
  m: 2,
  l: 2,
  h: 1,
  v: 1,
  c: 6,
  s: 4,
  q: 4,
  t: 2,
  a: ARC + 2,
}
const CLOSE = 'z'

/** @param growth of the radii of arcs */
export function movedPath(path: string, move: Move, growth: number): string {
  let start: Point = [0, 0]
  let pen = start
  const moved = segmentsOf(path).map(({ kind, points, arc }) => {
    if (kind === CLOSE) {
      pen = start
      return kind
    }
    const offsets = points.map(move).map(([x, y]): Point => [short(x - pen[0]), short(y - pen[1])])
    // From where the pen is as written, so that rounding does not add up.
    pen = plus(pen, offsets.at(-1) ?? [0, 0])
    if (kind === 'm') start = pen
    const radii = arc.slice(0, 2).map((radius) => short(radius * growth))
    return kind + [...radii, ...arc.slice(2), ...offsets.flat()].join(' ')
  })
  return moved
    .join('')
    .replaceAll(' -', '-')
    .replace(/(?<!\d)0(?=\.)/g, '')
    .replace(/^m/, 'M')
}

function segmentsOf(path: string): readonly Segment[] {
  const segments: Segment[] = []
  let start: Point = [0, 0]
  let from = start
  for (const [, letter = '', list = ''] of path.matchAll(/([a-df-z])([^a-df-z]*)/gi)) {
    const command = letter.toLowerCase()
    const size = NUMBERS[command]
    if (size === undefined) {
      segments.push({ kind: CLOSE, points: [], arc: [] })
      from = start
      continue
    }
    const numbers = [...list.matchAll(/-?(?:\d*\.)?\d+(?:e[-+]?\d+)?/gi)].map(Number)
    for (let at = 0; at < numbers.length; at += size) {
      const segment = numbers.slice(at, at + size)
      const arc = size === NUMBERS.a ? segment.slice(0, ARC) : []
      const places = inPairs(command, segment.slice(arc.length))
      const points = places.map(([x, y]): Point => {
        const [left, top]: Point = letter === command ? from : [0, 0]
        return [x === undefined ? from[0] : left + x, y === undefined ? from[1] : top + y]
      })
      // Points after the first of a move are lines, and so are horizontal and vertical lines.
      const isLine = (command === 'm' && at > 0) || size === 1
      segments.push({ kind: isLine ? 'l' : command, points, arc })
      from = points.at(-1) ?? from
      if (command === 'm' && at === 0) start = from
    }
  }
  return segments
}

/** A coordinate that the command leaves as it is is undefined. */
function inPairs(command: string, numbers: readonly number[]): readonly (readonly (number | undefined)[])[] {
  if (command === 'h') return [[numbers[0], undefined]]
  if (command === 'v') return [[undefined, numbers[0]]]
  return numbers.flatMap((x, at) => (at % 2 === 0 ? [[x, numbers[at + 1]]] : []))
}

function plus([x, y]: Point, [across, down]: Point): Point {
  return [x + across, y + down]
}

/** One decimal below 10, none above. */
function short(value: number): number {
  return Math.abs(value) < 10 ? Math.round(value * 10) / 10 : Math.round(value)
}

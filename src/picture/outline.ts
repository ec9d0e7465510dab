/**
 * SVG path data with every point moved, curves by their control points.
 * Guarantees: as many segments as before, written in short relative coordinates that do not drift.
 */
import type { Move, Point } from './spline.js'

/** How many numbers a segment of each command has. */
const NUMBERS: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7 }

/** @param growth of the radii of arcs */
export function movedPath(path: string, move: Move, growth: number): string {
  let from: Point = [0, 0]
  let start: Point = from
  let pen: Point = from
  let penStart: Point = pen
  let written = ''
  for (const [command, letter = '', list = ''] of path.matchAll(/([a-df-z])([^a-df-z]*)/gi)) {
    const kind = letter.toLowerCase()
    if (kind === 'z') {
      written += 'z'
      ;[from, pen] = [start, penStart]
      continue
    }
    const numbers = [...list.matchAll(/-?(?:\d*\.)?\d+(?:e[-+]?\d+)?/gi)].map(Number)
    const size = NUMBERS[kind]
    if (size === undefined) throw new Error(`path data has no command ${command}`)
    for (let at = 0; at < numbers.length; at += size) {
      const segment = numbers.slice(at, at + size)
      const origin: Point = letter === kind ? from : [0, 0]
      const points = pointsOf(kind, segment, from, origin)
      const offsets = points.map(move).map(([x, y]): Point => [short(x - pen[0]), short(y - pen[1])])
      const arc =
        kind === 'a'
          ? [...segment.slice(0, 2).map((radius) => short(radius * growth)), ...segment.slice(2, 5)]
          : []
      const isMove = kind === 'm' && at === 0
      written +=
        (isMove ? 'm' : kind === 'm' || kind === 'h' || kind === 'v' ? 'l' : kind) +
        [...arc, ...offsets.flat()].join(' ')
      from = points.at(-1) ?? from
      const [across, down] = offsets.at(-1) ?? [0, 0]
      pen = [pen[0] + across, pen[1] + down]
      if (isMove) [start, penStart] = [from, pen]
    }
  }
  return written
    .replaceAll(' -', '-')
    .replace(/(?<!\d)0(?=\.)/g, '')
    .replace(/^m/, 'M')
}

function pointsOf(
  kind: string,
  numbers: readonly number[],
  from: Point,
  [left, top]: Point,
): readonly Point[] {
  const [first = 0] = numbers
  if (kind === 'h') return [[left + first, from[1]]]
  if (kind === 'v') return [[from[0], top + first]]
  const pairs = kind === 'a' ? numbers.slice(5) : numbers
  return pairs.flatMap((x, at) => (at % 2 === 0 ? [[left + x, top + (pairs[at + 1] ?? 0)] as const] : []))
}

/** One decimal below 10, none above. */
function short(value: number): number {
  return Math.abs(value) < 10 ? Math.round(value * 10) / 10 : Math.round(value)
}

/**
 * The straight line through points by least squares, and how well it is known.
 */
export interface Slope {
  readonly perUnit: number
  /** Half the width of the interval that holds it with 95 %, if the points scatter about a line by chance alone. */
  readonly uncertainty: number
}

/** Student's t for 95 %, by degrees of freedom; beyond these 2 is near enough. */
const T95 = [Infinity, 12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23]

export function slopeOf(points: readonly (readonly [x: number, y: number])[]): Slope {
  const mean = (of: (point: readonly [number, number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [middleX, middleY] = [mean(([x]) => x), mean(([, y]) => y)]
  const spread = points.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0)
  const perUnit = points.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middleY), 0) / spread
  const rest = points.reduce((sum, [x, y]) => sum + (y - middleY - perUnit * (x - middleX)) ** 2, 0)
  const freedom = points.length - 2
  const t = T95[Math.max(0, freedom)] ?? 2
  return { perUnit, uncertainty: t * Math.sqrt(rest / freedom / spread) }
}

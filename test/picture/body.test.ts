/**
 * Bodies of other ages: a thin-plate spline moves each landmark to its place, and outlines move with it.
 */
import t from 'tap'
import { bodyOf } from '../../src/picture/body.js'
import { movedPath } from '../../src/picture/outline.js'
import { growthOf, thinPlateSpline, type Point } from '../../src/picture/spline.js'
import { shippedRuleset } from '../phenotypes/shipped.js'

const SQUARE: readonly (readonly [Point, Point])[] = [
  [
    [0, 0],
    [10, 0],
  ],
  [
    [100, 0],
    [60, 0],
  ],
  [
    [0, 100],
    [10, 50],
  ],
  [
    [100, 100],
    [60, 50],
  ],
]
const rounded = ([x, y]: Point): Point => [Math.round(x * 1e6) / 1e6, Math.round(y * 1e6) / 1e6]

t.test('landmarks that only move and shrink together do so with everything else', (t) => {
  const move = thinPlateSpline(SQUARE)
  t.same(rounded(move([50, 20])), [35, 10])
  t.same(rounded(move([-40, 300])), [-10, 150])
  t.equal(growthOf(SQUARE), 0.5)
  t.end()
})

t.test('an outline keeps its segments, whatever commands it is written with', (t) => {
  const half = ([x, y]: Point): Point => [x / 2, y / 2]
  for (const [path, expected] of [
    ['M10 20c1-2 3 4 5 6q2 2 4 0z', 'M5 10c.5-1 1.5 2 2.5 3q1 1 2 0z'],
    ['M10 20L30 40 50 60H70V20Z', 'M5 10l10 10l10 10l10 0l0-20z'],
    ['m2 2 4 4zm10 0h8', 'M1 1l2 2zm5 0l4 0'],
    ['M0 0a40 8 0 1 0 80 0S4 5 6 7t2 2', 'M0 0a20 4 0 1 0 40 0s-38 2.5-37 3.5t1 1'],
  ] as const)
    t.equal(movedPath(path, half, 0.5), expected)
  t.end()
})

t.test(
  "the shipped foal's landmarks lie where they are stated, and its outlines are computed once",
  async (t) => {
    const artwork = (await shippedRuleset()).model.source.picture?.artwork
    if (artwork === undefined) throw new Error('the shipped rules draw nothing')
    const foal = bodyOf(artwork, 0)
    const missed = Object.entries(artwork.bodies?.[0]?.landmarks ?? {}).filter(
      ([, [from, to]]) => JSON.stringify(rounded(foal.move(from))) !== JSON.stringify(to),
    )
    t.same(missed, [])
    t.ok(foal.growth < 0.9, `${foal.growth}`)
    t.equal(bodyOf(artwork, 0.5), foal)
    t.equal(bodyOf(artwork, 1).artwork, artwork)
  },
)

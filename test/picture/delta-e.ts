/**
 * How different two colours look: CIEDE2000 (Sharma, Wu and Dalal 2005), 0 for equal ones, 1 about what is just seen.
 */

type Triple = readonly [number, number, number]

/** @param one `#rrggbb` */
export function differenceOf(one: string, other: string): number {
  return deltaE(labOf(one), labOf(other))
}

/** CIE L*a*b* under D65. */
function labOf(colour: string): Triple {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  const curve = (value: number): number =>
    value > 216 / 24389 ? Math.cbrt(value) : (841 / 108) * value + 4 / 29
  const x = curve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
  const y = curve(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = curve((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

export function deltaE([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const { cos, sin, sqrt, exp, hypot, PI } = Math
  const degrees = PI / 180
  const chroma = (hypot(a1, b1) + hypot(a2, b2)) / 2
  const grey = 1 + 0.5 * (1 - sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)))
  const [c1, c2] = [hypot(a1 * grey, b1), hypot(a2 * grey, b2)]
  const hue = (a: number, b: number): number =>
    a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / degrees + 360) % 360
  const [h1, h2] = [hue(a1 * grey, b1), hue(a2 * grey, b2)]
  const apart = Math.abs(h1 - h2)
  const turn = c1 * c2 === 0 ? 0 : apart <= 180 ? h2 - h1 : h2 <= h1 ? h2 - h1 + 360 : h2 - h1 - 360
  const [dl, dc, dh] = [l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin((turn * degrees) / 2)]
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2]
  const h =
    c1 * c2 === 0
      ? h1 + h2
      : apart <= 180
        ? (h1 + h2) / 2
        : h1 + h2 < 360
          ? (h1 + h2 + 360) / 2
          : (h1 + h2 - 360) / 2
  const t =
    1 -
    0.17 * cos((h - 30) * degrees) +
    0.24 * cos(2 * h * degrees) +
    0.32 * cos((3 * h + 6) * degrees) -
    0.2 * cos((4 * h - 63) * degrees)
  const sl = 1 + (0.015 * (l - 50) ** 2) / sqrt(20 + (l - 50) ** 2)
  const [sc, sh] = [1 + 0.045 * c, 1 + 0.015 * c * t]
  const rt = -sin(2 * 30 * exp(-(((h - 275) / 25) ** 2)) * degrees) * 2 * sqrt(c ** 7 / (c ** 7 + 25 ** 7))
  return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh))
}

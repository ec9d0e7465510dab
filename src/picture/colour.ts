/**
 * Converts pigment densities to a screen colour.
 * Guarantees: more pigment is never lighter; without pigment the colour is white.
 */

/** Red, green, blue. */
export type Light = readonly [number, number, number]
/** Pigment → density, per channel. */
export type Densities = Readonly<Record<string, Light>>

/** The white light that the pigments leave: 10^−(density × spectrum), as `#rrggbb`. */
export function colourOf(densities: Densities, spectra: Readonly<Record<string, Light>>): string {
  const taken = [0, 1, 2].map((channel) =>
    Object.entries(densities).reduce(
      (sum, [pigment, density]) => sum + (density[channel] ?? 0) * (spectra[pigment]?.[channel] ?? 0),
      0,
    ),
  )
  return `#${taken.map((absorbance) => hex(onScreen(10 ** -absorbance))).join('')}`
}

/** Linear light from 0 to 1 → sRGB value from 0 to 255. */
function onScreen(light: number): number {
  const value = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(255 * value)
}

function hex(value: number): string {
  return value.toString(16).padStart(2, '0')
}

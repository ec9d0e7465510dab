/**
 * Visible tokens and an age → how the animal looks: a colour for each region, and the layers over them.
 * Guarantees: rows of the appearance are applied from top to bottom; the same seed chooses the same layers.
 */
import type { AppearanceYaml } from '../rules/file-types.js'
import type { RandomSource } from './chance.js'
import { colourOf, type Densities, type Light } from './colour.js'

export type Appearance = ReturnType<typeof appearanceOf>
export type Layer = AppearanceYaml['layers'][string][number]
type Row = AppearanceYaml['coats'][number]
type ByRegion = NonNullable<Row['is']>

/** Stands for every region that has no word of its own. */
const ALL = 'all'

/** @param age in years */
export function appearanceOf(
  appearance: AppearanceYaml,
  tokens: readonly string[],
  age: number,
  chance: RandomSource,
) {
  const { coats, layers, spectra, fixed, regions } = appearance
  const rows = coats.filter((row) => holds(row, tokens, age))
  const colours = new Map(Object.entries(fixed))
  for (const region of regions) {
    let densities: Densities = {}
    for (const row of rows)
      densities = changed(densities, wordsOf(row.is, region), wordsOf(row.times, region))
    colours.set(region, colourOf(densities, spectra))
  }
  const chosen = new Set<string>()
  for (const row of rows) {
    for (const [region, name] of Object.entries(row.colours ?? {})) colours.set(region, fixed[name] ?? '')
    const picked = row.one_of?.[Math.floor(chance() * row.one_of.length)] ?? []
    for (const layer of [...(row.layers ?? []), ...picked]) chosen.add(layer)
  }
  return {
    /** The colour of a region, or a fixed one. */
    colour: (name: string): string => colours.get(name) ?? '',
    /** In the order in which they are painted. */
    layers: Object.entries(layers).flatMap(([id, paints]) => (chosen.has(id) ? paints : [])),
  }
}

function holds({ tokens, from = 0, until = Infinity }: Row, seen: readonly string[], age: number): boolean {
  return age >= from && age < until && tokens.every((token) => seen.includes(token))
}

function wordsOf(words: ByRegion | undefined, region: string): ByRegion[string] | undefined {
  return words?.[region] ?? words?.[ALL]
}

function changed(before: Densities, is: ByRegion[string] = {}, times: ByRegion[string] = {}): Densities {
  return Object.fromEntries(
    Object.entries({ ...before, ...is }).map(([pigment, density]) => {
      const [red, green, blue] = light(density)
      const factor = light(times[pigment] ?? 1)
      return [pigment, [red * factor[0], green * factor[1], blue * factor[2]]]
    }),
  )
}

function light(value: number | Light): Light {
  return typeof value === 'number' ? [value, value, value] : value
}

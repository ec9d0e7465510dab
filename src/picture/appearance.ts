/**
 * Maps what is visible of a genotype and an age to an appearance: a colour for each region, and the layers over them.
 * Guarantees: rows are applied from top to bottom; a row's choice and its layers' spots depend on the animal's base genes and on
 * the alleles behind this row, and on nothing else.
 */
import type { AppearanceYaml } from '../rules/file-types.js'
import { randomSource } from './chance.js'
import { colourOf, type Densities, type Light } from './colour.js'

/** What a picture shows of a genotype. */
export interface Visible {
  readonly tokens: readonly string[]
  readonly causes: readonly Cause[]
  /** Distinguishes animals with the same coat. */
  readonly seed: string
}

/** A rule that applies to the genotype. */
export interface Cause {
  /** Its id. */
  readonly rule: string
  /** The tokens that it gives. */
  readonly gives: readonly string[]
  /** What it reads of the genotype, as text. */
  readonly alleles: string
}

export type Appearance = ReturnType<typeof appearanceOf>
export type Layer = AppearanceYaml['layers'][string][number]
type Row = AppearanceYaml['coats'][number]
type ByRegion = NonNullable<Row['is']>

/** Key for every region without an entry. */
const ALL = 'all'

/** @param age in years */
export function appearanceOf(appearance: AppearanceYaml, visible: Visible, age: number) {
  const { coats, layers, spectra, fixed, regions } = appearance
  const rows = coats.filter((row) => holds(row, visible, age))
  const colours = new Map(Object.entries(fixed))
  for (const region of regions) {
    let densities: Densities = {}
    for (const row of rows)
      densities = changed(densities, entryOf(row.is, region), entryOf(row.times, region))
    colours.set(region, colourOf(densities, spectra))
  }
  /** Layer → its seed. */
  const chosen = new Map<string, string>()
  for (const row of rows) {
    for (const [region, name] of Object.entries(row.colours ?? {})) colours.set(region, fixed[name] ?? '')
    const { layers: always = [], one_of: either = [] } = row
    if (always.length + either.length === 0) continue
    const seed = seedOf(row, visible)
    const picked = either[Math.floor(randomSource(seed)() * either.length)] ?? []
    for (const layer of [...always, ...picked]) if (!chosen.has(layer)) chosen.set(layer, `${seed} ${layer}`)
  }
  return {
    /** The colour of a region, or a fixed colour by name. */
    colour: (name: string): string => colours.get(name) ?? '',
    /** In painting order, each with the seed of its spots and hairs. */
    layers: Object.entries(layers).flatMap(([id, paints]) => {
      const seed = chosen.get(id)
      return seed === undefined ? [] : paints.map((paint, index) => ({ ...paint, seed: `${seed} ${index}` }))
    }),
  }
}

function holds(row: Row, { tokens: seen, causes }: Visible, age: number): boolean {
  const { tokens = [], rules = [], unless = [], from = 0, until = Infinity } = row
  const applies = (id: string): boolean => causes.some(({ rule }) => rule === id)
  return (
    age >= from &&
    age < until &&
    tokens.every((token) => seen.includes(token)) &&
    rules.every(applies) &&
    !unless.some(applies)
  )
}

function seedOf({ tokens = [], rules = [] }: Row, { causes, seed }: Visible): string {
  const behind = causes.filter(
    ({ rule, gives }) => rules.includes(rule) || gives.some((token) => tokens.includes(token)),
  )
  return [...new Set([seed, ...behind.map(({ alleles }) => alleles)])].join(' ')
}

function entryOf(entries: ByRegion | undefined, region: string): ByRegion[string] | undefined {
  return entries?.[region] ?? entries?.[ALL]
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

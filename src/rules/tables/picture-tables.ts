/**
 * Reads rules/appearance.yaml and rules/artwork.yaml. Whether rules give the tokens is checked in
 * model/compile/appearance.ts.
 * Guarantees: every layer, region, colour, shape and fade that is referenced exists.
 */
import type { AppearanceYaml, ArtworkYaml } from '../file-types.js'
import { suggestion } from '../../common/nearest.js'
import { type FileReading, step } from '../yaml/parsed-file.js'
import { placed } from '../yaml/word-places.js'

/** Colours and outlines for drawing the animal. */
export type PictureTables = NonNullable<ReturnType<typeof pictureTables>>

type Paint = NonNullable<ArtworkYaml['parts'][number]['under']>[number]

/** Key under `is` and `times` for every region without an entry. */
const EVERY_REGION = 'all'

/** Undefined if there is no artwork, or if one of the files has errors. */
export function pictureTables(
  appearance: FileReading<AppearanceYaml> | undefined,
  artwork: FileReading<ArtworkYaml> | undefined,
) {
  if (appearance === undefined || artwork === undefined) return undefined
  checkWords(appearance, artwork)
  return {
    appearance: appearance.value,
    artwork: artwork.value,
    /** Places of the rows of `coats`, for faults in their tokens. */
    coats: appearance.value.coats.map((row, index) =>
      placed(appearance, `/coats/${index}`, row, ['tokens', 'rules', 'unless']),
    ),
    coatsPlace: appearance.placeOf('/coats'),
  }
}

function checkWords(appearance: FileReading<AppearanceYaml>, artwork: FileReading<ArtworkYaml>): void {
  const { coats, layers, regions, spectra, fixed } = appearance.value
  const { parts, shapes, fades } = artwork.value
  const known = {
    layer: Object.keys(layers),
    pigment: Object.keys(spectra),
    'fixed colour': Object.keys(fixed),
    region: [EVERY_REGION, ...regions],
    colour: [...regions, ...Object.keys(fixed)],
    shape: Object.keys(shapes),
    fade: Object.keys(fades),
  }
  const check = (
    file: FileReading<unknown>,
    what: keyof typeof known,
    pointer: string,
    named: string | readonly string[] = [],
  ): void => {
    if (typeof named !== 'string')
      named.forEach((name, index) => check(file, what, `${pointer}/${index}`, name))
    else if (!known[what].includes(named)) {
      file.report('UNKNOWN_KEY', pointer, {
        what: `there is no ${what} "${named}".`,
        fix: suggestion(named, known[what]),
      })
    }
  }
  const checkPaints = (file: FileReading<unknown>, pointer: string, paints: readonly Paint[] = []): void =>
    paints.forEach((paint, index) => {
      const at = `${pointer}/${index}`
      check(file, 'colour', `${at}/colour`, paint.colour)
      check(file, 'shape', `${at}/shapes`, paint.shapes)
      check(file, 'fade', `${at}/fade`, paint.fade)
    })
  coats.forEach((row, index) => {
    const at = `/coats/${index}`
    const { from = 0, until = Infinity } = row
    if (from >= until) {
      appearance.report('PARSE', `${at}/until`, {
        what: `the row applies from ${from} to before ${until}, which is no age.`,
        fix: 'write the lower age under from.',
      })
    }
    check(appearance, 'layer', `${at}/layers`, row.layers)
    row.one_of?.forEach((names, one) => check(appearance, 'layer', `${at}/one_of/${one}`, names))
    for (const [region, name] of Object.entries(row.colours ?? {})) {
      check(appearance, 'region', `${at}/colours${step(region)}`, region)
      check(appearance, 'fixed colour', `${at}/colours${step(region)}`, name)
    }
    for (const key of ['is', 'times'] as const)
      for (const [region, pigments] of Object.entries(row[key] ?? {})) {
        const place = `${at}/${key}${step(region)}`
        check(appearance, 'region', place, region)
        for (const pigment of Object.keys(pigments))
          check(appearance, 'pigment', `${place}${step(pigment)}`, pigment)
      }
  })
  for (const [id, paints] of Object.entries(layers)) checkPaints(appearance, `/layers${step(id)}`, paints)
  parts.forEach((part, index) => {
    check(artwork, 'shape', `/parts/${index}/shape`, part.shape)
    checkPaints(artwork, `/parts/${index}/under`, part.under)
    checkPaints(artwork, `/parts/${index}/over`, part.over)
  })
}

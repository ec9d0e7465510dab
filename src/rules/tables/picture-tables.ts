/**
 * rules/appearance.yaml and rules/artwork.yaml → how the animal is drawn; and what the two say of things that are not there.
 * Guarantees: a token without an appearance is told, and so is every word that names nothing.
 */
import type { AppearanceYaml, ArtworkYaml, TableYaml } from '../file-types.js'
import { nearest, suggestion } from '../checks/nearest.js'
import { warning, type Diagnostic } from '../diagnostic.js'
import { type FileReading, step } from '../yaml/parsed-file.js'

/** How the animal is drawn. */
export type PictureTables = NonNullable<ReturnType<typeof pictureTables>>

type Paint = NonNullable<ArtworkYaml['parts'][number]['under']>[number]

/** What a word under `is` and `times` stands for every region by. */
const EVERY_REGION = 'all'

/**
 * Undefined where the animal has no artwork, or one of the files has a fault of its own.
 * @param tables undefined where one is missing or has a fault: its tokens would look unknown
 */
export function pictureTables(
  appearance: FileReading<AppearanceYaml> | undefined,
  artwork: FileReading<ArtworkYaml> | undefined,
  tables: readonly FileReading<TableYaml>[] | undefined,
  diagnostics: Diagnostic[],
) {
  if (appearance === undefined || artwork === undefined) return undefined
  if (tables !== undefined) checkTokens(appearance, tables, diagnostics)
  checkWords(appearance, artwork)
  return { appearance: appearance.value, artwork: artwork.value }
}

function checkTokens(
  appearance: FileReading<AppearanceYaml>,
  tables: readonly FileReading<TableYaml>[],
  diagnostics: Diagnostic[],
): void {
  const tokens = [...new Set(tables.flatMap(({ value }) => value.rules.flatMap(({ then }) => then)))]
  const { coats } = appearance.value
  const alone = new Set(coats.flatMap((row) => (row.tokens.length === 1 ? row.tokens : [])))
  const missing = new Set(tokens.filter((token) => !alone.has(token)))
  coats.forEach((row, index) =>
    row.tokens.forEach((token, at) => {
      if (tokens.includes(token)) return
      // Of two near words the one that lacks a row is meant, and is not reported again.
      const meant = nearest(token, missing)
      if (meant !== undefined) missing.delete(meant)
      const pointer = `/coats/${index}/tokens/${at}`
      const none = `no rule gives the token "${token}"`
      if (meant === undefined)
        appearance.report('UNKNOWN_TOKEN', pointer, {
          what: `${none}.`,
          fix: suggestion(token, tokens, 'remove the row, or let a rule give it.'),
        })
      else
        appearance.report('UNKNOWN_TOKEN', pointer, {
          what: `${none}, but one gives "${meant}", which has no row of its own (${giverOf(meant, tables)}).`,
          fix: 'correct whichever of the two is misspelt.',
        })
    }),
  )
  for (const token of missing) {
    diagnostics.push(
      warning('MISSING_APPEARANCE', appearance.placeOf('/coats'), {
        what: `nothing says how the token "${token}" looks.`,
        why: 'Pictures show the animal without it.',
        fix: `add a row for it alone: { tokens: [${token}], … }.`,
      }),
    )
  }
}

/** Where a token is given first. */
function giverOf(token: string, tables: readonly FileReading<TableYaml>[]): string {
  const [place] = tables.flatMap(({ value, placeOf }) =>
    value.rules.flatMap(({ then }, rule) =>
      then.includes(token) ? [placeOf(`/rules/${rule}/then/${then.indexOf(token)}`)] : [],
    ),
  )
  return place === undefined ? '' : `${place.file}:${place.line}`
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
        what: `the row holds from ${from} until before ${until}: at no age.`,
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

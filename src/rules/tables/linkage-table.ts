/**
 * A linkage file → LinkageTable: fractions in whole thousandths, rows that depend on the parent before the
 * row that always holds.
 * Guarantees: each two neighbours have exactly one row without `when`; the interval holds the fraction.
 * Leaves to others: whether the loci and alleles exist (model/).
 */
import { suggestion } from '../checks/nearest.js'
import { step } from '../yaml/pointer.js'
import { checkOwnName, stated, type FileReading } from '../yaml/parsed-file.js'
import type { GameteExample, LinkageTable, RecombinationRow } from '../tables.js'
import { placesOfKeys, placesOfWords } from '../yaml/word-places.js'
import type { GameteExampleYaml, LinkageYaml, RecombinationYaml } from '../file-types.js'

/** `group` is the one that the file's name says. */
export function linkageTable(sheet: FileReading<LinkageYaml>, group: string): LinkageTable {
  const { value } = sheet
  checkOwnName(sheet, 'group', value.group, group)
  const rows = value.recombination.map((row, index) =>
    recombinationRow(sheet, row, `/recombination/${index}`),
  )
  checkNeighbours(sheet, rows)
  const always = (row: RecombinationRow) => (row.when === undefined ? 1 : 0)
  return {
    group: value.group,
    chromosome: value.chromosome,
    order: value.order,
    // Stable: among the rows with `when` the file's order decides.
    recombination: [...rows].sort((a, b) => always(a) - always(b)),
    examples: (value.examples ?? []).map((example, index) =>
      gameteExample(sheet, example, `/examples/${index}`),
    ),
    place: sheet.placeOf(''),
    words: placesOfWords(sheet, '', value, ['order']),
  }
}

function recombinationRow(
  sheet: FileReading<LinkageYaml>,
  row: RecombinationYaml,
  pointer: string,
): RecombinationRow {
  const { why } = row
  const empty = row.when !== undefined && Object.keys(row.when).length === 0
  const when = empty ? undefined : row.when
  checkNumbers(sheet, row, pointer)
  if (empty) {
    sheet.report('PARSE', `${pointer}/when`, {
      what: '"when" is empty.',
      mend: 'remove it if the row always holds, or say for which parents it holds.',
    })
  }
  return {
    between: inMapOrder(sheet, row.between, pointer),
    thousandths: Math.round(row.fraction * 1000),
    interval: row.interval,
    ...stated({ when, why, reviewBy: row.review_by }),
    cite: row.cite ?? [],
    verified: row.verified ?? true,
    place: sheet.placeOf(pointer),
    words: placesOfWords(sheet, pointer, row, ['when']),
  }
}

function gameteExample(
  sheet: FileReading<LinkageYaml>,
  example: GameteExampleYaml,
  pointer: string,
): GameteExample {
  const { title, given, together = [], gametes } = example
  gametes.forEach(({ gamete }, index) => {
    for (const locus of Object.keys(gamete)) {
      if (sheet.value.order.includes(locus)) continue
      sheet.report('UNKNOWN_LOCUS', `${pointer}/gametes/${index}/gamete${step(locus)}`, {
        what: `${locus} is not in the order of this linkage group.`,
        mend: suggestion(locus, sheet.value.order),
      })
    }
  })
  const words = placesOfKeys(sheet, pointer, example, ['given'])
  return { ...stated({ title }), given, together, gametes, place: sheet.placeOf(pointer), words }
}

function checkNumbers(sheet: FileReading<LinkageYaml>, row: RecombinationYaml, pointer: string): void {
  const { fraction, interval } = row
  const thousandths = fraction * 1000
  // 0.145 * 1000 is 144.99999999999997: compare with a tolerance far below a real fourth decimal.
  if (Math.abs(thousandths - Math.round(thousandths)) > 1e-9) {
    sheet.report('PARSE', `${pointer}/fraction`, {
      what: `the fraction ${fraction} has more than three decimals.`,
      mend: `write ${Math.round(thousandths) / 1000}.`,
    })
  }
  const [lower, upper] = interval
  if (lower > upper) {
    const what = `the interval begins at ${lower}, above its end ${upper}.`
    sheet.report('PARSE', `${pointer}/interval`, { what, mend: 'write the lower number first.' })
  } else if (fraction < lower || fraction > upper) {
    const what = `the fraction ${fraction} lies outside its interval ${lower} to ${upper}.`
    sheet.report('PARSE', `${pointer}/fraction`, {
      what,
      mend: 'correct the fraction or widen the interval.',
    })
  }
}

/** The pair in the map's order, whichever way round it is written. */
function inMapOrder(
  sheet: FileReading<LinkageYaml>,
  between: readonly [string, string],
  pointer: string,
): readonly [string, string] {
  const { order } = sheet.value
  const [first, second] = between.map((locus) => order.indexOf(locus)) as [number, number]
  between.forEach((locus, index) => {
    if (order.includes(locus)) return
    sheet.report('UNKNOWN_LOCUS', `${pointer}/between/${index}`, {
      what: `${locus} is not in the order of this linkage group.`,
      mend: suggestion(locus, order),
    })
  })
  if (first >= 0 && second >= 0 && Math.abs(first - second) !== 1) {
    sheet.report('PARSE', `${pointer}/between`, {
      what: `${between[0]} and ${between[1]} are not neighbours in the order.`,
      why: 'Fractions of loci farther apart follow from those of the neighbours between them.',
      mend: 'write a row for each two neighbours instead.',
    })
  }
  return first > second ? [between[1], between[0]] : between
}

function checkNeighbours(sheet: FileReading<LinkageYaml>, rows: readonly RecombinationRow[]): void {
  const { order } = sheet.value
  const apart = ({ between: [left, right] }: RecombinationRow) =>
    !order.includes(left) || order.indexOf(right) - order.indexOf(left) !== 1
  // A row for the wrong pair is reported already; the row that it leaves missing would be an echo.
  const echo = rows.some(apart)
  order.slice(1).forEach((right, index) => {
    const left = order[index] ?? ''
    const always = rows.flatMap(({ between, when }, at) =>
      when === undefined && between[0] === left && between[1] === right ? [at] : [],
    )
    if (always.length === 0 && !echo) {
      sheet.report('PARSE', `/order/${index + 1}`, {
        what: `no row without "when" says how often ${left} and ${right} recombine.`,
        mend: `add { between: [${left}, ${right}], fraction: …, interval: […] }.`,
      })
    }
    for (const at of always.slice(1)) {
      sheet.report('DUPLICATE_ID', `/recombination/${at}`, {
        what: `a second row without "when" for ${left} and ${right}.`,
        mend: 'remove one of them, or say with "when" for which parents it holds.',
      })
    }
  })
}

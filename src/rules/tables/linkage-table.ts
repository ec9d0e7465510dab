/**
 * A linkage file → LinkageTable: fractions in whole thousandths, rows that depend on the parent before the
 * row that always holds.
 * Guarantees: each two neighbours have exactly one row without `when`, and no two with the same; the interval holds the
 * fraction.
 */
import { suggestion } from '../../common/nearest.js'
import { byText } from '../diagnostic.js'
import { type FileReading, stated, step } from '../yaml/parsed-file.js'
import { placed } from '../yaml/word-places.js'
import type { GameteExampleYaml, LinkageYaml, RecombinationYaml, Unchanging } from '../file-types.js'

/** One file of rules/linkage/. */
export type LinkageTable = Unchanging<ReturnType<typeof linkageTable>>
export type RecombinationRow = LinkageTable['recombination'][number]
/** A parent and how often its gametes carry something over one linkage group. */
export type GameteExample = LinkageTable['examples'][number]
/** What one chromosome copy carries, loci left out carrying anything; the band is for the ends of the intervals. */
export type ExpectedGamete = GameteExample['gametes'][number]

/** @param loci those that have a file or an entry: where one could not be read, that is reported already */
export function linkageTable(file: FileReading<LinkageYaml>, loci: readonly string[]) {
  const { group, chromosome, order, recombination, examples = [] } = file.value
  const place = placed(file, '', file.value, [])
  // What could be said of the rows would be an echo.
  if (!checkOrder(file, loci)) return { group, chromosome, order, recombination: [], examples: [], ...place }
  const rows = recombination.map((row, index) => recombinationRow(file, row, `/recombination/${index}`))
  checkNeighbours(file, rows)
  checkConditions(file, rows)
  return {
    group,
    chromosome,
    order,
    // The first row that fits a parent decides.
    recombination: [...rows.filter(({ when }) => when), ...rows.filter(({ when }) => !when)],
    examples: examples.map((example, index) => {
      const pointer = `/examples/${index}`
      checkGametes(file, example, pointer)
      return { ...example, ...placed(file, pointer, example, ['given'], 2) }
    }),
    ...place,
  }
}

/** @returns whether all loci of the order are there */
function checkOrder({ value, report }: FileReading<LinkageYaml>, loci: readonly string[]): boolean {
  value.order.forEach((locus, index) => {
    if (loci.includes(locus)) return
    report('UNKNOWN_LOCUS', `/order/${index}`, {
      what: `"${locus}" is no locus of this rule set.`,
      fix: suggestion(locus, loci),
    })
  })
  return value.order.every((locus) => loci.includes(locus))
}

function recombinationRow(file: FileReading<LinkageYaml>, row: RecombinationYaml, pointer: string) {
  const { between, fraction, when, review_by: reviewBy, ...rest } = row
  const isEmpty = when !== undefined && Object.keys(when).length === 0
  checkNumbers(file, row, pointer)
  if (isEmpty) {
    file.report('PARSE', `${pointer}/when`, {
      what: '"when" is empty.',
      fix: 'remove it if the row always holds, or say for which parents it holds.',
    })
  }
  return {
    cite: [],
    verified: false,
    ...rest,
    /** Neighbours, in the order of the map. */
    between: inMapOrder(file, between, pointer),
    thousandths: Math.round(fraction * 1000),
    /** Holds only for a parent whose genotype matches; the first row that matches a pair decides. */
    ...stated({ when: isEmpty ? undefined : when, reviewBy }),
    ...placed(file, pointer, row, ['when']),
  }
}

function checkGametes(file: FileReading<LinkageYaml>, { gametes }: GameteExampleYaml, pointer: string): void {
  gametes.forEach(({ gamete }, index) => {
    for (const locus of Object.keys(gamete))
      checkLocus(file, locus, `${pointer}/gametes/${index}/gamete${step(locus)}`)
  })
}

function checkLocus(file: FileReading<LinkageYaml>, locus: string, pointer: string): void {
  const { order } = file.value
  if (order.includes(locus)) return
  file.report('UNKNOWN_LOCUS', pointer, {
    what: `${locus} is not in the order of this linkage group.`,
    fix: suggestion(locus, order),
  })
}

function checkNumbers(
  file: FileReading<LinkageYaml>,
  { fraction, interval: [lower, upper] }: RecombinationYaml,
  pointer: string,
): void {
  const thousandths = fraction * 1000
  // 0.145 * 1000 is 144.99999999999997: compare with a tolerance far below a real fourth decimal.
  if (Math.abs(thousandths - Math.round(thousandths)) > 1e-9) {
    file.report('PARSE', `${pointer}/fraction`, {
      what: `the fraction ${fraction} has more than three decimals.`,
      fix: `write ${Math.round(thousandths) / 1000}.`,
    })
  }
  if (lower > upper) {
    file.report('PARSE', `${pointer}/interval`, {
      what: `the interval begins at ${lower}, above its end ${upper}.`,
      fix: 'write the lower number first.',
    })
  } else if (fraction < lower || fraction > upper) {
    file.report('PARSE', `${pointer}/fraction`, {
      what: `the fraction ${fraction} lies outside its interval ${lower} to ${upper}.`,
      fix: 'correct the fraction or widen the interval.',
    })
  }
}

/** The pair in the map's order, whichever way round it is written. */
function inMapOrder(
  file: FileReading<LinkageYaml>,
  between: readonly [string, string],
  pointer: string,
): readonly [string, string] {
  const { order } = file.value
  const [first, second] = between.map((locus) => order.indexOf(locus)) as [number, number]
  between.forEach((locus, index) => checkLocus(file, locus, `${pointer}/between/${index}`))
  if (first >= 0 && second >= 0 && Math.abs(first - second) !== 1) {
    file.report('PARSE', `${pointer}/between`, {
      what: `${between[0]} and ${between[1]} are not neighbours in the order.`,
      why: 'Fractions of loci farther apart follow from those of the neighbours between them.',
      fix: 'write a row for each two neighbours instead.',
    })
  }
  return first > second ? [between[1], between[0]] : between
}

/** Each two neighbours have one row without `when`. */
function checkNeighbours(file: FileReading<LinkageYaml>, rows: readonly RecombinationRow[]): void {
  const { order } = file.value
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
      file.report('PARSE', `/order/${index + 1}`, {
        what: `no row without "when" says how often ${left} and ${right} recombine.`,
        fix: `add { between: [${left}, ${right}], fraction: …, interval: […] }.`,
      })
    }
    for (const at of always.slice(1)) {
      file.report('DUPLICATE_ID', `/recombination/${at}`, {
        what: `a second row without "when" for ${left} and ${right}.`,
        fix: 'remove one of them, or say with "when" for which parents it holds.',
      })
    }
  })
}

/** Of two rows for the same parents the second would never be asked. */
function checkConditions(file: FileReading<LinkageYaml>, rows: readonly RecombinationRow[]): void {
  const seen = new Set<string>()
  rows.forEach(({ between, when }, at) => {
    if (when === undefined) return
    const text = JSON.stringify([between, when], inOneOrder)
    if (seen.has(text))
      file.report('DUPLICATE_ID', `/recombination/${at}`, {
        what: `a second row for ${between.join(' and ')} with the same "when".`,
        why: 'The first one would always win.',
        fix: 'remove one of them, or say for which other parents it holds.',
      })
    seen.add(text)
  })
}

/** For JSON.stringify: the same, whatever the order in which keys were written. */
function inOneOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.entries(value).sort(([a], [b]) => byText(a, b))
}

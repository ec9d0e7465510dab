/**
 * Prints genotypes as laboratories do.
 * Guarantees: everything comes from rules/reports/; a printed line has one meaning.
 */
import type { Model, ModelLocus } from '../../src/model/model.js'
import type { LaboratoryRow, ReportTestRow } from '../../src/rules/tables.js'

/** A printed result, and what it must be read as. */
export interface Printed {
  readonly laboratory: string
  readonly label: string
  readonly text: string
  readonly locus: ModelLocus
  /** The copies: the allele that was found, or nothing. */
  readonly copies: readonly (string | undefined)[]
  /** What the test finds. */
  readonly finds: readonly string[]
  readonly notFound: string | undefined
}

/** Each genotype that a test can tell, in the style of each laboratory, behind each label. */
export function everyPrinted({ loci, source: { reports } }: Model): readonly Printed[] {
  const styled = reports?.laboratories.filter(({ style }) => style !== undefined) ?? []
  return styled.flatMap((laboratory) =>
    (reports?.tests ?? []).flatMap((test) => {
      const locus = loci.find(({ key }) => key === test.gene)
      return locus === undefined ? [] : printedOf(test, locus, laboratory)
    }),
  )
}

function printedOf(test: ReportTestRow, locus: ModelLocus, laboratory: LaboratoryRow): readonly Printed[] {
  const absent = laboratory.prints_absent ?? 'N'
  const isAsked = test.not_found !== undefined
  const groups = test.each === true ? test.finds.map((allele) => [allele]) : [test.finds]
  return groups.flatMap((finds) => {
    const found = Object.keys(test.signs).filter((allele) =>
      test.each === true ? finds.includes(allele) : true,
    )
    const copies: readonly (string | undefined)[] = isAsked ? found : [...found, undefined]
    const signOf = (allele: string | undefined): string =>
      allele === undefined ? absent : (test.signs[allele]?.[0] ?? '')
    const pairs = copies.flatMap((a, i) => copies.slice(i).map((b) => [a, b] as const))
    const label = (each: string): string => (test.each === true ? signOf(finds[0]) : each)
    return (test.each === true ? ['-'] : test.labels).flatMap((each) =>
      pairs.flatMap((pair) => {
        const [a, b] = pair.map(signOf)
        const value = valueOf(laboratory, locus, a ?? '', b ?? '')
        const text = value === undefined ? [] : [`${label(each)}: ${value}`]
        return text.map((line) => ({
          laboratory: laboratory.id,
          label: label(each),
          text: line,
          locus,
          copies: pair,
          finds,
          notFound: test.not_found === 'ask' ? undefined : test.not_found,
        }))
      }),
    )
  })
}

/** Undefined where the style does not print such a pair in a way that has one meaning. */
function valueOf({ style }: LaboratoryRow, { noCopy }: ModelLocus, a: string, b: string): string | undefined {
  switch (style) {
    case 'bracketed':
      return noCopy === null ? `${b}/${a}` : a === b ? undefined : `X(${b})/X(${a})`
    case 'one_sided':
      return a === b && noCopy === null ? `${a}/` : a === b ? undefined : `${a}/${b}`
    case 'together':
      return a === b && noCopy !== null ? undefined : `${b}${a}`
    case 'slash':
    case undefined:
      return a === b && noCopy !== null ? undefined : `${b}/${a}`
  }
}

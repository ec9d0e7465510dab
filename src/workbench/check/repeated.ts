/**
 * Hints at redundancy: an example that repeats an earlier one, and a table whose file number contradicts the order in
 * the manifest.
 */
import type { Ruleset } from '../../operations/ruleset.js'
import { hint, type Diagnostic } from '../../rules/diagnostic.js'
import type { DecisionTable } from '../../rules/tables.js'
import { readExamples, type ReadExample } from '../examples/examples.js'

/**
 * Examples with the genotype of an earlier one in the same file that expect nothing more. In different files they
 * serve different purposes: a gene's example may also be a known animal.
 */
export function repeatedExamples(ruleset: Ruleset): readonly Diagnostic[] {
  const earlier = new Map<string, ReadExample[]>()
  return readExamples(ruleset).flatMap((example) => {
    const key = genotypeKey(example)
    const known = earlier.get(key) ?? []
    earlier.set(key, [...known, example])
    const first = known.find((other) => includesAll(other.written, example.written))
    if (first === undefined) return []
    const { file, line } = first.written.place
    return hint('REPEATED_EXAMPLE', example.written.place, {
      what: `this example repeats the one in ${file}:${line}: the same genotype (${example.genotype}), with no further expectation.`,
      fix: 'remove one of the two, or change the genotype to the one that was meant.',
    })
  })
}

/**
 * Equal for genotypes that differ only in the order of genes and alleles; other spellings count as different tests.
 */
function genotypeKey({ kind, written }: ReadExample): string {
  const given = Object.entries(written.given).map(
    ([gene, alleles]) => `${gene}=${[...alleles].sort().join('/')}`,
  )
  return [written.place.file, kind, ...given.sort()].join(' ')
}

/** Fields of an example that are not expectations. */
const NOT_EXPECTED = ['given', 'title', 'source', 'place', 'words']

/** Whether one example states everything that the other states. */
function includesAll(example: object, repeated: object): boolean {
  return Object.entries(repeated).every(([key, value]) => {
    if (NOT_EXPECTED.includes(key)) return true
    const known: unknown = (example as Readonly<Record<string, unknown>>)[key]
    if (JSON.stringify(known) === JSON.stringify(value)) return true
    return isBlock(known) && isBlock(value) && includesAll(known, value)
  })
}

function isBlock(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Tables that come later in the manifest than a table with a higher file number. */
export function filesOutOfOrder(tables: readonly DecisionTable[]): readonly Diagnostic[] {
  return tables.flatMap((table, index) => {
    const before = tables[index - 1]
    if (before === undefined || numberOf(before) <= numberOf(table)) return []
    return hint('FILE_ORDER', table.place, {
      what: `the manifest lists ${table.table} after ${before.table}, but the file numbers have the opposite order (${numberOf(table)}, ${numberOf(before)}).`,
      why: 'The order of the manifest counts; the number only sorts the files.',
      fix: 'rename one of the two files, or change the order of tables in manifest.yaml.',
    })
  })
}

function numberOf({ place }: DecisionTable): number {
  return Number(/(\d+)-[^/]*$/.exec(place.file)?.[1] ?? 0)
}

/**
 * What says nothing new: an example that repeats an earlier one, and a table whose file number puts it elsewhere than the manifest.
 * Guarantees: hints only.
 */
import type { Ruleset } from '../../operations/ruleset.js'
import { hint, type Diagnostic } from '../../rules/diagnostic.js'
import type { DecisionTable } from '../../rules/tables.js'
import { readExamples, type ReadExample } from '../examples/examples.js'

/**
 * Examples with the genotype of an earlier one of the same file, which expect nothing that the earlier one does not. In two
 * files they serve two purposes: a gene's example may well be a known animal too.
 */
export function repeatedExamples(ruleset: Ruleset): readonly Diagnostic[] {
  const earlier = new Map<string, ReadExample[]>()
  return readExamples(ruleset).flatMap((example) => {
    const key = genotypeKey(example)
    const known = earlier.get(key) ?? []
    earlier.set(key, [...known, example])
    const first = known.find((other) => saysAll(other.written, example.written))
    if (first === undefined) return []
    const { file, line } = first.written.place
    return hint('REPEATED_EXAMPLE', example.written.place, {
      what: `this example repeats the one in ${file}:${line}: the same genotype (${example.genotype}), and nothing else expected.`,
      fix: 'remove one of the two, or change the genotype to the one that was meant.',
    })
  })
}

/** The same for genotypes that are written alike, but for the order of genes and alleles: another spelling is another test. */
function genotypeKey({ kind, written }: ReadExample): string {
  const given = Object.entries(written.given).map(
    ([gene, alleles]) => `${gene}=${[...alleles].sort().join('/')}`,
  )
  return [written.place.file, kind, ...given.sort()].join(' ')
}

/** Where an example stands and what it is called expects nothing. */
const NOT_EXPECTED = ['given', 'title', 'source', 'place', 'words']

/** Whether everything that one example states is stated by the other too. */
function saysAll(example: object, repeated: object): boolean {
  return Object.entries(repeated).every(([key, value]) => {
    if (NOT_EXPECTED.includes(key)) return true
    const known: unknown = (example as Readonly<Record<string, unknown>>)[key]
    if (JSON.stringify(known) === JSON.stringify(value)) return true
    return isBlock(known) && isBlock(value) && saysAll(known, value)
  })
}

function isBlock(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Tables that the manifest asks after one whose file has a higher number. */
export function filesOutOfOrder(tables: readonly DecisionTable[]): readonly Diagnostic[] {
  return tables.flatMap((table, index) => {
    const before = tables[index - 1]
    if (before === undefined || numberOf(before) <= numberOf(table)) return []
    return hint('FILE_ORDER', table.place, {
      what: `the manifest asks ${table.table} after ${before.table}, and the file numbers say the opposite (${numberOf(table)}, ${numberOf(before)}).`,
      why: 'The order of the manifest counts; the number only sorts the files.',
      fix: 'rename one of the two files, or change the order of tables in manifest.yaml.',
    })
  })
}

function numberOf({ place }: DecisionTable): number {
  return Number(/(\d+)-[^/]*$/.exec(place.file)?.[1] ?? 0)
}

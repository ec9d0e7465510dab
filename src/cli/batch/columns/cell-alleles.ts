/**
 * A cell of a gene's column as the alleles that a request would send: `E/e`, `Ee`, `n/Cr`, `?`, `Cr/?`.
 * Guarantees: never guesses; a text that parts into two alleles in more than one way is refused, with the ways.
 */
import type { ModelLocus } from '../../../model/model.js'
import { quoted } from '../../../operations/read/near-misses.js'
import { faultAt } from '../../../operations/read/refusals.js'
import { readAlleles } from '../../../model/phenotype/read-alleles.js'

/** What tables write where nothing was tested. */
const NOTHING = new Set(['', '-', '--', '.', 'na', 'nan', 'null'])

const UNKNOWN = ['?', '?'] as const

/**
 * Undefined for a cell that says nothing. Throws ClientError, if the text does not part into alleles; what a request refuses is left
 * to its operation. @param column for errors
 */
export function readCell(locus: ModelLocus, cell: string, column: string): readonly string[] | undefined {
  if (cell === '?') return UNKNOWN
  if (cell.includes('/')) return cell.split('/').map((allele) => allele.trim())
  const parted = waysToPart(locus, cell)
  const [first, second] = parted
  if (second === undefined && first !== undefined) return first
  if (second !== undefined) {
    const ways = parted.map((way) => way.join('/'))
    throw faultAt(
      column,
      cell,
      `${column}: ${quoted(cell)} can mean ${ways.join(' and ')}: write one of them`,
      ways,
    )
  }
  if (NOTHING.has(cell.toLowerCase())) return undefined
  // One copy of a locus on a sex chromosome, or a word that the operation refuses with what it accepts.
  return [cell]
}

/** Two alleles one after the other, or one alone where that is a genotype. */
function waysToPart(locus: ModelLocus, cell: string): readonly (readonly string[])[] {
  const ways = new Map<string, readonly string[]>()
  if (readAlleles(locus, [cell]) !== undefined) ways.set(cell, [cell])
  for (let end = 1; end < cell.length; end++) {
    const way = [cell.slice(0, end).trim(), cell.slice(end).trim()]
    if (readAlleles(locus, way) === undefined) continue
    const key = way
      .map((spelling) => locus.spellings.get(spelling) ?? spelling)
      .sort()
      .join('/')
    if (!ways.has(key)) ways.set(key, way)
  }
  return [...ways.values()]
}

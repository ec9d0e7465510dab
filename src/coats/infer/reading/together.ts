/**
 * Alleles declared to lie together on one copy of an animal of which not everything is known.
 * Guarantees: only spellings of linked genes; what says nothing by itself is passed over.
 * Leaves to others: whether the animal can carry them so, which its other facts tell.
 */
import type { DeclaredAllele } from '../../../genetics/haplotype.js'
import { isNothing } from '../../request/horse.js'
import { quoted } from '../../request/near-misses.js'
import { invalidGenes } from '../../request/refusals.js'
import type { RuleBook } from '../../rule-book.js'

export function readTogether(
  book: RuleBook,
  value: unknown,
  field: string,
): ReadonlyMap<number, readonly DeclaredAllele[]> {
  const together = new Map<number, readonly DeclaredAllele[]>()
  if (isNothing(value) || value === '') return together
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value]
  for (const text of texts) {
    const candidates = typeof text === 'string' ? book.linkage.get(text) : undefined
    if (candidates === undefined) {
      const what = `${field} must be an array of alleles that can lie together on one chromosome copy; ${quoted(text)} is no allele of linked genes`
      throw invalidGenes(what, field, value, [...book.linkage.keys()])
    }
    const [speaking] = candidates.filter(
      ({ locus, allele }) => locus.required || allele !== locus.wildType || String(text).includes('@'),
    )
    if (speaking === undefined) continue
    const { group, position, allele } = speaking
    together.set(group, [...(together.get(group) ?? []), { position, allele }])
  }
  for (const [group, alleles] of together) if (alleles.length < 2) together.delete(group)
  return together
}

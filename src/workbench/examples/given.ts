/**
 * A genotype as rule files write it: `{extension: [E, e]}`.
 */
import { ClientError } from '../../operations/client-error.js'
import { readGenotyped } from '../../operations/read/animal.js'
import type { Ruleset } from '../../operations/ruleset.js'
import type { HorseGenotype } from '../../model/model.js'
import type { Given } from '../../rules/tables.js'

/** The horse with these alleles, or why the service refuses it. */
export function readGiven(ruleset: Ruleset, given: Given): HorseGenotype | string {
  return orRefusal(
    () => readGenotyped(ruleset, groupsOf(ruleset, given), '', { otherwise: 'of-two-copies' }).genotype,
  )
}

/** The genes in the two groups of a request. */
export function groupsOf(ruleset: Ruleset, given: Given): { readonly base: Given; readonly others: Given } {
  const base: Record<string, readonly string[]> = {}
  const others: Record<string, readonly string[]> = {}
  for (const [gene, alleles] of Object.entries(given)) {
    const locus = ruleset.model.loci.find(({ key }) => key === gene)
    const group = locus?.group === 'base' ? base : others
    group[gene] = alleles
  }
  return { base, others }
}

export function orRefusal<Read>(read: () => Read): Read | string {
  try {
    return read()
  } catch (error) {
    if (error instanceof ClientError) return `a refusal: ${error.message}`
    throw error
  }
}

/** `extension=E/e kit=To+DW20`, as the command line reads it. */
export function givenText(given: Given): string {
  return Object.entries(given)
    .map(([gene, alleles]) => `${gene}=${alleles.join('/')}`)
    .join(' ')
}

/**
 * Loci of one chromosome that no linkage file orders, so they are inherited as if unlinked. That a file's loci lie on
 * its chromosome is checked in rules/checks/chromosomes.ts.
 */
import type { Model } from '../../model/model.js'
import { UNKNOWN_CHROMOSOME } from '../../rules/checks/chromosomes.js'
import { hint, type Diagnostic } from '../../rules/diagnostic.js'

/** One hint for each locus that is not in the same linkage group as the first locus of its chromosome. */
export function unlinkedLoci({ loci, groups, source }: Model): readonly Diagnostic[] {
  return loci.flatMap((locus) => {
    const { chromosome } = locus.source
    if (chromosome === UNKNOWN_CHROMOSOME) return []
    const first = loci.find((other) => other.source.chromosome === chromosome)
    if (
      first === undefined ||
      groups.some((group) => [first, locus].every((each) => group.loci.includes(each)))
    )
      return []
    const file = source.linkage.find(({ order }) => [first, locus].some(({ key }) => order.includes(key)))
    const where = file === undefined ? 'write a file in rules/linkage/ with' : `say in ${file.place.file}`
    return hint('UNLINKED', locus.source.place, {
      what: `${locus.key} and ${first.key} both lie on chromosome ${chromosome}, but no linkage file orders them.`,
      why: 'They are inherited as if they were on different chromosomes.',
      fix: `${where} their order and the fraction between neighbours, 0.5 if they lie far apart; or correct the chromosome.`,
    })
  })
}

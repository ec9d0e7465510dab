/**
 * Loci of one chromosome that no linkage file puts in order, so that they are inherited as if they lay far apart.
 * Leaves to others: that a file's loci lie on its chromosome (rules/checks/chromosomes.ts).
 */
import type { Model } from '../../model/model.js'
import { UNKNOWN_CHROMOSOME } from '../../rules/checks/chromosomes.js'
import { hint, type Diagnostic } from '../../rules/diagnostic.js'

/** One for each locus that is not together with the first one of its chromosome. */
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
      what: `${locus.key} and ${first.key} both lie on chromosome ${chromosome}, and no linkage file puts them in order.`,
      why: 'They are inherited as if they lay on two chromosomes.',
      fix: `${where} their order and the fraction between neighbours, 0.5 if they lie far apart; or correct the chromosome.`,
    })
  })
}

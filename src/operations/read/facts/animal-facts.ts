/**
 * What was read of an animal as facts for inference.
 * Leaves to others: what a gene means that is left out (known-animal.ts).
 */
import type { Test } from '../../../inference/question.js'
import type { ModelLocus } from '../../../model/model.js'
import type { CombinedVariants } from '../genes/named-genes.js'
import type { Animal } from '../animal.js'
import type { AnimalRules } from '../genes/gene.js'
import { sentUnder } from '../genes/groups.js'
import { foreignGenotypes } from '../genes/named-genes.js'
import { pairsOf } from './tests.js'

export interface AnimalFacts extends Pick<Animal, 'sex' | 'isUntested' | 'seen'> {
  /** By locus index, of genes that are named and say something. */
  readonly tests: ReadonlyMap<number, Test>
  /** Indices of loci that are named. */
  readonly namedLoci: ReadonlySet<number>
  /** Keys of the genes that answers show only where they are named, and that were. */
  readonly named: ReadonlySet<string>
  readonly joined: readonly CombinedVariants[]
  readonly field: (locus: ModelLocus) => string
}

export function factsOf(rules: AnimalRules, { genes, sex, isUntested, seen }: Animal): AnimalFacts {
  const { genotype, unknown, foreign, named, joined, prefix } = genes
  const field = ({ group, key }: ModelLocus): string => `${prefix}${group}.${key}`
  const sentOf = (locus: ModelLocus): unknown => sentUnder(genes[locus.group], locus)
  const testAt = (locus: ModelLocus, pairs: Test['pairs']): Test => ({
    field: field(locus),
    text: JSON.stringify(sentOf(locus)),
    pairs,
  })
  const { base, others } = rules.alleleMemo.loci
  const loci = [...base, ...others].flatMap(({ locus }) => (sentOf(locus) === undefined ? [] : [locus]))
  const tests = new Map<number, Test>()
  for (const locus of loci) {
    const { gene } = unknown.find((each) => each.locus === locus) ?? {}
    const own = genotype[locus.index]
    if (gene?.kind === 'partlyTested') tests.set(locus.index, testAt(locus, gene.pairs))
    else if (gene === undefined && own !== undefined) tests.set(locus.index, testAt(locus, pairsOf(own)))
  }
  // Alleles that custom writes under another gene are tests of their own.
  for (const own of foreignGenotypes(rules, foreign)) {
    const { index } = own.locus
    const under = foreign.find(({ gene }) => gene.foreign.some(({ locus }) => locus === index))
    if (under !== undefined) tests.set(index, testAt(under.locus, pairsOf(own)))
  }
  const namedLoci = new Set([...loci.map(({ index }) => index), ...tests.keys()])
  return { tests, namedLoci, named, joined, sex, isUntested, seen, field }
}

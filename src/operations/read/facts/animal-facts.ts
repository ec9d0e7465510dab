/**
 * Turns a parsed animal into facts for inference. known-animal.ts adds the genes that are left out.
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
  /** Tests by locus index, for named genes that are not entirely untested. */
  readonly tests: ReadonlyMap<number, Test>
  /** Indices of named loci. */
  readonly namedLoci: ReadonlySet<number>
  /** Keys of named genes that answers show only if they are named. */
  readonly named: ReadonlySet<string>
  readonly combined: readonly CombinedVariants[]
  readonly field: (locus: ModelLocus) => string
}

export function factsOf(rules: AnimalRules, { genes, sex, isUntested, seen }: Animal): AnimalFacts {
  const { genotype, unknown, foreign, named, combined, prefix } = genes
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
    const known = genotype[locus.index]
    if (gene?.kind === 'partlyTested') tests.set(locus.index, testAt(locus, gene.pairs))
    else if (gene === undefined && known !== undefined) tests.set(locus.index, testAt(locus, pairsOf(known)))
  }
  // Alleles written under another gene by custom are tests of the locus they belong to.
  for (const atHome of foreignGenotypes(rules, foreign)) {
    const { index } = atHome.locus
    const under = foreign.find(({ gene }) => gene.foreign.some(({ locus }) => locus === index))
    if (under !== undefined) tests.set(index, testAt(under.locus, pairsOf(atHome)))
  }
  const namedLoci = new Set([...loci.map(({ index }) => index), ...tests.keys()])
  return { tests, namedLoci, named, combined, sex, isUntested, seen, field }
}

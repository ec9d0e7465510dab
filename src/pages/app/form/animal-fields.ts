/**
 * What is known of one animal as the fields of a question, whether all of it is known or only a part.
 * Guarantees: a required gene without a test result is untested, never assumed; nothing else is added.
 */
import type { GenesAnswer } from '../../../operations/genes/genes.js'
import { isPartlyKnown, openGenes, UNKNOWN, type Choice, type Copies, type Sex } from './choice.js'
import { factsOf, NOTHING, type Facts } from './relatives.js'

type Genes = GenesAnswer['genes']

/** Test results in which each required gene is named. */
export function withUntested(tests: Choice, genes: Genes): Choice {
  const untested = genes
    .filter(({ gene, required }) => required && tests[gene] === undefined)
    .map(({ gene }) => [gene, [UNKNOWN, UNKNOWN]] as const)
  return { ...Object.fromEntries(untested), ...tests }
}

/** Genes that are needed for a name and are not fully tested, and others that are said to be untested. */
export function untestedGenes({ tests }: Facts, genes: Genes): Genes {
  const all = withUntested(tests, genes)
  return openGenes(all, genes).filter(
    ({ gene, required }) => required || all[gene]?.every((copy) => copy === UNKNOWN) === true,
  )
}

export function isSeen({ coat, born, has, lacks }: Facts): boolean {
  return coat !== '' || born !== '' || has.length + lacks.length > 0
}

/** Whether the tests alone determine the coat. */
export function isExact(facts: Facts, genes: Genes): boolean {
  return (
    !isSeen(facts) &&
    untestedGenes(facts, genes).length === 0 &&
    !Object.values(facts.tests).some(isPartlyKnown)
  )
}

export function animalFields(facts: Facts, genes: Genes, sex: Sex) {
  const {
    seen,
    base = {},
    others = {},
  } = factsOf({ ...facts, tests: withUntested(facts.tests, genes) }, genes, sex)
  const isSexed = genes.some(
    ({ gene, inheritance }) => inheritance === 'sex-linked' && facts.tests[gene] !== undefined,
  )
  return { fields: { ...(seen === undefined ? {} : { seen }), base, others }, isSexed }
}

/** The facts of a known genotype, without wild-type genes unless they are required. */
export function factsOfGenotype(genotype: Choice, genes: Genes): Facts {
  const isNamed = (gene: string, copies: Copies): boolean => {
    const { required, wild_type: wildType } = genes.find((each) => each.gene === gene) ?? {}
    return required === true || copies.some((copy) => copy !== wildType)
  }
  const tests = Object.entries(genotype).filter(([gene, copies]) => isNamed(gene, copies))
  return { ...NOTHING, tests: Object.fromEntries(tests) }
}

/**
 * Sex-linked loci in the model: they form one linkage group, an animal has the same number of copies of each, and
 * rules can test the sex. Inheritance is in model/cross/, the sex in requests in operations/read/sex.ts.
 */
import type { Locus } from '../../genetics/locus.js'
import { fault, type Diagnostic } from '../../rules/diagnostic.js'
import type { DecisionTable, RuleRow, Sex } from '../../rules/tables.js'
import { placeOfKey } from '../../rules/yaml/word-places.js'
import type { LinkageGroup, ModelLocus } from '../model.js'
import type { EngineRule } from './engine.js'
import { named, type Dosage } from './predicate.js'

/**
 * Combines all loci on the sex chromosome into one group, because they are inherited together. Loci that no file
 * links assort independently in the sex with two copies.
 * @returns the groups ordered by their first loci
 */
export function withOneSexGroup(groups: readonly LinkageGroup[]): readonly LinkageGroup[] {
  const inOrder = (some: readonly LinkageGroup[]) => [...some].sort((a, b) => firstOf(a) - firstOf(b))
  const [first, ...further] = groups.filter(isOnSexChromosome).sort((a, b) => b.loci.length - a.loci.length)
  if (first === undefined) return inOrder(groups)
  const whole = further.reduce(
    (one, other): LinkageGroup => ({
      name: one.name,
      loci: [...one.loci, ...other.loci],
      intervals: [...one.intervals, [], ...other.intervals],
    }),
    first,
  )
  return inOrder([...groups.filter((group) => !isOnSexChromosome(group)), whole])
}

function firstOf(group: LinkageGroup): number {
  return Math.min(...group.loci.map((locus) => locus.index))
}

export function isOnSexChromosome({ loci }: LinkageGroup): boolean {
  return loci.some(({ noCopy }) => noCopy !== null)
}

/**
 * Every choice of one genotype per locus that an animal can have: all sex-linked loci must have the same number of
 * copies. Filters while extending, to keep intermediate lists short.
 * @param choices per locus
 */
export function choicesOfOneSex<Choice>(
  loci: readonly Locus[],
  choices: readonly (readonly Choice[])[],
  dosageOf: (choice: Choice) => Dosage,
): readonly (readonly Choice[])[] {
  const isPossible = (some: readonly Choice[]): boolean => {
    const missing = some.flatMap((choice, i) => dosageOf(choice)[loci[i]?.noCopy ?? -1] ?? [])
    return missing.every((copies) => copies === missing[0])
  }
  return choices.reduce<readonly (readonly Choice[])[]>(
    (all, locusChoices) =>
      all.flatMap((some) => locusChoices.map((each) => [...some, each])).filter(isPossible),
    [[]],
  )
}

/** A rule's test of the sex, expressed as a condition on the copies of a sex-linked locus that the table reads. */
export function sexCondition(
  { id, sex, when, ...row }: RuleRow,
  { table, reads }: DecisionTable,
  loci: readonly ModelLocus[],
  heterogametic: Sex | undefined,
  diagnostics: Diagnostic[],
): EngineRule['conditions'] {
  if (sex === undefined) return []
  const sexLinked = loci.filter(({ key, noCopy }) => noCopy !== null && reads.includes(key))
  const { key, noCopy } = sexLinked.find((locus) => Object.hasOwn(when, locus.key)) ?? sexLinked[0] ?? {}
  if (key === undefined || noCopy === undefined || noCopy === null) {
    diagnostics.push(
      fault('SEX_WITHOUT_SEXES', placeOfKey(row, '/when/sex'), {
        what: `the rule ${id} asks for the sex, and ${table} reads no locus on a sex chromosome.`,
        why: 'A table without such a locus is evaluated without the sex of the animal.',
        fix: 'add a locus on a sex chromosome to reads, or remove sex.',
      }),
    )
    return []
  }
  const hasOneCopy = named([noCopy], 1, 2)
  return [{ locus: key, condition: sex === heterogametic ? hasOneCopy : { kind: 'not', of: hasOneCopy } }]
}

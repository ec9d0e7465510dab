/**
 * What loci on the sex chromosome change in a model: they are one linkage group, an animal has as many copies of one as of
 * the others, and a rule can ask for the sex.
 * Leaves to others: their inheritance (model/cross/), the sex in requests (operations/read/sex.ts).
 */
import type { Locus } from '../../genetics/locus.js'
import { fault, type Diagnostic } from '../../rules/diagnostic.js'
import type { DecisionTable, RuleRow, Sex } from '../../rules/tables.js'
import { placeOfKey } from '../../rules/yaml/word-places.js'
import type { LinkageGroup, ModelLocus } from '../model.js'
import type { EngineRule } from './engine.js'
import { named, type Dosage } from './predicate.js'

/**
 * All loci on the sex chromosome are one group, since they go to sons and daughters together. Where no file links two of
 * them they assort independently in the sex that has two copies.
 * @returns the groups in the order of their first loci
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
 * Every choice of one genotype at each locus that an animal can have: of all loci on the sex chromosome it has as many
 * copies. Sifted while it grows, so that little is listed in vain.
 * @param choices at each locus
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
    (all, own) => all.flatMap((some) => own.map((each) => [...some, each])).filter(isPossible),
    [[]],
  )
}

/** What a rule asks of the sex, as a condition on the copies of a locus that the table reads. */
export function sexCondition(
  { id, sex, when, ...row }: RuleRow,
  { table, reads }: DecisionTable,
  loci: readonly ModelLocus[],
  heterogametic: Sex | undefined,
  diagnostics: Diagnostic[],
): EngineRule['conditions'] {
  if (sex === undefined) return []
  const own = loci.filter(({ key, noCopy }) => noCopy !== null && reads.includes(key))
  const { key, noCopy } = own.find((locus) => Object.hasOwn(when, locus.key)) ?? own[0] ?? {}
  if (key === undefined || noCopy === undefined || noCopy === null) {
    diagnostics.push(
      fault('SEX_WITHOUT_SEXES', placeOfKey(row, '/when/sex'), {
        what: `the rule ${id} asks for the sex, and ${table} reads no locus on a sex chromosome.`,
        why: 'Where no such locus is named nobody need say the sex of an animal.',
        fix: 'add a locus on a sex chromosome to reads, or remove sex.',
      }),
    )
    return []
  }
  const hasOneCopy = named([noCopy], 1, 2)
  return [{ locus: key, condition: sex === heterogametic ? hasOneCopy : { kind: 'not', of: hasOneCopy } }]
}

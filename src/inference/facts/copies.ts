/**
 * The possible copies of each locus in a question, and the equivalence classes that tables distinguish.
 * Guarantees: if a copy can carry several variants, the list contains each single variant with its constant
 * companions, the wild type, and the combinations that the question or the population names.
 */
import { compareCopies, completeCopy, type Copy } from '../../genetics/locus.js'
import { dosageOf, pairOf } from '../../genetics/genotype.js'
import { coatTables, safetyTables } from '../../model/by-coat/components.js'
import { conditionHolds, type Condition } from '../../model/compile/predicate.js'
import { type BoundedMap, createBoundedMap, onceFor } from '../../common/memo.js'
import type { Model, ModelLocus } from '../../model/model.js'
import type { Genotypes } from '../../model/phenotype/genotypes.js'
import type { Question } from '../question.js'

export interface LocusCopies {
  readonly locus: ModelLocus
  /** All animals are wild type: nobody was tested, and the population has no frequencies. */
  readonly isFixed: boolean
  /** In canonical order; a missing copy comes last. */
  readonly copies: readonly Copy[]
  /** Index of a copy → class: copies of one class are the same to all tables that affect a coat or its safety. */
  readonly classOf: readonly number[]
  /** One copy per class. */
  readonly examples: readonly Copy[]
  /**
   * Class × class → a key, equal for pairs with the same effect on every recombination fraction that depends on the
   * locus.
   */
  readonly recombining: readonly (readonly string[])[] | undefined
}

const MAX_REMEMBERED = 500
const MAX_EFFECTS = 20_000

/** Caches the copies of a locus, and the effects of pairs of copies, across questions. */
export function createReadCopies(model: Model, genotypes: Genotypes) {
  const tables = new Set([...coatTables(model.tables), ...safetyTables(model.tables)])
  const tablesReading = model.loci.map(({ index }) =>
    [...tables].filter(({ columns }) => columns.some(({ locus }) => locus === index)),
  )
  const conditions = model.loci.map(({ index }) => conditionsAt(model, index))
  const single = model.loci.map((locus) =>
    distinctCopies(
      locus,
      [...locus.alleles.keys()].map((allele) => completeCopy(locus, [allele])),
    ),
  )
  const remembered: BoundedMap<string, LocusCopies> = createBoundedMap(MAX_REMEMBERED)
  const effects: BoundedMap<string, string> = createBoundedMap(MAX_EFFECTS)
  const textOf = onceFor((copies: readonly Copy[]) => copies.join(' '))
  const effectOf = (locus: ModelLocus, a: Copy, b: Copy): string => {
    const pair = pairOf(a, b)
    const key = `${locus.index} ${pair.join(' ')}`
    const known = effects.known(key)
    if (known !== undefined) return known
    const { classes } = genotypes.of(locus, [pair])
    const read = (tablesReading[locus.index] ?? []).map(({ index }) => classes[index])
    return effects.keep(key, `${read.join()} ${recombinationOf(locus, conditions[locus.index] ?? [], a, b)}`)
  }
  const describe = (locus: ModelLocus, copies: readonly Copy[], isFixed: boolean): LocusCopies => {
    const key = `${locus.index} ${isFixed} ${textOf(copies)}`
    const known = remembered.known(key)
    if (known !== undefined) return known
    const locusConditions = conditions[locus.index] ?? []
    const present = copies.filter(([allele]) => allele !== locus.noCopy || locus.noCopy === null)
    const rows = copies.map((copy) =>
      present.includes(copy) ? present.map((other) => effectOf(locus, copy, other)).join('|') : 'none',
    )
    const classes = [...new Set(rows)]
    const classOf = rows.map((row) => classes.indexOf(row))
    const examples = classes.map((row) => copies[rows.indexOf(row)] as Copy)
    const recombining =
      locusConditions.length === 0
        ? undefined
        : examples.map((a) => examples.map((b) => recombinationOf(locus, locusConditions, a, b)))
    return remembered.keep(key, { locus, isFixed, copies, classOf, examples, recombining })
  }
  return (question: Question): readonly LocusCopies[] => {
    const isFixed = model.loci.map(
      ({ index, wildType }) =>
        wildType !== null &&
        question.population?.loci.has(index) !== true &&
        !question.horses.some(({ tests }) => tests.has(index)),
    )
    // An animal has the same number of copies of every locus on the sex chromosome.
    const isSexed = model.loci.some(({ index, noCopy }) => noCopy !== null && isFixed[index] === false)
    return model.loci.map((locus) => {
      const fixed = isFixed[locus.index] === true
      const copies = fixed
        ? [[locus.wildType ?? 0]]
        : variedCopies(model, locus, single[locus.index] ?? [], question)
      const canMiss = isSexed && locus.noCopy !== null
      return describe(locus, canMiss ? [...copies, [locus.noCopy ?? 0]] : copies, fixed)
    })
  }
}

/** Whether this entry means that the chromosome is missing. */
export function isMissing({ locus, copies }: LocusCopies, copy: number | undefined): boolean {
  return locus.noCopy !== null && copies[copy ?? 0]?.[0] === locus.noCopy
}

function variedCopies(
  model: Model,
  locus: ModelLocus,
  single: readonly Copy[],
  { population, horses }: Question,
): readonly Copy[] {
  const stated = (population?.loci.get(locus.index) ?? []).map(({ copy }) => copy)
  // Without `cis` a copy carries a single allele, so there are no combinations.
  const animals = locus.cis ? horses : []
  const tested = animals.flatMap(({ tests }) =>
    (tests.get(locus.index)?.pairs ?? []).flatMap((pair) =>
      pair.flatMap((terms) => terms.map(({ has }) => has)),
    ),
  )
  const declared = animals.flatMap(({ together = [] }) =>
    [...together].map(([group, alleles]) =>
      alleles.flatMap(({ position, allele }) =>
        model.groups[group]?.loci[position] === locus ? [allele] : [],
      ),
    ),
  )
  const named = [...tested, ...declared].flatMap((has) => (has.length > 1 ? [completeCopy(locus, has)] : []))
  if (stated.length + named.length === 0) return single
  const isSingle = new Set(single.map(String))
  const more = [...stated, ...named].filter((copy) => !isSingle.has(String(copy)))
  return more.length === 0 ? single : distinctCopies(locus, [...single, ...more])
}

/** In canonical order. */
function distinctCopies(locus: ModelLocus, copies: readonly Copy[]): readonly Copy[] {
  return [...new Map(copies.map((copy) => [copy.join(), copy])).values()]
    .filter(([allele]) => allele !== locus.noCopy || locus.noCopy === null)
    .sort(compareCopies)
}

/** The conditions that recombination fractions place on a locus. */
function conditionsAt({ groups }: Model, locus: number): readonly Condition[] {
  const rows = groups.flatMap(({ intervals }) => intervals.flat())
  return rows.flatMap(({ when }) => when.flatMap((each) => (each.locus === locus ? [each.condition] : [])))
}

/** Key of the conditions that a pair fulfils. */
function recombinationOf(locus: ModelLocus, conditions: readonly Condition[], a: Copy, b: Copy): string {
  if (conditions.length === 0) return ''
  const dosage = dosageOf(locus, [a, b])
  return conditions.map((condition) => (conditionHolds(condition, dosage) ? '1' : '0')).join('')
}

/**
 * What a chromosome copy can carry at a locus, as far as a question goes, and which of these copies no table tells apart.
 * Guarantees: at a locus where variants can lie on one copy: single ones with what they are never seen without, the wild
 * type, and the combinations that the question or the population names.
 */
import { compareCopies, completeCopy, type Copy } from '../../genetics/locus.js'
import { dosageOf, pairOf } from '../../genetics/genotype.js'
import { coatTables, safetyTables } from '../../model/by-coat/components.js'
import { conditionHolds, type Condition } from '../../model/compile/predicate.js'
import { type BoundedMap, createBoundedMap, onceFor } from '../../common/memo.js'
import type { Model, ModelLocus } from '../../model/model.js'
import type { Genotypes } from '../../model/phenotype/genotypes.js'
import type { Population, Ratio } from '../../model/population.js'
import { ALL, NOTHING } from '../../model/ratio.js'
import type { Question } from '../question.js'

export interface LocusCopies {
  readonly locus: ModelLocus
  /** Somebody was tested, or the population has numbers, or there is no wild type to assume. */
  readonly isOpen: boolean
  /** In canonical order; that there is no copy comes last. */
  readonly copies: readonly Copy[]
  /** Place of a copy → its class: copies of one class are the same to all tables that matter to a coat or its safety. */
  readonly classOf: readonly number[]
  /** One copy of each class. */
  readonly examples: readonly Copy[]
  /** Class × class → equal numbers are alike to every fraction of recombination that depends on this locus. */
  readonly crossing: readonly (readonly string[])[] | undefined
}

const MOST_REMEMBERED = 500
const MOST_EFFECTS = 20_000

export function createReadCopies(model: Model, genotypes: Genotypes) {
  const tables = new Set([...coatTables(model.tables), ...safetyTables(model.tables)])
  const readersOf = model.loci.map(({ index }) =>
    [...tables].filter(({ columns }) => columns.some(({ locus }) => locus === index)),
  )
  const conditions = model.loci.map(({ index }) => conditionsAt(model, index))
  const single = model.loci.map((locus) =>
    distinctCopies(
      locus,
      [...locus.alleles.keys()].map((allele) => completeCopy(locus, [allele])),
    ),
  )
  const known: BoundedMap<string, LocusCopies> = createBoundedMap(MOST_REMEMBERED)
  const effects: BoundedMap<string, string> = createBoundedMap(MOST_EFFECTS)
  const textOf = onceFor((copies: readonly Copy[]) => copies.join(' '))
  const describe = (locus: ModelLocus, copies: readonly Copy[], isOpen: boolean): LocusCopies => {
    const key = `${locus.index} ${isOpen} ${textOf(copies)}`
    const met = known.known(key)
    if (met !== undefined) return met
    const rules = conditions[locus.index] ?? []
    const effectOf = (a: Copy, b: Copy): string => {
      const pair = pairOf(a, b)
      const key = `${locus.index} ${pair.join(' ')}`
      const met = effects.known(key)
      if (met !== undefined) return met
      const { classes } = genotypes.of(locus, [pair])
      const seen = (readersOf[locus.index] ?? []).map(({ index }) => classes[index])
      return effects.keep(key, `${seen.join()} ${crossingOf(locus, rules, a, b)}`)
    }
    const present = copies.filter(([allele]) => allele !== locus.noCopy || locus.noCopy === null)
    const rows = copies.map((copy) =>
      present.includes(copy) ? present.map((other) => effectOf(copy, other)).join('|') : 'none',
    )
    const classes = [...new Set(rows)]
    const classOf = rows.map((row) => classes.indexOf(row))
    const examples = classes.map((row) => copies[rows.indexOf(row)] as Copy)
    const crossing =
      rules.length === 0
        ? undefined
        : examples.map((a) => examples.map((b) => crossingOf(locus, rules, a, b)))
    return known.keep(key, { locus, isOpen, copies, classOf, examples, crossing })
  }
  return (question: Question): readonly LocusCopies[] => {
    const isOpen = model.loci.map(
      ({ index, wildType }) =>
        wildType === null ||
        question.population?.loci.has(index) === true ||
        question.horses.some(({ tests }) => tests.has(index)),
    )
    return model.loci.map((locus) => {
      const open = isOpen[locus.index] === true
      // Of loci on the sex chromosome an animal has as many copies of one as of the others.
      const isSexed =
        locus.noCopy !== null && model.loci.some((each) => each.noCopy !== null && isOpen[each.index])
      const copies = open
        ? openCopies(model, locus, single[locus.index] ?? [], question)
        : [[locus.wildType ?? 0]]
      return describe(locus, isSexed ? [...copies, [locus.noCopy ?? 0]] : copies, open)
    })
  }
}

/** How frequent copies are among founders: by locus, then by place of the copy; undefined where nothing is stated. */
export type Priors = readonly (readonly Ratio[] | undefined)[]

export function priorsOf(copies: readonly LocusCopies[], population: Population | undefined): Priors {
  return copies.map((own) => priorAt(own, population))
}

/** At one locus. */
export function priorAt(
  { locus, isOpen, copies }: LocusCopies,
  population: Pick<Population, 'loci' | 'others'> | undefined,
): Priors[number] {
  const wild = (): readonly Ratio[] =>
    copies.map((copy) => (copy.length === 1 && copy[0] === locus.wildType ? ALL : NOTHING))
  if (!isOpen) return wild()
  const stated = population?.loci.get(locus.index)
  if (stated === undefined)
    return population?.others === 'wild-type' && locus.wildType !== null ? wild() : undefined
  const byText = new Map(stated.map(({ copy, best }) => [copy.join(), best]))
  return copies.map((copy) => byText.get(copy.join()) ?? NOTHING)
}

/** Whether it says that there is none of this chromosome. */
export function isMissing({ locus, copies }: LocusCopies, copy: number | undefined): boolean {
  return locus.noCopy !== null && copies[copy ?? 0]?.[0] === locus.noCopy
}

function openCopies(
  model: Model,
  locus: ModelLocus,
  single: readonly Copy[],
  { population, horses }: Question,
): readonly Copy[] {
  const stated = (population?.loci.get(locus.index) ?? []).map(({ copy }) => copy)
  // Elsewhere a copy carries one allele.
  const speaking = locus.cis ? horses : []
  const tested = speaking.flatMap(({ tests }) =>
    (tests.get(locus.index)?.pairs ?? []).flatMap((pair) =>
      pair.flatMap((terms) => terms.map(({ has }) => has)),
    ),
  )
  const declared = speaking.flatMap(({ together = [] }) =>
    [...together].map(([group, alleles]) =>
      alleles.flatMap(({ position, allele }) =>
        model.groups[group]?.loci[position] === locus ? [allele] : [],
      ),
    ),
  )
  const named = [...tested, ...declared].flatMap((has) => (has.length > 1 ? [completeCopy(locus, has)] : []))
  if (stated.length + named.length === 0) return single
  const isTaken = new Set(single.map(String))
  const more = [...stated, ...named].filter((copy) => !isTaken.has(String(copy)))
  return more.length === 0 ? single : distinctCopies(locus, [...single, ...more])
}

/** In canonical order. */
function distinctCopies(locus: ModelLocus, copies: readonly Copy[]): readonly Copy[] {
  return [...new Map(copies.map((copy) => [copy.join(), copy])).values()]
    .filter(([allele]) => allele !== locus.noCopy || locus.noCopy === null)
    .sort(compareCopies)
}

function conditionsAt({ groups }: Model, locus: number): readonly Condition[] {
  const rows = groups.flatMap(({ intervals }) => intervals.flat())
  return rows.flatMap(({ when }) => when.flatMap((each) => (each.locus === locus ? [each.condition] : [])))
}

function crossingOf(locus: ModelLocus, conditions: readonly Condition[], a: Copy, b: Copy): string {
  if (conditions.length === 0) return ''
  const dosage = dosageOf(locus, [a, b])
  return conditions.map((condition) => (conditionHolds(condition, dosage) ? '1' : '0')).join('')
}

/**
 * The foals of one cross, kept factored: one small exact distribution per linkage group.
 * Guarantees: groups are independent; their product is the whole distribution; group results are memoized; of the rows
 * between two neighbours the first that holds for the parent gives its recombination fraction.
 */
import { cross } from '../../genetics/cross.js'
import { formGametes, formGametesOfAnyPhase } from '../../genetics/gamete.js'
import { dosageOf, isHemizygous, type Pair } from '../../genetics/genotype.js'
import { phasingsOf, type DeclaredAllele, type Haplotype, type Phasing } from '../../genetics/haplotype.js'
import type { Distribution } from '../../genetics/probability.js'
import { conditionHolds } from '../compile/predicate.js'
import { createMemo } from '../../common/memo.js'
import type { FractionRow, HorseGenotype, LinkageGroup, LocusGenotype, Model } from '../model.js'
import type { Genotypes } from '../phenotype/genotypes.js'

export interface Parent {
  readonly genotype: HorseGenotype
  /** Index of a linkage group → alleles declared to lie together. */
  readonly together: ReadonlyMap<number, readonly DeclaredAllele[]>
}

/** Foals over one linkage group: genotypes in canonical order, each of one genotype a locus in map order. */
export interface FoalGroup {
  readonly group: LinkageGroup
  readonly genotypes: readonly (readonly LocusGenotype[])[]
  readonly weights: readonly bigint[]
  readonly total: bigint
}

/**
 * The genotype that a choice stands for.
 * @param choice the place of the genotype chosen in each group @param which the groups wanted, by index; other loci stay empty
 */
export function genotypeOfChoice(
  groups: readonly FoalGroup[],
  choice: ArrayLike<number>,
  which: readonly number[] = groups.map((_, g) => g),
): HorseGenotype {
  const genotype: LocusGenotype[] = []
  for (const g of which)
    for (const each of groups[g]?.genotypes[choice[g] ?? 0] ?? []) genotype[each.locus.index] = each
  return genotype
}

export type Zygotes = ReturnType<typeof createZygotes>

const MAX_BYTES = 16 * 2 ** 20
const BYTES_PER_GENOTYPE = 200

export function createZygotes(model: Model, genotypes: Genotypes) {
  const memo = createMemo<FoalGroup>(
    MAX_BYTES,
    (foals, key) => key.length * 2 + foals.genotypes.length * BYTES_PER_GENOTYPE,
    'foals',
  )
  /** What one parent hands on over one group. */
  const gametesOf = (
    index: number,
    { genotype, together }: Parent,
    fractions: Fractions,
  ): Distribution<Haplotype> => {
    const group = model.groups[index] as LinkageGroup
    const carried = group.loci.map((locus) => genotype[locus.index] as LocusGenotype)
    if (carried.some(isHemizygous)) return gametesOfOneCopy(carried)
    const declared = together.get(index)
    if (declared === undefined) return formGametesOfAnyPhase(carried)
    return formGametes(phasingsOf(carried, declared), fractionsFor(group, genotype, fractions))
  }
  return {
    gametesOf,
    /** One distribution per linkage group, in canonical order. */
    of: (mother: Parent, father: Parent, fractions: Fractions): readonly FoalGroup[] =>
      model.groups.map((group, index) => {
        const egg = meiosisKey(group, index, mother, fractions)
        const sperm = meiosisKey(group, index, father, fractions)
        return memo.take(`${index} ${egg} x ${sperm}`, () => {
          const eggs = gametesOf(index, mother, fractions)
          const sperms = egg === sperm ? eggs : gametesOf(index, father, fractions)
          const { values, weights, total } = cross(group.loci, eggs, sperms)
          const all = values.map((pairs) =>
            group.loci.map((locus, position) => genotypes.of(locus, [pairs[position] as Pair])),
          )
          return { group, genotypes: all, weights, total }
        })
      }),
    /** Whether the declaration in this group changes the frequency of any gamete. */
    changesGametes: (index: number, { genotype, together }: Parent): boolean =>
      textOf(gametesOf(index, { genotype, together }, 'best')) !==
      textOf(gametesOf(index, { genotype, together: new Map() }, 'best')),
  }
}

/**
 * A sex chromosome that has no partner to recombine with: half of the gametes have it, whole; the others have the other
 * sex chromosome.
 */
function gametesOfOneCopy(carried: readonly LocusGenotype[]): Distribution<Haplotype> {
  const pairs = carried.map(({ layouts }) => layouts[0] as Pair)
  const phasing: Phasing = [pairs.map(([copy]) => copy), pairs.map(([, none]) => none)]
  return formGametes([phasing], new Array<number>(carried.length).fill(0))
}

/** Equal for gametes that are handed on as often, whatever their order. */
function textOf({ values, weights, total }: Distribution<Haplotype>): string {
  const texts = values.map((haplotype, i) => {
    const copies = haplotype.map((copy) => copy.join('+')).join(' ')
    return `${copies}: ${weights[i] ?? 0n}/${total}`
  })
  return texts.sort().join()
}

/**
 * Everything that a parent's gametes over one group depend on. The fractions are part of it only where something is declared.
 */
function meiosisKey(group: LinkageGroup, index: number, parent: Parent, fractions: Fractions): string {
  const texts = group.loci.map((locus) => parent.genotype[locus.index]?.text).join(' ')
  const declared = parent.together.get(index)
  if (declared === undefined) return texts
  const places = declared.map(({ position, allele }) => `${position}:${allele}`).sort()
  return `${texts} ${places.join()} ${fractionsFor(group, parent.genotype, fractions).join()}`
}

/** Fraction between loci that no file links: they assort independently. */
const INDEPENDENT = 500

/** Which value of each fraction's interval is taken. */
export type Fractions = 'best' | 'low' | 'high'

/** Fractions between neighbours in the meiosis of this parent, in thousandths. */
function fractionsFor(group: LinkageGroup, parent: HorseGenotype, fractions: Fractions): readonly number[] {
  const holds = ({ locus, condition }: FractionRow['when'][number]): boolean => {
    const genotype = parent[locus] as LocusGenotype
    return conditionHolds(condition, dosageOf(genotype.locus, genotype.layouts[0] as Pair))
  }
  return group.intervals.map((rows) => {
    const row = rows.find(({ when }) => when.every(holds))
    return row?.thousandths[fractions] ?? INDEPENDENT
  })
}

/**
 * Phase declarations of a client: alleles that lie on the same chromosome copy of a parent. Their effect on gametes
 * is in genetics/haplotype.ts, the texts of the notes in locales/.
 * Guarantees: a declaration has an effect only where the genotype leaves the phase undetermined; every allele without
 * effect gets a reason.
 */
import { dosageOf } from '../../genetics/genotype.js'
import type { DeclaredAllele } from '../../genetics/haplotype.js'
import type { HorseGenotype, LinkageGroup, Model, ModelLocus } from '../model.js'

/** Why alleles of a declaration have no effect; each is a message id of the locale files. */
export type Inaction =
  | 'linkage-not-carried'
  | 'linkage-homozygous'
  | 'linkage-single-locus'
  | 'linkage-contradicted'
  | 'linkage-no-effect'

export interface InactionNote {
  readonly reason: Inaction
  readonly alleles: readonly string[]
}

/**
 * Spelling → candidate alleles, for the alleles of every linkage group that the rule set declares. Wild types can
 * also be written as `n@kit`, which names their locus.
 */
export type LinkageVocabulary = ReadonlyMap<string, readonly LinkedAllele[]>

export interface LinkedAllele extends DeclaredAllele {
  readonly group: number
  readonly locus: ModelLocus
}

export function linkageVocabulary(model: Model): LinkageVocabulary {
  const vocabulary = new Map<string, LinkedAllele[]>()
  const declared = new Set(model.source.linkage.map((table) => table.group))
  const placeOf = new Map(
    model.groups.flatMap(({ name, loci }, group) =>
      declared.has(name) ? loci.map((locus, position) => [locus, { group, position }] as const) : [],
    ),
  )
  const add = (spelling: string, locus: ModelLocus | undefined, allele: number): void => {
    const place = locus === undefined ? undefined : placeOf.get(locus)
    if (locus === undefined || place === undefined) return
    const known = vocabulary.get(spelling) ?? []
    const twice = known.some((each) => each.locus === locus && each.allele === allele)
    if (!twice) vocabulary.set(spelling, [...known, { ...place, locus, allele }])
  }
  for (const locus of model.loci) {
    for (const [spelling, allele] of locus.spellings) {
      add(spelling, locus, allele)
      if (allele === locus.wildType) add(wildCopyOf(locus, spelling), locus, allele)
    }
    for (const [spelling, real] of locus.sharedSpellings) add(spelling, model.loci[real.locus], real.allele)
  }
  return vocabulary
}

/** How a declaration names the copy of a locus that carries the wild type. */
export function wildCopyOf(locus: ModelLocus, spelling: string): string {
  return `${spelling}@${locus.key}`
}

/** The allele as a declaration names it. */
export function declaredName(locus: ModelLocus, allele: number): string {
  const name = locus.alleles[allele] ?? ''
  return isSilent(locus, allele) ? wildCopyOf(locus, name) : name
}

/** Whether the name alone does not identify the allele: many loci share the name of their wild type. */
export function isSilent(locus: ModelLocus, allele: number): boolean {
  return allele === locus.wildType && !locus.required
}

/**
 * The alleles that these texts name. Undefined if a text is no allele of a linkage group, or if two alleles exclude
 * each other on one copy.
 * @param parent disambiguates: among several loci with such an allele, the one that the parent carries is meant
 */
export function declaredAlleles(
  vocabulary: LinkageVocabulary,
  texts: readonly string[],
  parent: HorseGenotype,
): readonly LinkedAllele[] | undefined {
  const alleles: LinkedAllele[] = []
  for (const text of texts) {
    const candidates = vocabulary.get(text)
    if (candidates === undefined) return undefined
    const named = text.includes('@')
      ? candidates
      : candidates.filter(({ locus, allele }) => !isSilent(locus, allele))
    const allele = named.find((each) => carriedBy(parent, each) > 0) ?? named[0]
    // A bare wild type carries no information: it lies on every copy without a variant.
    if (allele === undefined) continue
    const known = alleles.filter((each) => each.locus === allele.locus)
    if (known.some((each) => each.allele === allele.allele)) continue
    // A copy with a variant is not a wild-type copy.
    const isWild = ({ locus, allele }: LinkedAllele): boolean => allele === locus.wildType
    if (known.length > 0 && (!allele.locus.cis || [allele, ...known].some(isWild))) return undefined
    alleles.push(allele)
  }
  return alleles
}

export type Declaration = Readonly<ReturnType<typeof judgeDeclaration>>

/** Which part of a declaration has an effect in this parent, and notes on the rest. */
export function judgeDeclaration(model: Model, alleles: readonly LinkedAllele[], parent: HorseGenotype) {
  /** Index of the linkage group → alleles that lie together and restrict the phase. */
  const together = new Map<number, readonly DeclaredAllele[]>()
  const notes: InactionNote[] = []
  model.groups.forEach((group, index) => {
    const declared = alleles.filter((each) => each.group === index)
    if (declared.length === 0) return
    const acting = judge(group, declared, parent, notes)
    if (acting.length > 0) together.set(index, acting)
  })
  return { together, notes }
}

/** The alleles of one group that have an effect. Adds notes for the others. */
function judge(
  group: LinkageGroup,
  alleles: readonly LinkedAllele[],
  parent: HorseGenotype,
  notes: InactionNote[],
): readonly LinkedAllele[] {
  const note = (reason: Inaction, some: readonly LinkedAllele[]): void => {
    if (some.length > 0)
      notes.push({ reason, alleles: some.map(({ locus, allele }) => declaredName(locus, allele)) })
  }
  const [missing, heterozygous, homozygous] = [0, 1, 2].map((copies) =>
    alleles.filter((each) => carriedBy(parent, each) === copies),
  ) as [LinkedAllele[], LinkedAllele[], LinkedAllele[]]
  note('linkage-not-carried', missing)
  note('linkage-homozygous', homozygous)
  const byLocus = group.loci.map((locus) => ({
    wildType: locus.wildType,
    layouts: parent[locus.index]?.layouts ?? [],
    here: heterozygous.filter((each) => each.locus === locus).map((each) => each.allele),
  }))
  const isContradicted = byLocus.some(
    ({ layouts, here }) =>
      here.length > 1 && !layouts.some((pair) => pair.some((copy) => here.every((a) => copy.includes(a)))),
  )
  if (isContradicted) {
    note('linkage-contradicted', heterozygous)
    return []
  }
  const spansLoci = byLocus.filter(({ here }) => here.length > 0).length > 1
  const settlesList = byLocus.some(
    ({ layouts, here, wildType }) =>
      layouts.length > 1 && (here.length > 1 || here.some((allele) => allele === wildType)),
  )
  if (spansLoci || settlesList) return heterozygous
  note(heterozygous.length > 1 ? 'linkage-no-effect' : 'linkage-single-locus', heterozygous)
  return []
}

function carriedBy(parent: HorseGenotype, { locus, allele }: LinkedAllele): number {
  // Variants have the same dosage in all layouts of an unphased list; a wild-type copy occurs in at most one of them.
  const { layouts } = parent[locus.index] ?? { layouts: [] }
  return Math.max(0, ...layouts.map((layout) => dosageOf(locus, layout)[allele] ?? 0))
}

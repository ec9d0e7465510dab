/**
 * What a client says of phase: alleles that lie together on one chromosome copy of a parent.
 * Guarantees: only what the genotype leaves open can act; what does not act is told why, allele by allele.
 * Leaves to others: the meaning for gametes (genetics/haplotype.ts), the texts (locales/).
 */
import { dosageOf, isHeterozygous } from '../../genetics/genotype.js'
import type { DeclaredAllele } from '../../genetics/haplotype.js'
import type { HorseGenotype, LinkageGroup, LocusGenotype, Model, ModelLocus } from '../model.js'

/** Why alleles of a declaration do not act; each is a message id of the locale files. */
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

export interface Declaration {
  /** Index of the linkage group → alleles that lie together and leave the phase less open than before. */
  readonly together: ReadonlyMap<number, readonly DeclaredAllele[]>
  readonly notes: readonly InactionNote[]
}

/** Spelling → where it can belong: the alleles of every linkage group that the rule set declares. */
export type LinkageVocabulary = ReadonlyMap<string, readonly LinkedAllele[]>

export interface LinkedAllele extends DeclaredAllele {
  readonly group: number
  readonly locus: ModelLocus
}

export const NOTHING_DECLARED: Declaration = { together: new Map(), notes: [] }

export function linkageVocabulary(model: Model): LinkageVocabulary {
  const vocabulary = new Map<string, LinkedAllele[]>()
  const declared = new Set(model.source.linkage.map((table) => table.group))
  const placeOf = new Map<ModelLocus, { group: number; position: number }>()
  model.groups.forEach((group, index) => {
    if (!declared.has(group.name)) return
    group.loci.forEach((locus, position) => placeOf.set(locus, { group: index, position }))
  })
  const add = (spelling: string, locus: ModelLocus | undefined, allele: number): void => {
    const place = locus === undefined ? undefined : placeOf.get(locus)
    if (locus === undefined || place === undefined) return
    const known = vocabulary.get(spelling) ?? []
    const twice = known.some((each) => each.locus === locus && each.allele === allele)
    if (!twice) vocabulary.set(spelling, [...known, { ...place, locus, allele }])
  }
  for (const locus of model.loci) {
    for (const [spelling, allele] of locus.spellings) add(spelling, locus, allele)
    for (const [spelling, lent] of locus.borrowed) add(spelling, model.loci[lent.locus], lent.allele)
  }
  return vocabulary
}

/** Undefined when a string is no allele of a linkage group, or two exclude each other on one copy. */
export function readDeclaration(
  model: Model,
  vocabulary: LinkageVocabulary,
  texts: readonly string[],
  parent: HorseGenotype,
): Declaration | undefined {
  const alleles: LinkedAllele[] = []
  for (const text of texts) {
    const candidates = vocabulary.get(text)
    if (candidates === undefined) return undefined
    const speaking = candidates.filter(({ locus, allele }) => locus.required || allele !== locus.wildType)
    const allele = speaking.find((each) => carriedBy(parent, each) > 0) ?? speaking[0]
    // The wild type says nothing: it lies on every copy that carries nothing else.
    if (allele === undefined) continue
    const known = alleles.filter((each) => each.locus === allele.locus)
    if (known.some((each) => each.allele === allele.allele)) continue
    if (known.length > 0 && !allele.locus.cis) return undefined
    alleles.push(allele)
  }
  const together = new Map<number, readonly DeclaredAllele[]>()
  const notes: InactionNote[] = []
  model.groups.forEach((group, index) => {
    const own = alleles.filter((each) => each.group === index)
    if (own.length === 0) return
    const acting = judge(group, own, parent, notes)
    if (acting.length > 0) together.set(index, acting)
  })
  return { together, notes }
}

/** The alleles of one group that act, or none, after saying why. */
function judge(
  group: LinkageGroup,
  alleles: readonly LinkedAllele[],
  parent: HorseGenotype,
  notes: InactionNote[],
): readonly LinkedAllele[] {
  const note = (reason: Inaction, some: readonly LinkedAllele[]): void => {
    if (some.length > 0) notes.push({ reason, alleles: some.map(nameOf) })
  }
  const carried = alleles.filter((each) => carriedBy(parent, each) > 0)
  note(
    'linkage-not-carried',
    alleles.filter((each) => !carried.includes(each)),
  )
  const open = carried.filter(
    (each) => carriedBy(parent, each) === 1 && isHeterozygous(genotypeAt(parent, each)),
  )
  note(
    'linkage-homozygous',
    carried.filter((each) => !open.includes(each)),
  )
  const impossible = group.loci.some((locus) => {
    const here = open.filter((each) => each.locus === locus).map((each) => each.allele)
    const layouts = parent[locus.index]?.layouts ?? []
    return (
      here.length > 1 && !layouts.some((pair) => pair.some((copy) => here.every((a) => copy.includes(a))))
    )
  })
  if (impossible) {
    note('linkage-contradicted', open)
    return []
  }
  const spans = new Set(open.map((each) => each.locus)).size
  const settlesList = group.loci.some(
    (locus) =>
      (parent[locus.index]?.layouts.length ?? 0) > 1 &&
      open.filter((each) => each.locus === locus).length > 1,
  )
  if (spans > 1 || settlesList) return open
  note(open.length > 1 ? 'linkage-no-effect' : 'linkage-single-locus', open)
  return []
}

function carriedBy(parent: HorseGenotype, { locus, allele }: LinkedAllele): number {
  const [layout] = parent[locus.index]?.layouts ?? []
  return layout === undefined ? 0 : (dosageOf(locus, layout)[allele] ?? 0)
}

function genotypeAt(parent: HorseGenotype, { locus }: LinkedAllele): LocusGenotype {
  const genotype = parent[locus.index]
  if (genotype === undefined) throw new Error(`a horse without ${locus.key}: a defect of the caller`)
  return genotype
}

function nameOf({ locus, allele }: LinkedAllele): string {
  return locus.alleles[allele] ?? ''
}

/**
 * Horses whose every gene was written so before: each is put together from genotypes that were read already.
 * Guarantees: the horse that horse.ts reads, or none where there is anything to look at twice; bounded.
 * Leaves to others: reading, and all faults (horse.ts).
 */
import type { Genotypes } from '../../model/phenotype/genotypes.js'
import type { HorseGenotype, LocusGenotype, Model, ModelLocus } from '../../model/model.js'

export interface Horse {
  /** By locus index. */
  readonly genotype: HorseGenotype
  /** Keys of the genes that answers show only where they are named, and that were. */
  readonly named: ReadonlySet<string>
}

export type Genes = Readonly<Record<string, unknown>>

/** What is written under one gene. */
export interface Meaning {
  readonly own: LocusGenotype
  /** The genotype of another locus, whose alleles are written here by custom. */
  readonly lent: LocusGenotype | undefined
}

export interface Spellings {
  /** Undefined where a gene was never written so, or is missing, or there is no such gene. */
  readonly horseOf: (base: Genes, others: Genes) => Horse | undefined
  /** That these alleles, one or two, have this meaning. */
  readonly learn: (locus: ModelLocus, alleles: readonly unknown[], meaning: Meaning) => void
}

/** Whether answers show the locus only where it is named. */
export function isExtra(locus: ModelLocus): boolean {
  return !locus.listed && !locus.required
}

/** A locus with copies of several variants has no end of spellings. */
const MOST_SPELLINGS = 2000
/** So many are sooner gone through than hashed twice; most genes have no more of them. */
const FEW = 8
const NONE: ReadonlySet<string> = new Set()

interface Spelt {
  readonly key: string
  readonly index: number
  readonly isExtra: boolean
  /** Whether naming it can say more than its own genotype. */
  readonly canBeMore: boolean
  /** The gene that was written behind this one last time: clients keep to an order of their own. */
  next: Spelt | undefined
  /** The first that were learnt; `second` is undefined where there is none. */
  few: { readonly first: unknown; readonly second: unknown; readonly meaning: Meaning }[]
  /** The others: first allele as written → second one. */
  readonly more: Map<unknown, Map<unknown, Meaning>>
  size: number
}

function meaningOf({ few, more }: Spelt, first: unknown, second: unknown): Meaning | undefined {
  for (let i = 0; i < few.length; i++) {
    const each = few[i] as Spelt['few'][number]
    if (each.first === first && each.second === second) return each.meaning
  }
  return more.get(first)?.get(second)
}

export function createSpellings(model: Model, genotypes: Genotypes): Spellings {
  const spelt = model.loci.map((locus): Spelt => ({
    key: locus.key,
    index: locus.index,
    isExtra: isExtra(locus),
    canBeMore: isExtra(locus) || locus.borrowed.size > 0,
    next: undefined,
    few: [],
    more: new Map(),
    size: 0,
  }))
  const ofGroup = (group: ModelLocus['group']): ReadonlyMap<string, Spelt> =>
    new Map(
      model.loci.flatMap((locus) =>
        locus.group === group ? [[locus.key, spelt[locus.index] as Spelt] as const] : [],
      ),
    )
  const [inBase, inOthers] = [ofGroup('base'), ofGroup('others')]
  const required = model.loci.flatMap((locus) => (locus.required ? [locus.index] : []))
  const absent = model.loci.map((locus) =>
    locus.required || locus.wildType === null ? undefined : genotypes.wildType(locus),
  )
  return {
    horseOf: (base, others) => {
      const draft: Draft = { genotype: absent.slice(), named: NONE, lent: undefined }
      if (!fill(draft, base, inBase) || !fill(draft, others, inOthers)) return undefined
      const { genotype, named, lent } = draft
      if (lent !== undefined) {
        const { key, index } = lent.locus
        if (Object.hasOwn(base, key) || Object.hasOwn(others, key)) return undefined
        genotype[index] = lent
      }
      for (const index of required) if (genotype[index] === undefined) return undefined
      return { genotype: genotype as LocusGenotype[], named }
    },
    learn: (locus, [first, second], meaning) => {
      const own = spelt[locus.index] as Spelt
      if (own.size >= MOST_SPELLINGS) {
        own.few = []
        own.more.clear()
        own.size = 0
      }
      if (own.size++ < FEW) own.few.push({ first, second, meaning })
      else own.more.set(first, (own.more.get(first) ?? new Map<unknown, Meaning>()).set(second, meaning))
    },
  }
}

/** A horse while it is put together. */
interface Draft {
  readonly genotype: (LocusGenotype | undefined)[]
  named: ReadonlySet<string>
  lent: LocusGenotype | undefined
}

/** False when a gene is not known as it stands here, or a second one lends alleles. */
function fill(draft: Draft, genes: Genes, loci: ReadonlyMap<string, Spelt>): boolean {
  let before: Spelt | undefined
  // Decoded fields inherit nothing that can be enumerated, and this makes no list of keys.
  for (const key in genes) {
    const alleles: unknown = genes[key]
    const guess: Spelt | undefined = before?.next
    const locus = guess?.key === key ? guess : loci.get(key)
    if (locus === undefined || !Array.isArray(alleles) || alleles.length > 2) return false
    if (before !== undefined && guess !== locus) before.next = locus
    before = locus
    const meaning = meaningOf(locus, alleles[0], alleles[1])
    if (meaning === undefined) return false
    draft.genotype[locus.index] = meaning.own
    if (!locus.canBeMore) continue
    if (locus.isExtra) draft.named = new Set([...draft.named, key])
    if (meaning.lent === undefined) continue
    if (draft.lent !== undefined) return false
    draft.lent = meaning.lent
  }
  return true
}

/**
 * Horses whose every gene was written so before: each is put together from genotypes that were read already.
 * Guarantees: the horse that read-horse.ts reads, or none where there is anything to look at twice; bounded.
 * Leaves to others: reading, and all faults (read-horse.ts).
 */
import type { Genotypes } from '../model/genotypes.js'
import type { HorseGenotype, LocusGenotype, Model, ModelLocus } from '../model/model.js'

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
const NONE: ReadonlySet<string> = new Set()

interface Spelt {
  readonly index: number
  readonly isExtra: boolean
  /** First allele as written → second one, undefined where there is none. */
  readonly known: Map<unknown, Map<unknown, Meaning>>
  size: number
}

export function createSpellings(model: Model, genotypes: Genotypes): Spellings {
  const spelt = model.loci.map((locus): Spelt => ({
    index: locus.index,
    isExtra: isExtra(locus),
    known: new Map(),
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
        own.known.clear()
        own.size = 0
      }
      own.size++
      const seconds = own.known.get(first) ?? new Map<unknown, Meaning>()
      own.known.set(first, seconds.set(second, meaning))
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
  for (const key of Object.keys(genes)) {
    const alleles: unknown = genes[key]
    const locus = loci.get(key)
    if (locus === undefined || !Array.isArray(alleles) || alleles.length > 2) return false
    const meaning = locus.known.get(alleles[0])?.get(alleles[1])
    if (meaning === undefined) return false
    draft.genotype[locus.index] = meaning.own
    if (locus.isExtra) draft.named = new Set([...draft.named, key])
    if (meaning.lent === undefined) continue
    if (draft.lent !== undefined) return false
    draft.lent = meaning.lent
  }
  return true
}

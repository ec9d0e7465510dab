/**
 * Writes sets of genotypes for answers: products as lists of genotypes by gene, and one animal as requests take it.
 * Guarantees: at a gene of which one copy can carry several variants, each variant stands by itself under `gene.variant`, and
 * the gene's own entry, all wild type, stands for the variants that are named nowhere else.
 */
import { layoutsOf, pairOf } from '../../genetics/genotype.js'
import { keyOfPlace, type CoatSet, type Place } from '../../model/coat-sets/coat-sets.js'
import type { Model, ModelLocus } from '../../model/model.js'
import { copiesOf } from '../../model/space/smallest-example.js'
import type { Sex } from '../../rules/tables.js'
import { sexLetter } from '../read/sex.js'
import type { Ruleset } from '../ruleset.js'
import { genotypeShown, shownGenes } from '../shown-genes.js'

type Genotypes = Readonly<Record<string, readonly string[]>>

export function writeProducts({ loci }: Model, places: readonly Place[], { products, free }: CoatSet) {
  const ofLoci = placesByLocus(places)
  const inOrder = loci.flatMap((locus) => ofLoci.get(locus) ?? [])
  const isFree = (locus: ModelLocus): boolean => (ofLoci.get(locus) ?? []).every((place) => free.has(place))
  return {
    genotypes: products.map((product): Genotypes => {
      const written: Record<string, readonly string[]> = {}
      for (const p of inOrder) {
        if (free.has(p)) continue
        const place = places[p] as Place
        const { locus, variant, values } = place
        const allowed = product.get(p)
        const isAbsent =
          variant !== undefined && allowed?.length === 1 && values[allowed[0] ?? 0]?.carried === 0
        const [wildType] = values
        if (variant !== undefined) written[locus.key] ??= [wildType?.text ?? '']
        if (isAbsent) continue
        written[keyOfPlace(place)] = values.flatMap(({ text }, v) =>
          allowed === undefined || allowed.includes(v) ? [text] : [],
        )
      }
      return written
    }),
    /** Genes, and variants of genes, that make no difference. */
    any: loci.flatMap((locus) => {
      if (isFree(locus)) return [locus.key]
      return (ofLoci.get(locus) ?? []).flatMap((p) => (free.has(p) ? [keyOfPlace(places[p] as Place)] : []))
    }),
  }
}

/** Variants of unknown phase that requests take. */
const LONGEST_LIST = 6

/** A genotype as answers show it. @param values one per place */
export function smallestAnimal(ruleset: Ruleset, places: readonly Place[], values: readonly number[]) {
  const { model, genotypes } = ruleset
  const ofLoci = placesByLocus(places)
  const at = (locus: ModelLocus) =>
    (ofLoci.get(locus) ?? []).flatMap((p) => {
      const { variant, values: own } = places[p] as Place
      const value = own[values[p] ?? 0]
      return value === undefined ? [] : [{ variant, value, copies: values[p] ?? 0 }]
    })
  const genotype = model.loci.map((locus) => {
    const own = at(locus)
    const [first] = own
    if (first !== undefined && first.variant === undefined) return first.value.genotype
    const variantsOn = (copies: number): readonly number[] =>
      own.flatMap(({ variant, copies: carried }) => (carried === copies ? (variant ?? []) : []))
    const [once, twice] = [variantsOn(1), variantsOn(2)]
    // More than requests take as a list of unknown phase: all on one copy.
    if (once.length > LONGEST_LIST) {
      const dosage = Uint8Array.from(locus.alleles, (_, allele) =>
        twice.includes(allele) ? 2 : once.includes(allele) ? 1 : 0,
      )
      return genotypes.of(locus, [pairOf(...copiesOf(locus, dosage))])
    }
    const layouts = layoutsOf(once, twice, locus.wildType ?? 0)
    return genotypes.of(locus, layouts, layouts.length > 1)
  })
  const carried = model.loci.filter((locus) => at(locus).some(({ value }) => value.carried > 0))
  const named = new Set(carried.map(({ key }) => key))
  const copies = carried.flatMap((locus) => at(locus).flatMap(({ value }) => value.copies ?? []))[0]
  const sex = copies === undefined ? undefined : sexWith(model, copies)
  return {
    base: genotypeShown(shownGenes(ruleset, named, ['base']), genotype),
    others: genotypeShown(shownGenes(ruleset, named, ['others']), genotype),
    ...(sex && { sex: sexLetter(sex) }),
  }
}

/** The sex with this number of copies on the sex chromosome. */
function sexWith({ sexes }: Model, copies: 1 | 2): Sex | undefined {
  if (sexes === undefined || copies === 1) return sexes?.heterogametic
  return sexes.heterogametic === 'male' ? 'female' : 'male'
}

function placesByLocus(places: readonly Place[]): ReadonlyMap<ModelLocus, readonly number[]> {
  const found = new Map<ModelLocus, number[]>()
  places.forEach(({ locus }, p) => found.set(locus, [...(found.get(locus) ?? []), p]))
  return found
}

/** With a capital first letter, as names have. */
export function capitalised(text: string, language: string): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
}

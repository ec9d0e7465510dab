/**
 * Writes sets of genotypes for answers: products as lists of genotypes by gene, and one animal as requests take it.
 * Guarantees: at a gene of which one copy can carry several variants, each variant stands by itself under `gene.variant`, and
 * the gene's own entry, all wild type, stands for the variants that are named nowhere else.
 */
import { layoutsOf } from '../../genetics/genotype.js'
import { keyOfPlace, type CoatSet, type Place } from '../../model/coat-sets/coat-sets.js'
import type { Model, ModelLocus } from '../../model/model.js'
import type { Ruleset } from '../ruleset.js'

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

/** A genotype as requests take it, without genes that are wild type and may be left out. @param values one per place */
export function smallestAnimal(
  { model, genotypes }: Ruleset,
  places: readonly Place[],
  values: readonly number[],
): { readonly base: Genotypes; readonly others?: Genotypes } {
  const ofLoci = placesByLocus(places)
  const group = (name: ModelLocus['group']): Genotypes =>
    Object.fromEntries(
      model.loci.flatMap((locus) => {
        const own = (ofLoci.get(locus) ?? []).map((p) => ({ place: places[p], value: values[p] ?? 0 }))
        const isWildType = own.every(({ place, value }) => (place?.values[value]?.carried ?? 0) === 0)
        if (locus.group !== name || (isWildType && !locus.required)) return []
        const [first] = own
        if (first?.place?.variant === undefined)
          return [[locus.key, first?.place?.values[first.value]?.genotype.alleles ?? []]]
        const variantsOf = (copies: number): readonly number[] =>
          own.flatMap(({ place, value }) => (value === copies ? (place?.variant ?? []) : []))
        const layouts = layoutsOf(variantsOf(1), variantsOf(2), locus.wildType ?? 0)
        return [[locus.key, genotypes.of(locus, layouts, layouts.length > 1).alleles]]
      }),
    )
  const others = group('others')
  return { base: group('base'), ...(Object.keys(others).length > 0 && { others }) }
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

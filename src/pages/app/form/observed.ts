/**
 * Completes questions about animals whose coat was seen, as the API expects them.
 * Guarantees: genes that the coat speaks of count as untested, not as free of variants.
 */
import type { Fields } from '../../../operations/read/decode-fields.js'
import type { Robe } from '../library.js'
import { withGenesSeen, type InferFields } from './relatives.js'

/** Marks the genes behind the observed coat of an animal as untested. */
export function opened(robe: Robe, animal: Fields, lang = String(animal['lang'])): Fields {
  if (animal['seen'] === undefined) return animal
  const [first = animal] = observed(robe, { horses: [animal], ask: [] }, lang).horses
  return first
}

/** The animals as they were seen: patterns that were added to a name are parts of the coat, not in contradiction to it. */
export function observed(robe: Robe, { horses, ask, ...rest }: InferFields, lang: string): InferFields {
  const named = horses.map((horse, index) => {
    const { coat, has, ...seen } = (horse['seen'] ?? {}) as Partial<Record<string, unknown>>
    if (typeof coat !== 'string' || !Array.isArray(has)) return horse
    const name = robe.coatWith(coat, has as readonly string[], `horses.${index}.seen.coat`, lang)
    return name === undefined ? horse : { ...horse, seen: { coat: name, ...seen } }
  })
  const { genes } = robe.genes()
  const question = { ...rest, horses: named, ask }
  return withGenesSeen(question, genes, (seen, field) => robe.genesSeen(seen, field, lang))
}

/**
 * Animals of a question as they were seen.
 * Guarantees: patterns that were added to a name are parts of the coat, not in contradiction to it; genes behind an observed coat count
 * as untested.
 */
import type { Fields } from '../../../operations/read/decode-fields.js'
import type { Robe } from '../library.js'
import { withGenesSeen, type InferFields } from './relatives.js'

/** The name of the coat with the patterns that were added to it, where they have one. @param field its path, for errors */
export function named(robe: Robe, animal: Fields, field: string, lang: string): Fields {
  const { coat, has, ...seen } = (animal['seen'] ?? {}) as Partial<Record<string, unknown>>
  if (typeof coat !== 'string' || !Array.isArray(has)) return animal
  const name = robe.coatWith(coat, has as readonly string[], `${field}.seen.coat`, lang)
  return name === undefined ? animal : { ...animal, seen: { coat: name, ...seen } }
}

/** Marks the genes behind the observed coat of an animal as untested. */
export function opened(robe: Robe, animal: Fields, lang = String(animal['lang'])): Fields {
  if (animal['seen'] === undefined) return animal
  const [first = animal] = observed(robe, { horses: [animal], ask: [] }, lang).horses
  return first
}

export function observed(robe: Robe, { horses, ask, ...rest }: InferFields, lang: string): InferFields {
  const all = horses.map((horse, index) => named(robe, horse, `horses.${index}`, lang))
  const { genes } = robe.genes()
  const question = { ...rest, horses: all, ask }
  return withGenesSeen(question, genes, (seen, field) => robe.genesSeen(seen, field, lang))
}

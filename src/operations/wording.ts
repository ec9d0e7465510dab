/**
 * What answers say in a language beside names: notes, viability; and the sources that they cite.
 * Guarantees: what the rule files and the language's file say; unverified sources are marked as such.
 */
import type { CombinedVariants } from './read/genes/named-genes.js'
import type { Coat } from '../model/model.js'
import { ALWAYS_TOGETHER_NOTE } from '../naming/check-words.js'
import { ESTIMATE_NOTES } from '../naming/estimate-notes.js'
import { PARENTAGE_TEXTS } from '../naming/parentage-texts.js'
import type { Lexicon } from '../naming/lexicon.js'
import type { Reference } from '../rules/tables.js'
import { stated } from '../rules/yaml/parsed-file.js'

export type ViabilityAnswer = Readonly<NonNullable<ReturnType<typeof viabilityOf>>>
export type CitedReference = ReturnType<typeof citedReferences>[number]

/** A source as answers cite it. */
export function citationOf({ title, doi, omia, url, verified }: Reference) {
  return { title, ...stated({ doi, omia, url }), verified }
}

/** Without ids that the rule files do not define. */
export function citedReferences(references: Readonly<Record<string, Reference>>, ids: readonly string[]) {
  return ids.flatMap((id) => {
    const reference = references[id]
    return reference === undefined ? [] : [{ id, ...citationOf(reference) }]
  })
}

export type Note = Readonly<ReturnType<typeof writeNote>>

/** @param field of the request that it speaks of, such as `kit_linkage.mother`, or `results` */
export function writeNote(lexicon: Lexicon, code: string, field: string, alleles: readonly string[] = []) {
  const words = lexicon.notes[code] ?? ESTIMATE_NOTES[code] ?? PARENTAGE_TEXTS[code] ?? code
  return { code, field, text: words.replace('{alleles}', () => alleles.join(', ')) }
}

/** The name of a population in a language. */
export function populationName(
  { populations }: Lexicon,
  { key, name }: { readonly key: string; readonly name: string },
): string {
  return populations[key] ?? name
}

/** What is said of variants that were put on one copy. */
export function joinedNotes(lexicon: Lexicon, joined: readonly CombinedVariants[]): readonly Note[] {
  return joined.map(({ field, alleles }) => writeNote(lexicon, ALWAYS_TOGETHER_NOTE, field, alleles))
}

/** The viability of a coat as answers tell it; undefined for a coat that is expected to live. */
export function viabilityOf({ viability }: Coat, lexicon: Lexicon) {
  if (viability === undefined) return undefined
  const { status, evidence, cause } = viability
  return { status, evidence, cause: lexicon.causes[cause] ?? cause }
}

/**
 * The coats that an animal can have, as far as is known, and a picture of the likeliest.
 * Guarantees: a population without figures for a gene is no dead end: the usual one answers instead.
 */
import type { Fields } from '../../../../operations/read/decode-fields.js'
import type { Words } from '../../texts.js'
import type { Page } from '../page.js'
import type { Fault } from '../worker.js'

export interface LikelyCoat {
  /** Likeliest first. */
  readonly coats: readonly string[]
  /** The fields of a picture of the first. */
  readonly pictured: Fields
}

export async function likelyCoat(
  page: Page,
  fields: Fields,
): Promise<LikelyCoat | { readonly fault: Fault }> {
  const answer = await page.questions.horse(fields)
  if ('code' in answer) {
    const { usualPopulation: population } = page
    if (!lacksFigures(answer) || fields['population'] === population) return { fault: answer }
    return likelyCoat(page, { ...fields, population })
  }
  if (!('results' in answer)) {
    const { base, others } = fields
    return { coats: [answer.translate], pictured: { base, others } }
  }
  const { genes } = page.catalogue
  const [first] = answer.results
  const group = (name: string): Fields =>
    Object.fromEntries(
      genes
        .filter((gene) => gene.group === name)
        .flatMap(({ gene }) => {
          const copies = first?.genotype[gene]
          return copies === undefined ? [] : [[gene, copies]]
        }),
    )
  return {
    coats: answer.results.map(({ coat }) => coat),
    pictured: { base: group('base'), others: group('others') },
  }
}

/** Whether a question failed because its population has no figures for a gene. */
export function lacksFigures({ details }: Fault): boolean {
  return details?.field === 'population'
}

/** Two coats by name; of more, the first and how many others. */
export function possibleCoats(words: Words, [first = '', second, ...more]: readonly string[]): string {
  if (second === undefined) return first
  if (more.length === 0) return words.say('oneOfTwo', { one: first, other: second })
  return words.say('oneOfMany', { one: first, count: more.length + 1 })
}

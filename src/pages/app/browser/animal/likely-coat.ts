/**
 * The coats that an animal can have, as far as is known, and a picture of the likeliest.
 * Guarantees: a population without figures for a gene is no dead end: the usual one answers instead.
 */
import type { Fields } from '../../../../operations/read/decode-fields.js'
import type { Facts } from '../../form/relatives.js'
import type { Words } from '../../texts.js'
import { partName } from '../fault.js'
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

/** The name of the only coat; of several, what was entered, or else the likeliest. */
export function coatText(page: Page, facts: Facts, coats: readonly string[]): string {
  const entered = enteredCoat(page, facts)
  return coats.length === 1 || entered === '' ? possibleCoats(page.words, coats) : entered
}

/** What was seen, in the words of who entered it. */
export function enteredCoat(page: Page, { coat, has }: Facts): string {
  const text = [coat, ...has.map((token) => partName(page, token))].filter((each) => each !== '').join(', ')
  return text.slice(0, 1).toLocaleUpperCase(page.words.language) + text.slice(1)
}

/** Two coats by name; of more, the first and how many others. */
function possibleCoats(words: Words, [first = '', second, ...more]: readonly string[]): string {
  if (second === undefined) return first
  if (more.length === 0) return words.say('oneOfTwo', { one: first, other: second })
  return words.say('oneOfMany', { one: first, count: more.length + 1 })
}

/**
 * Finds the genes behind an observed coat: those with rules that produce its tokens. A form marks them as untested, because a
 * gene that no animal names counts as wild type.
 * Guarantees: leaves out required genes, which a form always names, and genes of look-alikes.
 */
import type { Model, ModelLocus } from '../../../model/model.js'
import { isObject } from '../decode-fields.js'
import type { Ruleset } from '../../ruleset.js'
import { TextBudget } from '../text-budget.js'
import { readCoat } from './coat-name.js'

/** @param seen the field `seen` of an animal @returns keys of genes. Throws ClientError for an unknown name */
export function genesSeen(
  ruleset: Ruleset,
  seen: unknown,
  field: string,
  language: string,
): readonly string[] {
  const { coat, born, has } = isObject(seen) ? seen : { coat: seen, born: undefined, has: undefined }
  const text = { language, budget: new TextBudget(), isLoose: true }
  const named = [coat, born].flatMap((name) =>
    name === undefined ? [] : readCoat(ruleset, name, field, text).coats,
  )
  const parts: readonly unknown[] = Array.isArray(has) ? has : []
  const tokens = new Set([
    ...named.flatMap((pattern) => [...(pattern.exactly ?? []), ...pattern.has]),
    ...ruleset.tokens().filter((token) => parts.includes(token)),
  ])
  return lociBehind(ruleset.model, tokens).flatMap(({ key, required }) => (required ? [] : [key]))
}

/** The loci in the conditions of rules that produce at least one of the tokens. */
export function lociBehind({ tables, loci }: Model, tokens: ReadonlySet<string>): readonly ModelLocus[] {
  const giving = tables.flatMap(({ source }) =>
    source.rules.filter(({ then }) => then.some((token) => tokens.has(token))),
  )
  const keys = new Set(giving.flatMap(({ when }) => Object.keys(when)))
  return loci.filter(({ key }) => keys.has(key))
}

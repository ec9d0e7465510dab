/**
 * Which genes what was seen of an animal speaks of: those that give the parts that were seen.
 * Guarantees: genes that are unknown anyway, and look-alikes, are not among them.
 * Leaves to others: opening them in a question, where a gene that nobody names is wild type.
 */
import type { Model, ModelLocus } from '../../../model/model.js'
import { isObject } from '../decode-fields.js'
import type { Ruleset } from '../../ruleset.js'
import { TextBudget } from '../text-budget.js'
import { readCoat } from './coat-name.js'

/** Throws ClientError for a name that nobody knows. @param seen as `seen` of an animal @returns keys of genes */
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

/** Those that the rules ask which give some of the tokens. */
export function lociBehind({ tables, loci }: Model, tokens: ReadonlySet<string>): readonly ModelLocus[] {
  const giving = tables.flatMap(({ source }) =>
    source.rules.filter(({ then }) => then.some((token) => tokens.has(token))),
  )
  const asked = new Set(giving.flatMap(({ when }) => Object.keys(when)))
  return loci.filter(({ key }) => asked.has(key))
}

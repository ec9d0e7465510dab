/**
 * The name of a coat with further parts, as somebody enters a colour first and its patterns afterwards.
 * Guarantees: the name is read back as exactly these parts; of several meanings of the coat, the first counts.
 */
import { nameCoat, nameFaultOf } from '../../../naming/name.js'
import { lexiconOf, type Ruleset } from '../../ruleset.js'
import { TextBudget } from '../text-budget.js'
import { readCoat } from './coat-name.js'
import { union } from './patterns.js'

/** @param tokens to add @returns undefined if the parts have no name together. Throws ClientError for an unknown name */
export function coatWith(
  ruleset: Ruleset,
  coat: string,
  tokens: readonly string[],
  field: string,
  language: string,
): string | undefined {
  const { coats } = readCoat(ruleset, coat, field, { language, budget: new TextBudget() })
  const [{ exactly } = {}] = coats
  if (exactly === undefined) return undefined
  const all = union(exactly, tokens)
  const ordered = ruleset.tokens().filter((token) => all.includes(token))
  const lexicon = lexiconOf(ruleset.lexicons, language)
  return nameFaultOf(lexicon, ordered) === undefined ? nameCoat(lexicon, ordered) : undefined
}

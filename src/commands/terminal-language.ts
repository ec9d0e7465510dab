/**
 * The language of whoever sits at the terminal, as the environment tells it.
 * Guarantees: the first variable that is set decides, also where it asks for a language that the rules have not, or for
 * none (`C`, `POSIX`). Source: POSIX, Base Definitions 8.2 (order of the variables, an empty one counts as unset).
 */
import { findLanguage, tagOf } from '../coats/request/language-tag.js'

/** Undefined where it does not say, or the rules have no such language. */
export function terminalLanguage(
  { LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv,
  languages: readonly string[],
): string | undefined {
  const locale = LC_ALL || LC_MESSAGES || LANG || ''
  // `fr_CA.UTF-8@euro`: what follows the region says nothing of the language.
  return findLanguage(tagOf(locale.replace(/[.@].*/, '')), languages)
}

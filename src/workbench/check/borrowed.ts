/**
 * Counts the words that an unfinished translation still takes from the language that it extends.
 * Guarantees: registries of the extended language get no hint, because sharing words is their purpose.
 */
import { hint, type Diagnostic } from '../../rules/diagnostic.js'
import type { LocaleTable } from '../../rules/tables.js'
import { hasKey } from '../../rules/yaml/word-places.js'

export function sharedWords(locale: LocaleTable): readonly Diagnostic[] {
  const { language, extends: base, place } = locale
  if (base === undefined || language.split('-')[0] === base.split('-')[0]) return []
  const isDefined = wordsOf(locale)
  const sharedCount = isDefined.filter((isDefinedHere) => !isDefinedHere).length
  if (sharedCount === 0) return []
  return [
    hint('BORROWED_WORDS', place, {
      what: `${language} takes ${sharedCount} of ${isDefined.length} words and texts from ${base}.`,
      why: `Answers in ${language} are partly in ${base}.`,
      fix: `translate the texts of locales/${base}.yaml into this file; once it is complete, remove kind and extends.`,
    }),
  ]
}

/** For each word and text, whether the file itself defines it. */
function wordsOf(locale: LocaleTable): readonly boolean[] {
  const { names, modifiers, notes, causes, remarks, why, genes, place } = locale
  const sections = { notes, causes, ...remarks, why, genes }
  return [
    ...[...names, ...modifiers].map((row) => row.place.file === place.file),
    ...Object.entries(sections).flatMap(([key, texts]) =>
      Object.keys(texts).map((id) => hasKey(locale, `/${key}/${id}`)),
    ),
  ]
}

/**
 * How much a file that extends another language still takes from it, such as a translation that has just begun.
 * Guarantees: nothing is said of a registry of the language that it extends: there words are meant to be shared.
 */
import { hint, type Diagnostic } from '../../rules/diagnostic.js'
import type { LocaleTable } from '../../rules/tables.js'
import { hasKey } from '../../rules/yaml/word-places.js'

export function sharedWords(locale: LocaleTable): readonly Diagnostic[] {
  const { language, extends: base, place } = locale
  if (base === undefined || language.split('-')[0] === base.split('-')[0]) return []
  const isOwn = wordsOf(locale)
  const borrowed = isOwn.filter((own) => !own).length
  if (borrowed === 0) return []
  return [
    hint('BORROWED_WORDS', place, {
      what: `${language} takes ${borrowed} of ${isOwn.length} words and texts from ${base}.`,
      why: `Answers in ${language} are partly in ${base}.`,
      fix: `translate what locales/${base}.yaml has into this file; when nothing is left, remove kind and extends.`,
    }),
  ]
}

/** Of each word and text, whether the file itself has it. */
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

/**
 * Forms of words by gender and number: one that is missing, two that were exchanged, a word inside that does not agree.
 * A file is held against itself: no language is known here, so what most of its words do is what is expected of each.
 * Guarantees: nothing is said of a language whose words have no forms.
 */
import { warning, type Diagnostic } from '../../rules/diagnostic.js'
import type { LocaleTable, Term } from '../../rules/tables.js'

const SLOTS = ['m', 'f', 'mp', 'fp'] as const
type Slot = (typeof SLOTS)[number]
type Forms = Exclude<Term, string>

export function formFaults({ language, names, modifiers, place }: LocaleTable): readonly Diagnostic[] {
  // A plain text is invariable by its author's word: in French a word for a shade is.
  const rows = [...names, ...modifiers].flatMap(({ term, ...row }) =>
    typeof term === 'string' ? [] : [{ ...row, term }],
  )
  const terms = rows.map(({ term }) => term)
  const expected = SLOTS.filter((slot) => terms.filter((term) => term[slot]).length * 2 > terms.length)
  // What a word is by itself, where that is not in doubt.
  const single = terms.filter(
    (term) => Object.values(term).every((form) => wordsOf(form).length === 1) && !isExchanged(term),
  )
  return rows.flatMap((row) => {
    // What a registry takes from its language is reported there.
    if (row.place.file !== place.file) return []
    const [what, fix] = faultOf(row.term, expected, single) ?? []
    if (what === undefined || fix === undefined) return []
    return warning('WORD_FORMS', row.place, {
      what: `${language} for [${row.tokens.join(', ')}]: ${what}`,
      fix,
    })
  })
}

type Fault = readonly [what: string, fix: string]

/** The first thing that is wrong with a row: it mostly explains the others. */
function faultOf(term: Forms, expected: readonly Slot[], single: readonly Forms[]): Fault | undefined {
  const missing = expected.filter((slot) => term[slot] === undefined)
  if (missing.length > 0) {
    const forms = missing.length === 1 ? `the form ${missing[0]} is` : `the forms ${missing.join(', ')} are`
    return [`${forms} missing, which most words of this file have.`, `add ${missing.join(', ')}.`]
  }
  if (isExchanged(term)) return ['fp goes on from mp, and not from f.', 'exchange f and mp.']
  const masculine = halfAgreed(term)
  if (masculine !== undefined)
    return [`"${masculine}" agrees in fp, and in f it does not.`, 'write its feminine form in f.']
  for (const slot of SLOTS) {
    // Words within brackets may speak of something else, of which they have the gender.
    for (const word of wordsOf((term[slot] ?? '').replace(/\([^)]*\)/g, ''))) {
      const alone = single.find((forms) => Object.values(forms).includes(word))?.[slot]
      if (alone !== undefined && alone !== word)
        return [`"${word}" stands in ${slot}, and by itself it is "${alone}" there.`, `write "${alone}".`]
    }
  }
  return undefined
}

/** The words of each form, side by side; none where the forms are not as long as one another. */
function sideBySide(term: Forms): readonly Readonly<Record<Slot, string>>[] {
  const [m = [], f = [], mp = [], fp = []] = SLOTS.map((slot) => wordsOf(term[slot] ?? ''))
  if ([f, mp, fp].some(({ length }) => length !== m.length)) return []
  return m.map((word, i) => ({ m: word, f: f[i] ?? '', mp: mp[i] ?? '', fp: fp[i] ?? '' }))
}

/** Whether `f` and `mp` stand in each other's place: where forms are made by endings, fp is f with another one. */
function isExchanged(term: Forms): boolean {
  const words = sideBySide(term).filter(({ f, mp }) => f !== mp)
  return (
    words.length > 0 && words.every(({ f, mp, fp }) => fp !== mp && fp.startsWith(mp) && !fp.startsWith(f))
  )
}

/** A word that is masculine in `f`, where `fp` shows that it can agree. */
function halfAgreed(term: Forms): string | undefined {
  return sideBySide(term).find(({ m, f, mp, fp }) => f === m && fp !== mp)?.m
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[\s()]+/).filter((word) => word !== '' && word !== '{name}')
}

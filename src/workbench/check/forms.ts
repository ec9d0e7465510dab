/**
 * Checks the forms of words by gender and number: a missing form, two swapped forms, a word inside a term that does
 * not agree. No language is known here, so the forms that most words of the file have are expected of every word.
 * Guarantees: languages without inflected words get no warnings.
 */
import { warning, type Diagnostic } from '../../rules/diagnostic.js'
import type { LocaleTable, Term } from '../../rules/tables.js'

const SLOTS = ['m', 'f', 'mp', 'fp'] as const
type Slot = (typeof SLOTS)[number]
type Forms = Exclude<Term, string>

export function formFaults({ language, names, modifiers, place }: LocaleTable): readonly Diagnostic[] {
  // A plain text is declared invariable, such as the French words for shades.
  const rows = [...names, ...modifiers].flatMap(({ term, ...row }) =>
    typeof term === 'string' ? [] : [{ ...row, term }],
  )
  const terms = rows.map(({ term }) => term)
  const expected = SLOTS.filter((slot) => terms.filter((term) => term[slot]).length * 2 > terms.length)
  // Single words whose forms are not in doubt.
  const single = terms.filter(
    (term) => Object.values(term).every((form) => wordsOf(form).length === 1) && !isExchanged(term),
  )
  return rows.flatMap((row) => {
    // What a registry inherits from its language is reported there.
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

/** The first fault of a row; it usually explains the others. */
function faultOf(term: Forms, expected: readonly Slot[], single: readonly Forms[]): Fault | undefined {
  const missing = expected.filter((slot) => term[slot] === undefined)
  if (missing.length > 0) {
    const forms = missing.length === 1 ? `the form ${missing[0]} is` : `the forms ${missing.join(', ')} are`
    return [`${forms} missing, which most words of this file have.`, `add ${missing.join(', ')}.`]
  }
  if (isExchanged(term)) return ['fp is formed from mp, and not from f.', 'swap f and mp.']
  const masculine = halfAgreed(term)
  if (masculine !== undefined)
    return [`"${masculine}" agrees in fp, but not in f.`, 'write its feminine form in f.']
  for (const slot of SLOTS) {
    // Words in brackets may refer to something else and have its gender.
    for (const word of wordsOf((term[slot] ?? '').replace(/\([^)]*\)/g, ''))) {
      const alone = single.find((forms) => Object.values(forms).includes(word))?.[slot]
      if (alone !== undefined && alone !== word)
        return [
          `the form ${slot} contains "${word}", but that word alone has the form "${alone}".`,
          `write "${alone}".`,
        ]
    }
  }
  return undefined
}

/** The words of each form side by side; empty if the forms have different numbers of words. */
function sideBySide(term: Forms): readonly Readonly<Record<Slot, string>>[] {
  const [m = [], f = [], mp = [], fp = []] = SLOTS.map((slot) => wordsOf(term[slot] ?? ''))
  if ([f, mp, fp].some(({ length }) => length !== m.length)) return []
  return m.map((word, i) => ({ m: word, f: f[i] ?? '', mp: mp[i] ?? '', fp: fp[i] ?? '' }))
}

/** Whether `f` and `mp` are swapped: where endings make the forms, fp extends f. */
function isExchanged(term: Forms): boolean {
  const words = sideBySide(term).filter(({ f, mp }) => f !== mp)
  return (
    words.length > 0 && words.every(({ f, mp, fp }) => fp !== mp && fp.startsWith(mp) && !fp.startsWith(f))
  )
}

/** A word that is masculine in `f`, although `fp` shows that it can agree. */
function halfAgreed(term: Forms): string | undefined {
  return sideBySide(term).find(({ m, f, mp, fp }) => f === m && fp !== mp)?.m
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[\s()]+/).filter((word) => word !== '' && word !== '{name}')
}

/**
 * Words that nobody will read, and words that mean something else already: rows for tokens that no animal shows together,
 * and synonyms that are the name of another coat.
 * Guarantees: exact over the whole genotype space. Registries may merge what they do not tell apart, and their synonyms
 * are not held against their names.
 */
import type { Ruleset } from '../../operations/ruleset.js'
import { coatsOfParts, partsOfSpace } from '../../operations/space-coats.js'
import { once } from '../../common/memo.js'
import { formsOf } from '../../naming/vocabulary.js'
import { warning, type Diagnostic } from '../../rules/diagnostic.js'
import { readExamples } from '../examples/examples.js'
import type { LocaleTable, ModifierRow } from '../../rules/tables.js'

export function idleWords(ruleset: Ruleset): readonly Diagnostic[] {
  const isShown = shownTokens(ruleset)
  return ruleset.model.source.locales.flatMap((locale) => [
    ...unseen(locale, isShown),
    ...takenSynonyms(locale),
  ])
}

/** Whether some animal shows these tokens together. The space is gone through only for what no example shows. */
function shownTokens(ruleset: Ruleset): (tokens: readonly string[]) => boolean {
  const { model, phenotypes } = ruleset
  const examples = readExamples(ruleset).flatMap(({ horse }) =>
    typeof horse === 'string' ? [] : [new Set(phenotypes.of(horse).coat.tokens)],
  )
  const parts = once(() => partsOfSpace(model))
  return (tokens) =>
    examples.some((shown) => tokens.every((token) => shown.has(token))) ||
    coatsOfParts(parts(), tokens).next().done !== true
}

type Row = Pick<ModifierRow, 'tokens' | 'beside' | 'place'>

function unseen(
  { language, names, modifiers, synonyms, passport, place: { file } }: LocaleTable,
  isShown: (tokens: readonly string[]) => boolean,
): readonly Diagnostic[] {
  const words = [...names, ...modifiers].map((row: Row) => ({ ...row, kind: 'a word' }))
  const others = synonyms.map(({ of, place }) => ({ tokens: of, place, kind: 'synonyms' }))
  const covered = passport.flatMap(({ coats, place }) =>
    coats.map(({ has }) => ({ tokens: has, place, kind: 'passport words' })),
  )
  const rows: readonly (Row & { readonly kind: string })[] = [...words, ...others, ...covered]
  return rows.flatMap(({ tokens, beside, place, kind }) => {
    // What a registry takes from its language is reported there.
    if (place.file !== file || tokens.length + (beside?.length ?? 0) < 2) return []
    const sets = beside?.map((each) => [...tokens, each]) ?? [tokens]
    // A token that is never seen by itself is the fault of a rule.
    if (sets.some(isShown) || !tokens.every((token) => isShown([token]))) return []
    const aside = beside === undefined ? '' : ` beside [${beside.join(', ')}]`
    return warning('UNSEEN_WORD', place, {
      what: `${language} has ${kind} for [${tokens.join(', ')}]${aside}, which no animal shows together.`,
      why: 'Nobody will ever read it.',
      fix: 'correct the tokens, or remove the row.',
    })
  })
}

function takenSynonyms({ language, kind, names, synonyms, place }: LocaleTable): readonly Diagnostic[] {
  if (kind === 'registry') return []
  return synonyms.flatMap((row) =>
    row.terms.flatMap((term) => {
      const other = names.find(
        ({ tokens, term: own }) =>
          formsOf(own).includes(term) &&
          !(tokens.length === row.of.length && tokens.every((token) => row.of.includes(token))),
      )
      if (other === undefined || row.place.file !== place.file) return []
      return warning('SYNONYM_IS_NAME', row.place, {
        what: `${language} has the synonym "${term}" for [${row.of.join(', ')}], and calls [${other.tokens.join(', ')}] so.`,
        why: 'Who reads it takes one coat for the other.',
        fix: 'remove the synonym, or name the other coat otherwise.',
      })
    }),
  )
}

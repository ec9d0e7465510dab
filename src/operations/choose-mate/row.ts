/**
 * A row of the answer, and the notes of a question about mates.
 */
import { passportNote, passportNotes } from '../infer/passport-notes.js'
import { equalAlleles, listed, populationsCounted } from '../infer/population-words.js'
import { percentOfOne } from '../infer/shapes.js'
import { lexiconOf, type Ruleset } from '../ruleset.js'
import { joinedNotes, viabilityOf, writeNote, type Note } from '../wording.js'
import { rounded, type Outcome } from './outcome.js'
import type { MateQuestion } from './question.js'

export type MateRow = ReturnType<typeof rowOf>

export function rowOf(ruleset: Ruleset, { language, avoid }: MateQuestion, outcome: Outcome) {
  const { wanted, lethal, avoided, best, health } = outcome
  const lexicon = lexiconOf(ruleset.lexicons, language)
  return {
    wanted_percentage: percentOfOne(rounded(wanted)),
    ...(lethal < 1 && { of_live_percentage: percentOfOne(Math.min(1, rounded(wanted / (1 - lethal)))) }),
    lethal_percentage: percentOfOne(rounded(lethal)),
    ...(avoid && { avoid_percentage: percentOfOne(rounded(avoided)) }),
    ...(health && {
      health: [...health].map(([id, probability]) => ({
        id,
        text: lexicon.remarks.health[id] ?? id,
        percentage: percentOfOne(rounded(probability)),
      })),
    }),
    best_coats: best.map(({ coat, probability }) => {
      const viability = viabilityOf(coat, lexicon)
      return {
        coat: ruleset.nameOf(coat, language),
        percentage: percentOfOne(rounded(probability)),
        ...(viability && { viability }),
      }
    }),
  }
}

export function notesOf(
  { model, lexicons }: Ruleset,
  { pairs: { mothers, fathers }, population, language, wanted, avoid }: MateQuestion,
  isInferred: boolean,
): readonly Note[] {
  const lexicon = lexiconOf(lexicons, language)
  const facts = [...mothers.distinct, ...fathers.distinct].map((each) => each.facts)
  const equal = population === undefined ? [] : equalAlleles(model, population)
  const counted = isInferred && population !== undefined ? populationsCounted(population) : false
  const names = typeof counted === 'boolean' ? [] : counted
  return [
    ...joinedNotes(
      lexicon,
      facts.flatMap(({ combined }) => combined),
    ),
    ...passportNotes(lexicon, { read: facts, asks: [] }),
    ...[...wanted.passport, ...(avoid?.passport ?? [])].map(({ field, passport }) =>
      passportNote(lexicon, field, passport),
    ),
    ...(names.length > 0 ? [writeNote(lexicon, 'estimate-population', 'population', names)] : []),
    ...(isInferred && population?.convention !== undefined && equal.length > 0
      ? [writeNote(lexicon, 'estimate-convention', 'population', [listed(language, equal)])]
      : []),
    ...(isInferred && population !== undefined
      ? [writeNote(lexicon, 'estimate-hardy-weinberg', 'population')]
      : []),
  ]
}

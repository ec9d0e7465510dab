/**
 * Where a clause ends and another begins.
 */
import { meantWithoutLabel } from '../results/named-values.js'
import { meantBy } from '../results/values.js'
import type { LabelTarget, Vocabulary } from '../vocabulary/terms.js'
import { type Clause, type Draft, type ItemOf, MAX_VALUES, RESULTS } from './clause.js'
import type { Item } from './item.js'

/** The largest panel of the rules has fewer labels. */
const MAX_LABELS = 60

export function isComplete({ labels, values, words }: Draft): boolean {
  const hasResult = words.some(({ kind }) => RESULTS.includes(kind))
  return values.length > 0 || (labels.length > 0 && hasResult)
}

/** Whether the item begins another clause than the one before it. */
export function beginsClause(
  vocabulary: Vocabulary,
  draft: Draft,
  item: Item,
  before: Item | undefined,
  next: Item | undefined,
): boolean {
  if (item.kind === 'label') {
    if (draft.labels.length >= MAX_LABELS) return true
    if (sharesTest(vocabulary, draft, item)) return false
    if (draft.labels.length === 0) {
      // A result that names its gene stands before; words before labels belong to these.
      if (draft.values.length === 0) return draft.lones.length > 0 && draft.words.length === 0
      return draft.values.every(({ written }) => meantWithoutLabel(vocabulary, written, true).length === 1)
    }
    const [firstWord] = draft.words.filter(({ kind }) => RESULTS.includes(kind))
    const isWordsFirst = firstWord?.afterLabels === 0 && draft.values.length === 0
    const isListed =
      before?.kind === 'comma' ||
      (before?.kind === 'word' && before.word === 'and') ||
      (before?.kind === 'word' && before.word === 'or')
    if (isWordsFirst && isListed && !hasWordBehindLabels(draft)) return false
    if (draft.values.length === 0 && draft.lones.some(({ isInBrackets }) => !isInBrackets)) return true
    return isComplete(draft)
  }
  if (item.kind === 'value') {
    // So many results are a table.
    if (draft.values.length >= MAX_VALUES) return false
    if (draft.values.length === 0) {
      if (draft.labels.length === 0) return draft.lones.length > 0 && draft.words.length === 0
      if (fits(vocabulary, draft, item)) return false
      // "palomino (cream) Ee": the result names its gene, and no sign ties it to the label.
      const isTied = before?.kind === 'link'
      return !isTied && meantWithoutLabel(vocabulary, item.written).length === 1
    }
    if (before?.kind === 'word' && before.word === 'or') return false
    // "N/N, N/X, X/X" is a table of what could be.
    const isNameless = ({ written }: ItemOf<'value'>): boolean =>
      meantWithoutLabel(vocabulary, written, true).length !== 1
    if (draft.labels.length === 0 && draft.values.some(isNameless)) return false
    const isOfOther =
      draft.labels.length > 0 ? !fits(vocabulary, draft, item) : !isSameTest(vocabulary, draft, item)
    return isOfOther && meantWithoutLabel(vocabulary, item.written, true).length === 1
  }
  if (item.kind === 'word' && RESULTS.includes(item.word)) {
    if (!isComplete(draft) && draft.lones.length === 0) return false
    const isParted =
      before?.kind === 'comma' ||
      before?.kind === 'open' ||
      (before?.kind === 'word' && before.word === 'and') ||
      draft.lones.length > 0
    return isParted && next?.kind === 'label' && !sharesTest(vocabulary, draft, next)
  }
  if (item.kind === 'lone') return draft.labels.length === 0 && draft.values.length > 0 && !item.isInBrackets
  return false
}

function hasWordBehindLabels({ words }: Draft): boolean {
  return words.some(({ kind, afterLabels }) => RESULTS.includes(kind) && afterLabels > 0)
}

function targetsOf({ labels }: Pick<Clause, 'labels'>): readonly LabelTarget[] {
  return labels.flatMap(({ targets }) => targets)
}

function sharesTest(vocabulary: Vocabulary, draft: Draft, { targets }: ItemOf<'label'>): boolean {
  const known = targetsOf(draft)
  if (
    known.some(({ test, variant }) => targets.some((each) => each.test === test && each.variant === variant))
  )
    return true
  if (draft.labels.length > 0 || draft.values.length === 0) return false
  const genes = draft.values
    .flatMap(({ written }) => meantWithoutLabel(vocabulary, written, true))
    .map(({ test }) => test.locus)
  return targets.some(({ test }) => genes.includes(test.locus))
}

function fits(vocabulary: Vocabulary, draft: Draft, { written }: ItemOf<'value'>): boolean {
  return targetsOf(draft).some(({ test }) => meantBy(vocabulary, test, written, true) !== undefined)
}

/** Whether it is one more result of the same test. */
function isSameTest(vocabulary: Vocabulary, draft: Draft, item: ItemOf<'value'>): boolean {
  const tests = (each: ItemOf<'value'>) =>
    meantWithoutLabel(vocabulary, each.written, true).map(({ test }) => test)
  const known = draft.values.flatMap(tests)
  return tests(item).some((test) => known.includes(test))
}

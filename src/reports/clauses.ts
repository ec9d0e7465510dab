/**
 * A line's items → clauses: labels with the result that belongs to them, or a result that names its gene itself.
 * Guarantees: a word such as "negative" belongs to the labels of one clause only; every item is in one clause.
 */
import type { Item } from './items.js'
import { meantBy, meantWithoutLabel } from './values.js'
import type { LabelTarget, Vocabulary, WordKind } from './vocabulary.js'

type ItemOf<Kind extends Item['kind']> = Extract<Item, { readonly kind: Kind }>

export interface Clause {
  readonly labels: readonly ItemOf<'label'>[]
  readonly values: readonly ItemOf<'value'>[]
  /** In the order of the line, with labels between them counted. */
  readonly words: readonly {
    readonly kind: WordKind
    readonly afterLabels: number
    readonly afterValues: number
  }[]
  readonly lones: readonly ItemOf<'lone'>[]
  readonly unknowns: readonly ItemOf<'unknown'>[]
  /** A sign between label and result. */
  readonly links: readonly string[]
  readonly hasComma: boolean
  /** "or" between two labels, words or results. */
  readonly isEither: boolean
  readonly start: number
  readonly end: number
}

type Draft = {
  -readonly [Key in keyof Clause]: Clause[Key] extends readonly (infer One)[] ? One[] : Clause[Key]
}

function newDraft(start: number): Draft {
  return {
    labels: [],
    values: [],
    words: [],
    lones: [],
    unknowns: [],
    links: [],
    hasComma: false,
    isEither: false,
    start,
    end: start,
  }
}

/** Kinds of words that are results. */
export const RESULTS: readonly WordKind[] = ['absent', 'once', 'twice', 'same', 'present', 'untested']

const isSignificant = ({ kind, ...item }: Item): boolean =>
  kind === 'label' ||
  kind === 'value' ||
  kind === 'lone' ||
  (kind === 'word' && 'word' in item && RESULTS.includes(item.word as WordKind))

export function clausesOf(vocabulary: Vocabulary, items: readonly Item[]): readonly Clause[] {
  const clauses: Draft[] = []
  let draft: Draft | undefined
  const open = (item: Item): Draft => (draft ??= newDraft(item.start))
  const close = (): void => {
    if (draft !== undefined && draft.end > draft.start) clauses.push(draft)
    draft = undefined
  }
  items.forEach((item, i) => {
    const next = items
      .slice(i + 1, i + 8)
      .find(
        (each) =>
          isSignificant(each) || each.kind === 'comma' || each.kind === 'semicolon' || each.kind === 'end',
      )
    if (draft !== undefined && beginsClause(vocabulary, draft, item, items[i - 1], next)) close()
    if (item.kind === 'end' || (item.kind === 'semicolon' && draft !== undefined && isComplete(draft))) {
      close()
      return
    }
    const current = open(item)
    add(current, item, items[i - 1], next)
    current.end = item.end
  })
  close()
  return clauses
}

function isComplete({ labels, values, words }: Draft): boolean {
  const hasResult = words.some(({ kind }) => RESULTS.includes(kind))
  return values.length > 0 || (labels.length > 0 && hasResult)
}

/** Whether the item begins another clause than the one before it. */
function beginsClause(
  vocabulary: Vocabulary,
  draft: Draft,
  item: Item,
  before: Item | undefined,
  next: Item | undefined,
): boolean {
  if (item.kind === 'label') {
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

function add(draft: Draft, item: Item, before: Item | undefined, next: Item | undefined): void {
  switch (item.kind) {
    case 'label':
      draft.labels.push(item)
      return
    case 'value':
      draft.values.push(item)
      return
    case 'lone':
      draft.lones.push(item)
      return
    case 'unknown':
      draft.unknowns.push(item)
      return
    case 'link':
      draft.links.push(item.sign)
      // "N/X = one copy" explains a sign.
      if (item.sign === '=' && draft.values.length > 0) draft.words.push(wordIn(draft, 'doubt'))
      if (item.sign === ':' && draft.values.length > 0 && draft.labels.length === 0)
        draft.words.push(wordIn(draft, 'doubt'))
      // "W1-W22" is a range.
      if (item.sign === '-' && isVariant(before) && isVariant(next)) draft.words.push(wordIn(draft, 'doubt'))
      return
    case 'comma':
    case 'semicolon':
      draft.hasComma = true
      return
    case 'word':
      if (item.word !== 'or') draft.words.push(wordIn(draft, item.word))
      else if (before !== undefined && next !== undefined && isSignificant(before) && isSignificant(next))
        draft.isEither = true
      return
    case 'open':
    case 'close':
    case 'end':
      return
  }
}

function isVariant(item: Item | undefined): boolean {
  return item?.kind === 'label' && item.targets.some(({ variant }) => variant !== undefined)
}

function wordIn({ labels, values }: Draft, kind: WordKind) {
  return { kind, afterLabels: labels.length, afterValues: values.length }
}

/**
 * A line's items → clauses: labels with the result that belongs to them, or a result that names its gene itself.
 * Guarantees: a word such as "negative" belongs to the labels of one clause only; every item is in one clause.
 */
import type { Vocabulary, WordKind } from '../vocabulary/terms.js'
import { beginsClause, isComplete } from './clause-begins.js'
import { type Clause, type Draft, isSignificant } from './clause.js'
import type { Item } from './item.js'

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

export function add(draft: Draft, item: Item, before: Item | undefined, next: Item | undefined): void {
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

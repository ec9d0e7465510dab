/**
 * One line of a report → its results and what of it was not understood.
 * Guarantees: a line about other animals gives no result; nothing of a line is dropped.
 */
import { readClause } from '../clause/read-clause.js'
import { meantWithoutLabel } from '../results/named-values.js'
import type { Animal, Result } from '../results/result.js'
import { signResult } from '../results/sign-result.js'
import type { Vocabulary } from '../vocabulary/terms.js'
import type { Clause } from './clause.js'
import { clausesOf } from './clauses.js'
import type { Item } from './item.js'

export interface LineReading {
  readonly results: readonly { readonly result: Result; readonly text: string }[]
  readonly unread: readonly UnreadText[]
  readonly unreadLoci: readonly number[]
  readonly untested: readonly number[]
}

/** What was not understood, as it is written. */
export interface UnreadText {
  readonly text: string
  readonly mayHoldResult: boolean
}

const isOf = (word: string) => (item: Item) => item.kind === 'word' && item.word === word

export function readLine(
  vocabulary: Vocabulary,
  line: string,
  items: readonly Item[],
  animal: Animal,
): LineReading {
  const clauses = clausesOf(vocabulary, items)
  const readings = clauses.map((clause) => ({ clause, reading: readClause(vocabulary, clause, animal) }))
  if (items.some(isOf('others')) || isAboutNobody(items) || hasLooseDoubt(clauses))
    return nothingRead(
      line,
      readings.flatMap(({ reading }) => [
        ...reading.unreadLoci,
        ...reading.results.map(({ locus }) => locus.index),
      ]),
      !isAboutNobody(items),
    )
  const isPlain = !items.some(
    (item) => item.kind === 'unknown' || item.kind === 'label' || item.kind === 'word',
  )
  const signs = isPlain ? clauses.flatMap((clause) => loneSigns(vocabulary, clause, animal, line)) : []
  const read = readings.flatMap(({ clause, reading }) =>
    reading.results.map((result) => ({ result, text: textOf(line, clause) })),
  )
  const unreadParts = readings.filter(
    ({ clause, reading }) => reading.isUnread && !signs.some((sign) => sign.clause === clause),
  )
  const isWhole = read.length === 0 && signs.length === 0
  const unread = isWhole
    ? [{ text: line.trim(), mayHoldResult: unreadParts.some(({ reading }) => reading.isAboutGene) }]
    : unreadParts.map(({ clause, reading }) => ({
        text: textOf(line, clause),
        mayHoldResult: reading.isAboutGene,
      }))
  return {
    results: [...read, ...signs.map(({ result, text }) => ({ result, text }))],
    unread: unread.filter(({ text }) => text !== ''),
    unreadLoci: unreadParts.flatMap(({ reading }) => reading.unreadLoci),
    untested: readings.flatMap(({ reading }) => reading.untested),
  }
}

function nothingRead(line: string, loci: readonly number[], isAboutGene: boolean): LineReading {
  return {
    results: [],
    unread: [{ text: line.trim(), mayHoldResult: isAboutGene && loci.length > 0 }],
    unreadLoci: isAboutGene ? loci : [],
    untested: [],
  }
}

/** A line such as "Owner: …". */
function isAboutNobody(items: readonly Item[]): boolean {
  const [first, second] = items
  return first?.kind === 'word' && first.word === 'about_nobody' && second?.kind === 'link'
}

/** Doubt in a sentence of its own is doubt about the whole line. */
function hasLooseDoubt(clauses: readonly Clause[]): boolean {
  return clauses.some(
    ({ labels, values, words }) =>
      labels.length === 0 && values.length === 0 && words.some(({ kind }) => kind === 'doubt'),
  )
}

/** No line of a report lists more signs without labels; one that does is not read. */
const MAX_LONE_SIGNS = 24

/** Signs by themselves in a line of nothing but results: `Ee A nCr`. */
function loneSigns(vocabulary: Vocabulary, clause: Clause, animal: Animal, line: string) {
  if (clause.labels.length + clause.values.length + clause.words.length > 0) return []
  if (clause.lones.length > MAX_LONE_SIGNS) return []
  return clause.lones.flatMap(({ sign, start, end }) => {
    const meant = meantWithoutLabel(vocabulary, { form: 'lone', sign }, true)
    const [only] = meant
    if (only === undefined || meant.length > 1) return []
    const { test } = only
    const finds = test.isEach && only.first.kind === 'has' ? [only.first.allele] : test.finds
    return [{ clause, result: signResult({ test, finds }, only, animal), text: line.slice(start, end) }]
  })
}

function textOf(line: string, { start, end }: Clause): string {
  return line.slice(start, end).trim()
}

/** Whether a line holds nothing but a label, or nothing but one result. */
export function kindOfLine(line: string, items: readonly Item[]): 'empty' | 'label' | 'value' | 'other' {
  if (line.trim() === '') return 'empty'
  const told = items.filter(({ kind }) => kind !== 'open' && kind !== 'close' && kind !== 'link')
  if (told.every(({ kind }) => kind === 'label')) return 'label'
  return told.length === 1 && told[0]?.kind === 'value' ? 'value' : 'other'
}

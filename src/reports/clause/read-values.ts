/**
 * The results of a clause in signs.
 * Guarantees: signs that fit several genes give no result.
 */
import type { Clause } from '../line/clause.js'
import { meantWithoutLabel } from '../results/named-values.js'
import type { Animal, Result } from '../results/result.js'
import { signResult } from '../results/sign-result.js'
import { type Meant, type SignText, meantBy } from '../results/values.js'
import { basesResult, severalResults } from '../results/word-result.js'
import type { Vocabulary } from '../vocabulary/terms.js'
import { allelesNamed, scopesOf } from './labels.js'
import { combined, withWord, wordOf } from './word-of.js'

export function readValues(
  vocabulary: Vocabulary,
  clause: Clause,
  values: readonly SignText[],
  animal: Animal,
): readonly Result[] | undefined {
  const each = values.map(
    (written) =>
      readValue(vocabulary, clause, written, animal) ??
      (values.length > 1 ? readValue(vocabulary, { ...clause, labels: [] }, written, animal) : undefined),
  )
  if (each.some((results) => results === undefined)) return undefined
  const all = each.flatMap((results) => results ?? [])
  if (values.length > 1) {
    const several = severalResults(all)
    return several === undefined ? undefined : [several]
  }
  const word = wordOf(clause)
  if (word === undefined) return undefined
  return all.map((result) => withWord(clause, result, word, animal))
}

export function readValue(
  vocabulary: Vocabulary,
  { labels }: Clause,
  written: SignText,
  animal: Animal,
): readonly Result[] | undefined {
  if (labels.length === 0) {
    const meant = meantWithoutLabel(vocabulary, written, true)
    const [only] = meant
    if (only === undefined || meant.length > 1) return undefined
    const finds = only.test.isEach ? allelesNamed(only) : only.test.finds
    return [signResult({ test: only.test, finds }, only, animal)]
  }
  const read = scopesOf(labels).flatMap(({ test }) => {
    const meant = meantBy(vocabulary, test, written, true)
    return meant === undefined ? [] : [{ test, meant }]
  })
  if (read.length === 0)
    return jointOf(vocabulary, labels, written, animal) ?? basesOf(vocabulary, labels, written)
  const naming = read.filter(({ meant }) => isNaming(meant))
  const chosen = naming.length > 0 ? naming : read
  const results = chosen.flatMap(({ test, meant }) => {
    const scope = scopesOf(labels, allelesNamed(meant)).find((one) => one.test === test)
    const isOther =
      test.isEach && allelesNamed(meant).some((allele) => scope?.finds.includes(allele) !== true)
    return scope === undefined || scope.finds.length === 0 || isOther
      ? []
      : [signResult(scope, meant, animal)]
  })
  const byLocus = new Map(results.map((result) => [result.locus, result]))
  // A result that names an allele is of one gene; of two tests for it, the more cautious counts.
  if (naming.length > 0 && byLocus.size > 1) return undefined
  if (naming.length > 0)
    return [results.find(({ question }) => question !== undefined) ?? results[0]].flatMap((one) => one ?? [])
  // Nothing was found: every label says so of its own test, if it means only one.
  if (labels.some(({ targets }) => new Set(targets.map(({ test }) => test.locus)).size > 1)) return undefined
  return combined(results)
}

/** Two variants that different tests find, one of them that of a label. */
function jointOf(
  vocabulary: Vocabulary,
  labels: Clause['labels'],
  written: SignText,
  animal: Animal,
): readonly Result[] | undefined {
  const tests = labels.flatMap(({ targets }) => targets.map(({ test }) => test))
  for (const locus of new Set(tests.map((test) => test.locus))) {
    const joint = vocabulary.joint.get(locus)
    const meant = joint && meantBy(vocabulary, joint, written, true)
    if (joint === undefined || meant === undefined) continue
    const finds = allelesNamed(meant)
    if (tests.some((test) => test.locus === locus && finds.some((allele) => test.finds.includes(allele))))
      return [signResult({ test: joint, finds }, meant, animal)]
  }
  return undefined
}

/** A pair of bases behind a label. */
function basesOf(
  vocabulary: Vocabulary,
  labels: Clause['labels'],
  written: SignText,
): readonly Result[] | undefined {
  const [scope] = scopesOf(labels)
  if (written.form !== 'pair' || !written.signs.every((sign) => vocabulary.bases.has(sign))) return undefined
  return scope === undefined ? undefined : [basesResult(scope)]
}

function isNaming({ first, second }: Meant): boolean {
  return [first.kind, second?.kind].some((kind) => kind === 'has' || kind === 'asked' || kind === 'beside')
}

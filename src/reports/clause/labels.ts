/**
 * The labels of a clause, and the tests they mean together.
 */
import type { Clause } from '../line/clause.js'
import type { Scope } from '../results/result.js'
import type { Meant } from '../results/values.js'
import type { LabelTarget, ReportTest } from '../vocabulary/terms.js'

/**
 * Labels beside a more exact one: in "Splashed white SW1" the first means the test of the second.
 */
export function withNarrowLabels(clause: Clause): Clause {
  const { labels } = clause
  const variants = labels.flatMap(({ targets }) => targets.filter(({ variant }) => variant !== undefined))
  const sure = labels.flatMap(({ targets }) => {
    const loci = new Set(targets.map(({ test }) => test.locus))
    return loci.size === 1 ? [...loci] : []
  })
  const narrowed = labels.map((label) => {
    const { targets } = label
    if (targets.length < 2) return label
    const byVariant = targets.filter(({ test }) => variants.some((each) => each.test === test))
    const byLocus = targets.filter(({ test }) => sure.includes(test.locus))
    const loci = new Set(targets.map(({ test }) => test.locus))
    const narrow = byVariant.length > 0 ? byVariant : loci.size > 1 && byLocus.length > 0 ? byLocus : targets
    return narrow.length === targets.length ? label : { ...label, targets: narrow }
  })
  return { ...clause, labels: narrowed }
}

export function hasNumberBehindLabel({ labels, unknowns }: Clause): boolean {
  return unknowns.some(
    ({ text, start }) => /^\d/.test(text) && labels.some(({ end }) => end === start || end + 1 === start),
  )
}

/** The tests of the labels: one of several variants has those that the labels name. */
export function scopesOf(labels: Clause['labels'], extra: readonly number[] = []): readonly Scope[] {
  const byTest = new Map<ReportTest, Set<number>>()
  for (const { test, variant } of labels.flatMap(({ targets }): readonly LabelTarget[] => targets)) {
    const finds = byTest.get(test) ?? new Set<number>()
    byTest.set(test, finds)
    if (!test.isEach) test.finds.forEach((allele) => finds.add(allele))
    else if (variant !== undefined) finds.add(variant)
  }
  return [...byTest].map(([test, finds]) => ({
    test,
    // Labels of variants say which are meant; a result of another one is none of theirs.
    finds: [...new Set([...finds, ...(test.isEach && finds.size === 0 ? extra : [])])].sort((a, b) => a - b),
  }))
}

export function allelesNamed({ first, second }: Meant): readonly number[] {
  return [first, second].flatMap((sign) => (sign?.kind === 'has' ? [sign.allele] : []))
}

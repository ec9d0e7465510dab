/**
 * The phase of one animal: which alleles lie on the same chromosome over a linkage group.
 */
import { onceEach } from '../../common/memo.js'
import { compareCopies, type Copy } from '../../genetics/locus.js'
import type { PhasePosterior } from '../answer.js'
import { DOUBLE } from '../network/numbers.js'
import { combined, draftsWithin, mapPlan } from '../planning/drafts.js'
import type { AnswerDraft } from '../planning/planning.js'
import { A_PHASE } from '../planning/weights.js'
import type { Joint, Posterior } from '../posterior/posterior.js'
import { haplotypesOf } from './genotypes.js'
import { compareProbabilities, largestFirst } from './order.js'

/** Answers for each linkage group with several loci that are not fixed. */
export function phasesOf(
  posterior: Posterior,
  animal: number,
  left: number,
): AnswerDraft<readonly PhasePosterior[]> {
  const { evidence } = posterior
  const { model, copies } = evidence.reading
  const varied = model.groups.map(({ loci }, group) => ({
    group,
    places: [...loci.keys()].filter((p) => copies[loci[p]?.index ?? 0]?.isFixed === false),
  }))
  const several = varied.filter(({ places }) => places.length > 1)
  const inOrder = largestFirst(evidence, several, ({ group }) => group)
  const drafts = draftsWithin(left, inOrder, ({ group, places }) => {
    const loci = places.map((p) => model.groups[group]?.loci[p]?.index ?? 0)
    return mapPlan(haplotypesOf(DOUBLE, posterior, animal, group, loci), (plan) => ({
      ...plan,
      operations: plan.operations + plan.resultRows * A_PHASE,
      run: () => phaseOf(group, loci, places, plan.run()),
    }))
  })
  return combined(drafts, (answers) => [...answers].sort((a, b) => a.group - b.group))
}

/** The copies on one chromosome at the requested loci. */
interface Strand {
  readonly copies: readonly Copy[]
  /** Equal texts mean equal copies. */
  readonly text: string
}

function phaseOf(
  group: number,
  loci: readonly number[],
  places: readonly number[],
  { space: { classes, classAt, none }, rows }: Joint<number>,
): PhasePosterior {
  // Memoized, because an animal has few haplotypes and many pairs of them.
  const strandOf = onceEach((haplotype: number): Strand => {
    const copies = places.map((place) => classes[place]?.[classAt(haplotype, place)]?.representative ?? [])
    return { copies, text: copies.join(' ') }
  })
  const found = new Map<string, { readonly pair: readonly [Strand, Strand]; weight: number }>()
  let total = 0
  let hasPhase = false
  for (const { haplotypes, weight } of rows) {
    const [a, b] = [strandOf(haplotypes[0] ?? 0), strandOf(haplotypes[1] ?? 0)]
    const differences = a.copies.map((copy, i) => compareCopies(copy, b.copies[i] ?? []))
    const first = differences.find((difference) => difference !== 0) ?? 0
    // A single chromosome has no phase.
    const isOnly = none !== undefined && haplotypes.includes(none)
    hasPhase ||= !isOnly && differences.filter((difference) => difference !== 0).length > 1
    const pair = first > 0 ? ([b, a] as const) : ([a, b] as const)
    const key = `${pair[0].text} | ${pair[1].text}`
    const known = found.get(key)
    if (known === undefined) found.set(key, { pair, weight })
    else known.weight += weight
    total += weight
  }
  const all = [...found].sort(
    ([one, a], [other, b]) => compareProbabilities(a.weight, b.weight) || (one < other ? -1 : 1),
  )
  const phases = all.map(([, { pair, weight }]) => ({
    copies: [pair[0].copies, pair[1].copies] as const,
    probability: weight / total,
  }))
  return { group, loci, hasPhase, phases }
}

/**
 * Whether some genotypes of an animal and its two parents fit facts that concern several loci at once. Chooses one rectangle
 * of each such fact, and goes back where the choice leaves a locus nothing.
 * Guarantees: exact, since an animal with two parents and no declared phase can have any gamete of theirs, so that loci meet
 * only in the rectangles of a coat. Facts that share no locus are searched apart. Every step is counted.
 */
import type { GenotypeSet, Rectangle } from '../../facts/genotype-sets.js'

/** One of these rectangles holds for the animal. */
export interface Choice {
  readonly animal: number
  readonly options: GenotypeSet
}

/** Locus → animal → its possible pairs. */
export type PairSets = ReadonlyMap<number, readonly Uint8Array[]>

export interface SearchTools {
  readonly startAt: (locus: number) => readonly Uint8Array[]
  /** The set of pairs that are in both. */
  readonly intersection: (set: Uint8Array, allowed: Uint8Array) => Uint8Array
  /** Whether offspring and parents can have pairs of their sets. */
  readonly fits: (sets: readonly Uint8Array[]) => boolean
  /** @returns how many operations are left */
  readonly spend: (operations: number) => number
}

/** Pairs that are looked at in the time of one operation. */
const PAIRS_PER_OPERATION = 200

/** @returns undefined where the budget is spent */
export function someGenotypesFit(choices: readonly Choice[], tools: SearchTools): boolean | undefined {
  for (const part of independentParts(choices)) {
    const found = search(
      [...part].sort((a, b) => a.options.length - b.options.length),
      new Map(),
      tools,
    )
    if (found !== true) return found
  }
  return true
}

function search(choices: readonly Choice[], sets: PairSets, tools: SearchTools): boolean | undefined {
  const [first, ...others] = choices
  if (first === undefined) return true
  for (const option of first.options) {
    const left = narrowed(sets, first.animal, option, tools)
    if (left === undefined) return undefined
    const found = left === 'nothing' ? false : search(others, left, tools)
    if (found !== false) return found
  }
  return false
}

function narrowed(
  sets: PairSets,
  animal: number,
  option: Rectangle,
  { startAt, intersection, fits, spend }: SearchTools,
): PairSets | 'nothing' | undefined {
  const left = new Map(sets)
  for (const [locus, allowed] of option) {
    if (spend(1 + allowed.length / PAIRS_PER_OPERATION) < 0) return undefined
    const before = left.get(locus) ?? startAt(locus)
    const after = before.map((set, at) => (at === animal ? intersection(set, allowed) : set))
    if (!fits(after)) return 'nothing'
    left.set(locus, after)
  }
  return left
}

/** Groups of choices that share loci, directly or through others. */
function independentParts(choices: readonly Choice[]): readonly (readonly Choice[])[] {
  const parts: { loci: Set<number>; choices: Choice[] }[] = []
  for (const choice of choices) {
    const loci = new Set(choice.options.flatMap((option) => [...option.keys()]))
    const joined = parts.filter((part) => [...loci].some((locus) => part.loci.has(locus)))
    for (const part of joined) parts.splice(parts.indexOf(part), 1)
    parts.push({
      loci: new Set([...loci, ...joined.flatMap((part) => [...part.loci])]),
      choices: [choice, ...joined.flatMap((part) => part.choices)],
    })
  }
  return parts.map((part) => part.choices)
}

/**
 * Ranks faults by how few corrections explain the most of them: again and again, the correction that explains most of the faults that
 * are left. Registered colours are often wrong, recorded parents seldom.
 * Guarantees: each impossible parentage gets exactly one correction; equal studbooks get the same ranking.
 */
import type { Fault } from './fault.js'

/** An entry that may be wrong: what is recorded of an animal, or who one of its parents is. */
export interface Correction {
  readonly entry: 'animal' | 'sire' | 'dam'
  readonly animal: number
}

export interface RankedFault {
  readonly fault: Fault
  readonly correction: Correction
  /** Those that would explain the fault too, in the same order. */
  readonly others: readonly Correction[]
  /** From 1: corrections that explain more come first. */
  readonly rank: number
  /** Faults that the correction explains. */
  readonly explains: number
}

interface Candidate extends Correction {
  readonly faults: number[]
  /** What speaks against it: lower comes first among equals. */
  readonly doubt: number
  readonly order: number
}

/**
 * An animal's possible parentages speak for its entries. That a recorded parent is wrong, which genetic tests find in one to five
 * of a hundred foals against seven to thirty wrong colours, is as doubtful as entries with so many possible parentages.
 */
const DOUBT_OF_PARENT = 5

/** What can be wrong about a fault: removing it makes the parentage possible. */
function candidatesOf({
  animal,
  sire,
  dam,
  alone,
}: Fault): readonly (Correction & { readonly order: number })[] {
  const isSireWrong = alone === undefined || alone === 'dam' || alone === 'either'
  const isDamWrong = alone === undefined || alone === 'sire' || alone === 'either'
  return [
    { entry: 'animal', animal, order: 0 },
    ...(dam >= 0 && isDamWrong
      ? ([
          { entry: 'animal', animal: dam, order: 1 },
          { entry: 'dam', animal, order: 3 },
        ] as const)
      : []),
    ...(sire >= 0 && isSireWrong
      ? ([
          { entry: 'animal', animal: sire, order: 2 },
          { entry: 'sire', animal, order: 4 },
        ] as const)
      : []),
  ]
}

/** @param sound possible parentages of each animal. Other faults than impossible parentages are left out. */
export function rankFaults(
  faults: readonly Fault[],
  sound: (animal: number) => number,
): readonly RankedFault[] {
  const candidates = new Map<string, Candidate>()
  const doubtOf = ({ entry, animal }: Correction): number =>
    entry === 'animal' ? sound(animal) : DOUBT_OF_PARENT
  faults.forEach((fault, i) => {
    if (fault.kind !== 'impossible') return
    for (const each of candidatesOf(fault)) {
      const key = keyOf(each)
      const known = candidates.get(key)
      if (known !== undefined) known.faults.push(i)
      else candidates.set(key, { ...each, faults: [i], doubt: doubtOf(each) })
    }
  })
  const othersOf = (fault: Fault, chosen: Candidate): readonly Correction[] =>
    candidatesOf(fault)
      .map((each) => candidates.get(keyOf(each)) as Candidate)
      .filter((each) => each !== chosen)
      .sort((a, b) => b.faults.length - a.faults.length || compareCandidates(a, b))
  const ranked: RankedFault[] = []
  const isExplained = new Set<number>()
  /** By the number of faults that they may explain, which only shrinks. */
  const waiting: Candidate[][] = []
  for (const each of candidates.values()) (waiting[each.faults.length] ??= []).push(each)
  let rank = 0
  for (let most = waiting.length - 1; most > 0; most--)
    for (const each of (waiting[most] ?? []).sort(compareCandidates)) {
      const left = each.faults.filter((i) => !isExplained.has(i))
      if (left.length < most) {
        ;(waiting[left.length] ??= []).push(each)
        continue
      }
      rank++
      for (const i of left) {
        isExplained.add(i)
        const fault = faults[i] as Fault
        ranked.push({ fault, correction: each, others: othersOf(fault, each), rank, explains: left.length })
      }
    }
  return ranked
}

function keyOf({ entry, animal }: Correction): string {
  return `${entry} ${animal}`
}

function compareCandidates(a: Candidate, b: Candidate): number {
  return a.doubt - b.doubt || a.order - b.order || a.animal - b.animal
}

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
  /** From 1: corrections that explain more come first. */
  readonly rank: number
  /** Faults that the correction explains. */
  readonly explains: number
}

interface Candidate extends Correction {
  readonly faults: number[]
  /** Parentages of the animal that are possible: they speak for its entries. */
  readonly sound: number
  /** Among equals, in this order. */
  readonly order: number
}

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
  faults.forEach((fault, i) => {
    if (fault.kind !== 'impossible') return
    for (const each of candidatesOf(fault)) {
      const key = `${each.entry} ${each.animal}`
      const known = candidates.get(key)
      if (known !== undefined) known.faults.push(i)
      else
        candidates.set(key, { ...each, faults: [i], sound: each.entry === 'animal' ? sound(each.animal) : 0 })
    }
  })
  const chosen: RankedFault[] = []
  const isExplained = new Set<number>()
  const leftOf = ({ faults: own }: Candidate): readonly number[] => own.filter((i) => !isExplained.has(i))
  /** By the number of faults they may explain, which only shrinks. */
  const waiting: Candidate[][] = []
  for (const each of candidates.values()) (waiting[each.faults.length] ??= []).push(each)
  let rank = 0
  for (let most = waiting.length - 1; most > 0; most--) {
    const list = (waiting[most] ?? []).sort((a, b) =>
      a.order > 2 !== b.order > 2
        ? a.order - b.order
        : a.sound - b.sound || a.order - b.order || a.animal - b.animal,
    )
    for (const each of list) {
      const left = leftOf(each)
      if (left.length === 0) continue
      if (left.length < most) {
        ;(waiting[left.length] ??= []).push(each)
        continue
      }
      rank++
      for (const i of left) {
        isExplained.add(i)
        const fault = faults[i] as Fault
        chosen.push({
          fault,
          correction: { entry: each.entry, animal: each.animal },
          rank,
          explains: left.length,
        })
      }
    }
  }
  return chosen
}

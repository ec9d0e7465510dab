/**
 * What the offspring of one cross are worth: the probability of wanted, avoided and lost offspring, from its coats.
 */
import type { Coat } from '../../model/model.js'

/** A cross as probabilities per conception. */
export interface Outcome {
  /** Wanted, and not expected to be lost. */
  readonly wanted: number
  readonly lethal: number
  readonly avoided: number
  /** Most probable first. */
  readonly best: readonly { readonly coat: Coat; readonly probability: number }[]
  /** Remark on health → probability; undefined if a parent is partly tested. */
  readonly health: ReadonlyMap<string, number> | undefined
}

export interface Judges {
  readonly isWanted: (coat: Coat) => boolean
  readonly isAvoided: (coat: Coat) => boolean
  /** How many coats to keep. */
  readonly best: number
}

/** @param coats all coats of the cross, most probable first */
export function outcomeOf(
  coats: Iterable<{ readonly coat: Coat; readonly probability: number }>,
  { isWanted, isAvoided, best }: Judges,
  health: Outcome['health'],
): Outcome {
  let [wanted, lethal, avoided] = [0, 0, 0]
  const first: { readonly coat: Coat; readonly probability: number }[] = []
  for (const { coat, probability } of coats) {
    if (first.length < best) first.push({ coat, probability })
    const isLethal = coat.viability?.status === 'lethal'
    if (isLethal) lethal += probability
    else if (isWanted(coat)) wanted += probability
    if (isAvoided(coat)) avoided += probability
  }
  return { wanted, lethal, avoided, best: first, health }
}

/** Rounded, so that sums of the same probabilities in another order are equal. */
export function rounded(probability: number): number {
  return Number(probability.toPrecision(12))
}

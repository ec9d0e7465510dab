/**
 * What is wrong in a studbook. Each fault says that one of several entries is wrong, never which parent is not one.
 */

/** `impossible`: no genotypes of foal and parents fit what is recorded of them. */
export type FaultKind =
  'impossible' | 'own entries' | 'sex' | 'cycle' | 'age' | 'duplicate id' | 'missing id' | 'row'

export const FAULT_KINDS: readonly FaultKind[] = [
  'impossible',
  'own entries',
  'sex',
  'cycle',
  'age',
  'duplicate id',
  'missing id',
  'row',
]

/** With only one of the parents, and the other unknown: whether the foal is possible. */
export type Alone = 'sire' | 'dam' | 'either' | 'neither'

export interface Fault {
  readonly kind: FaultKind
  /** Numbers of animals; -1: none. */
  readonly animal: number
  readonly sire: number
  readonly dam: number
  readonly line: number
  /** Indices of the loci that do not fit. */
  readonly loci: readonly number[]
  /** In words. */
  readonly what: string
  readonly alone?: Alone
}

/** Collects faults up to a limit, and counts all. */
export class FaultList {
  readonly listed: Fault[] = []
  readonly counts = new Map<FaultKind, number>()

  constructor(private readonly most: number) {}

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0)
  }

  add(kind: FaultKind, make: () => Omit<Fault, 'kind'>): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
    if (this.listed.length < this.most) this.listed.push({ kind, ...make() })
  }
}

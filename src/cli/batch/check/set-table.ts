/**
 * Sets of pairs of copies at one locus, numbered: mother's copy × father's copy → 1 if the pair is in the set.
 * Guarantees: equal sets have the same number, and operations on them are computed once.
 */
export class SetTable {
  private readonly sets: Uint8Array[] = []
  private readonly numbers = new Map<string, number>()
  private readonly both = new Map<number, number>()
  private readonly fitting = new Map<number, boolean>()
  private readonly carried: Uint8Array[] = []

  /** @param copies of the locus */
  constructor(private readonly copies: number) {}

  get pairs(): number {
    return this.copies ** 2
  }

  numberOf(set: Uint8Array): number {
    const key = Buffer.from(set).toString('latin1')
    const known = this.numbers.get(key)
    if (known !== undefined) return known
    this.numbers.set(key, this.sets.length)
    return this.sets.push(set.slice()) - 1
  }

  isEmpty(set: number): boolean {
    return this.sets[set]?.includes(1) !== true
  }

  intersection(set: number, other: number): number {
    if (set === other) return set
    const key = set * LIMIT + other
    const known = this.both.get(key)
    if (known !== undefined) return known
    const [one, two] = [this.sets[set] as Uint8Array, this.sets[other] as Uint8Array]
    const made = this.numberOf(one.map((each, i) => each & (two[i] as number)))
    this.both.set(key, made)
    return made
  }

  /** Whether an animal with a pair of `own` can have parents with pairs of `mother` and `father`. */
  fits(own: number, mother: number, father: number): boolean {
    const key = (own * LIMIT + mother) * LIMIT + father
    const known = this.fitting.get(key)
    if (known !== undefined) return known
    const [set, fromMother, fromFather] = [
      this.sets[own] as Uint8Array,
      this.carriedIn(mother),
      this.carriedIn(father),
    ]
    let found = false
    for (let a = 0; a < this.copies && !found; a++)
      if (fromMother[a] === 1)
        for (let b = 0; b < this.copies && !found; b++)
          found = fromFather[b] === 1 && set[a * this.copies + b] === 1
    this.fitting.set(key, found)
    return found
  }

  /** The copies that some pair of the set carries. */
  private carriedIn(number: number): Uint8Array {
    const known = this.carried[number]
    if (known !== undefined) return known
    const found = new Uint8Array(this.copies)
    this.sets[number]?.forEach((each, i) => {
      if (each === 1) found[Math.floor(i / this.copies)] = found[i % this.copies] = 1
    })
    return (this.carried[number] = found)
  }
}

/** More sets than entries can make: three of them are one key. */
const LIMIT = 2 ** 17

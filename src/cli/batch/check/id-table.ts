/**
 * The ids of a studbook, numbered in the order in which they are met.
 * Guarantees: about 20 bytes per id beside its text; a Map of a million texts takes three times as much.
 */
export class IdTable {
  private bytes = Buffer.alloc(1 << 16)
  /** Where the text of each id ends in `bytes`. */
  private ends = new Uint32Array(1 << 12)
  /** Open addressing: number + 1 of the id, 0 for an empty slot. */
  private slots = new Uint32Array(1 << 13)
  private count = 0

  get size(): number {
    return this.count
  }

  /** The number of the id, which is new if it equals the size before. */
  numberOf(id: string): number {
    const start = this.startOf(this.count)
    if (start + id.length * 3 > this.bytes.length)
      this.bytes = Buffer.concat([this.bytes], this.bytes.length * 2 + id.length * 3)
    const length = this.bytes.write(id, start)
    for (let slot = this.hash(start, length); ; slot = (slot + 1) & (this.slots.length - 1)) {
      const found = this.slots[slot] as number
      if (found === 0) return this.add(slot, start + length)
      if (this.isSame(found - 1, start, length)) return found - 1
    }
  }

  textOf(number: number): string {
    return this.bytes.toString('utf8', this.startOf(number), this.ends[number])
  }

  private add(slot: number, end: number): number {
    if (this.count === this.ends.length) this.ends = grown(this.ends)
    this.ends[this.count] = end
    this.slots[slot] = ++this.count
    if (this.count * 2 > this.slots.length) this.rehash()
    return this.count - 1
  }

  private rehash(): void {
    this.slots = new Uint32Array(this.slots.length * 2)
    for (let number = 0; number < this.count; number++) {
      const start = this.startOf(number)
      let slot = this.hash(start, (this.ends[number] as number) - start)
      while (this.slots[slot] !== 0) slot = (slot + 1) & (this.slots.length - 1)
      this.slots[slot] = number + 1
    }
  }

  private startOf(number: number): number {
    return number === 0 ? 0 : (this.ends[number - 1] as number)
  }

  private isSame(number: number, start: number, length: number): boolean {
    const other = this.startOf(number)
    const end = this.ends[number] as number
    return end - other === length && this.bytes.compare(this.bytes, start, start + length, other, end) === 0
  }

  /** FNV-1a, with its high bits mixed in. */
  private hash(start: number, length: number): number {
    let hash = 0x811c9dc5
    for (let i = start; i < start + length; i++)
      hash = Math.imul(hash ^ (this.bytes[i] as number), 0x01000193)
    return (hash ^ (hash >>> 15)) & (this.slots.length - 1)
  }
}

/** Twice as long, with the same beginning. */
export function grown<Numbers extends Uint32Array | Uint16Array | Int32Array | Uint8Array>(
  numbers: Numbers,
): Numbers {
  const longer = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2)
  longer.set(numbers)
  return longer
}

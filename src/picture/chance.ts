/**
 * Chance that can be repeated: a text → an endless row of numbers from 0 to 1.
 * Guarantees: the same text gives the same numbers, on every machine and in every browser.
 */

export type RandomSource = () => number

/** FNV-1a over the text, then mulberry32. */
export function randomSource(seed: string): RandomSource {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

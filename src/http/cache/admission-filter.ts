/**
 * Tells who asks again from who asks for the first time, before a memory is bothered: what is asked only once would be
 * copied, kept and cleared away for nothing, a fifth of what a coat costs and more of a cross.
 * Guarantees: 256 KiB, whatever is asked; what was asked lately is known, unless something else took its place since.
 * A stranger is taken for known once in some billions, and is then merely remembered too soon.
 */

const PLACES = 2 ** 16

/** @returns whether it let these words pass before, or takes them for such; from now on it knows them */
export function createAdmissionFilter(): (words: string) => boolean {
  const marks = new Uint32Array(PLACES)
  return (words) => {
    const mark = markOf(words)
    const place = mark % PLACES
    const isKnown = marks[place] === mark
    marks[place] = mark
    return isKnown
  }
}

/** 32 bits by FNV-1a (Fowler, Noll and Vo), 0 excepted, which marks a free place. */
function markOf(words: string): number {
  let mark = 0x811c9dc5
  for (let i = 0; i < words.length; i++) mark = Math.imul(mark ^ words.charCodeAt(i), 0x01000193)
  return mark >>> 0 || 1
}

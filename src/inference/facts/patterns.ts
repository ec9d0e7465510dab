/**
 * What a laboratory says, as a set of pairs of copies.
 */
import { completeCopy, type Copy, type Locus } from '../../genetics/locus.js'
import type { CopyPattern, Test } from '../question.js'

/** Whether a copy is what the pattern says. */
export function fits(locus: Locus, pattern: CopyPattern, copy: Copy): boolean {
  return pattern.some(({ has, lacks, more }) => {
    if (lacks.some((allele) => copy.includes(allele))) return false
    if (!has.every((allele) => copy.includes(allele))) return false
    return more || copy.length === completeCopy(locus, has).length
  })
}

/** First copy × second copy → 1 where the test allows it, whichever of the two comes from the mother. */
export function allowedPairs(locus: Locus, copies: readonly Copy[], { pairs }: Test): Uint8Array {
  const n = copies.length
  const allowed = new Uint8Array(n * n)
  for (const [one, other] of pairs) {
    const [first, second] = [one, other].map((pattern) => copies.map((copy) => fits(locus, pattern, copy)))
    for (let a = 0; a < n; a++) {
      for (let b = 0; b < n; b++) {
        if (first?.[a] !== true || second?.[b] !== true) continue
        allowed[a * n + b] = 1
        allowed[b * n + a] = 1
      }
    }
  }
  return allowed
}

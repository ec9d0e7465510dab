/**
 * Meiosis: the haplotypes one parent hands on over a linkage group, and how often.
 * Guarantees: exact weights; equal haplotypes are one gamete; no gamete of weight 0.
 * Model: a strand is taken with probability ½ and changed between neighbouring loci with the recombination
 * fraction, independently (Haldane, no interference).
 */
import { copyText, type Copy, type Locus } from './locus.js'
import type { Haplotype, Phasing } from './haplotype.js'
import { reduced, type Distribution } from './probability.js'

/** Recombination fractions are given in thousandths, 0 to 500. */
const UNIT = 1000n

interface Path {
  readonly key: string
  readonly haplotype: Haplotype
  /** Weights of the ways that end on the first and on the second strand. */
  readonly strands: readonly [bigint, bigint]
}

/**
 * Gametes of a parent whose phasings are equally likely.
 * @param loci in map order; @param thousandths fraction between each locus and the next (one fewer than loci)
 */
export function formGametes(
  loci: readonly Locus[],
  phasings: readonly Phasing[],
  thousandths: readonly number[],
): Distribution<Haplotype> {
  const found = new Map<string, { haplotype: Haplotype; weight: bigint }>()
  for (const phasing of phasings) {
    for (const { key, haplotype, strands } of walk(loci, phasing, thousandths)) {
      const weight = strands[0] + strands[1]
      if (weight === 0n) continue
      const known = found.get(key)
      if (known === undefined) found.set(key, { haplotype, weight })
      else known.weight += weight
    }
  }
  const gametes = [...found.values()]
  return reduced({
    values: gametes.map((gamete) => gamete.haplotype),
    weights: gametes.map((gamete) => gamete.weight),
    total: gametes.reduce((sum, gamete) => sum + gamete.weight, 0n),
  })
}

/** The forward pass over one phasing; all its weights sum to 2 · 1000^(loci − 1). */
function walk(loci: readonly Locus[], phasing: Phasing, thousandths: readonly number[]): readonly Path[] {
  let paths: readonly Path[] = [{ key: '', haplotype: [], strands: [1n, 1n] }]
  loci.forEach((locus, position) => {
    const change = position === 0 ? 0n : BigInt(thousandths[position - 1] ?? 500)
    const stay = position === 0 ? 1n : UNIT - change
    const first = phasing[0][position] ?? []
    const second = phasing[1][position] ?? []
    const names = [copyText(locus, first), copyText(locus, second)] as const
    paths = paths.flatMap((path) => {
      const [one, two] = path.strands
      const strands = [one * stay + two * change, two * stay + one * change] as const
      if (names[0] === names[1]) return [extended(path, names[0], first, strands)]
      return [
        extended(path, names[0], first, [strands[0], 0n]),
        extended(path, names[1], second, [0n, strands[1]]),
      ]
    })
  })
  return paths
}

function extended(path: Path, name: string, copy: Copy, strands: readonly [bigint, bigint]): Path {
  return { key: `${path.key} ${name}`, haplotype: [...path.haplotype, copy], strands }
}

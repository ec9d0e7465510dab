/**
 * Meiosis: the haplotypes that one parent passes on over a linkage group, with exact weights.
 * Guarantees: equal haplotypes are one gamete; no gamete has weight 0.
 * Model: the first strand is chosen with probability ½; between neighbouring loci the strand changes with the
 * recombination fraction, independently (Haldane, no interference).
 */
import type { Genotype } from './genotype.js'
import { compareCopies, type Copy } from './locus.js'
import type { Haplotype, Phasing } from './haplotype.js'
import { reduced, type Distribution } from './probability.js'

/** Recombination fractions are in thousandths, 0 to 500. */
const UNIT = 1000n

interface Path {
  readonly key: string
  readonly haplotype: Haplotype
  /** Weights of the paths that end on the first and on the second strand. */
  readonly strands: readonly [bigint, bigint]
}

/**
 * Gametes of a parent, averaged over equally likely phasings.
 * @param thousandths recombination fraction between each locus and the next, in map order (one fewer than loci)
 */
export function formGametes(
  phasings: readonly Phasing[],
  thousandths: readonly number[],
): Distribution<Haplotype> {
  const found = new Map<string, { haplotype: Haplotype; weight: bigint }>()
  for (const phasing of phasings) {
    for (const { key, haplotype, strands } of walk(phasing, thousandths)) {
      const weight = strands[0] + strands[1]
      if (weight === 0n) continue
      const known = found.get(key)
      if (known === undefined) found.set(key, { haplotype, weight })
      else known.weight += weight
    }
  }
  return distributionOf([...found.values()])
}

/**
 * Gametes of a parent of unknown phase. With all phasings equally likely, the loci assort independently, whatever
 * their recombination fractions.
 * @param genotypes one per locus, in map order
 */
export function formGametesOfAnyPhase(genotypes: readonly Genotype[]): Distribution<Haplotype> {
  let gametes: readonly Gamete[] = [{ haplotype: [], weight: 1n }]
  for (const genotype of genotypes) {
    const copies = transmittedCopies(genotype)
    gametes = gametes.flatMap(({ haplotype, weight }) =>
      copies.map((transmitted) => ({
        haplotype: [...haplotype, transmitted.copy],
        weight: weight * transmitted.weight,
      })),
    )
  }
  return distributionOf(gametes)
}

interface Gamete {
  readonly haplotype: Haplotype
  readonly weight: bigint
}

/** The copies that a parent can pass on at a locus, with weights; all layouts are equally likely. */
function transmittedCopies({
  layouts,
}: Genotype): readonly { readonly copy: Copy; readonly weight: bigint }[] {
  const found = new Map<string, { readonly copy: Copy; weight: bigint }>()
  for (const copy of layouts.flat()) {
    const known = found.get(copy.join())
    if (known === undefined) found.set(copy.join(), { copy, weight: 1n })
    else known.weight += 1n
  }
  return [...found.values()]
}

function distributionOf(gametes: readonly Gamete[]): Distribution<Haplotype> {
  return reduced({
    values: gametes.map(({ haplotype }) => haplotype),
    weights: gametes.map(({ weight }) => weight),
    total: gametes.reduce((sum, { weight }) => sum + weight, 0n),
  })
}

/** The forward pass over one phasing; its weights sum to 2 · 1000^(loci − 1). */
function walk([first, second]: Phasing, thousandths: readonly number[]): readonly Path[] {
  let paths: readonly Path[] = [{ key: '', haplotype: [], strands: [1n, 1n] }]
  first.forEach((one, position) => {
    const other = second[position] ?? []
    const change = position === 0 ? 0n : BigInt(thousandths[position - 1] ?? 500)
    const stay = position === 0 ? 1n : UNIT - change
    const isSame = compareCopies(one, other) === 0
    const [oneKey, otherKey] = [one.join('+'), other.join('+')]
    paths = paths.flatMap(({ key, haplotype, strands: [a, b] }): Path[] => {
      const [onOne, onOther] = [a * stay + b * change, b * stay + a * change]
      const kept = { key: `${key} ${oneKey}`, haplotype: [...haplotype, one] }
      if (isSame) return [{ ...kept, strands: [onOne, onOther] }]
      const changed = { key: `${key} ${otherKey}`, haplotype: [...haplotype, other] }
      return [
        { ...kept, strands: [onOne, 0n] },
        { ...changed, strands: [0n, onOther] },
      ]
    })
  })
  return paths
}

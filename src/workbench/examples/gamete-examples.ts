/**
 * Runs one example of a linkage file: a parent, and how often its gametes carry something.
 * Guarantees: shares come from the weights that crosses use; nothing thrown, whatever the example holds.
 */
import { readSide } from '../../operations/read/cross/linkage.js'
import type { Ruleset } from '../../operations/ruleset.js'
import { compareCopies, type Copy } from '../../genetics/locus.js'
import { percentOf } from '../../genetics/probability.js'
import type { Fractions, Parent } from '../../model/cross/zygotes.js'
import type { HorseGenotype, LinkageGroup } from '../../model/model.js'
import { readAlleles } from '../../model/phenotype/read-alleles.js'
import type { ExpectedShare, GameteExample } from '../../rules/tables.js'
import type { Mismatch } from './expectations.js'
import { orRefusal } from './given.js'

/** Far below what three decimals of a fraction can make, far above what a double loses. */
const SAME_PERCENT = 1e-9

/** @param group name of the linkage group */
export function gameteMismatches(
  ruleset: Ruleset,
  group: string,
  horse: HorseGenotype,
  { together = [], gametes }: GameteExample,
): readonly Mismatch[] {
  const index = ruleset.model.groups.findIndex(({ name }) => name === group)
  const linked = ruleset.model.groups[index]
  if (linked === undefined) return []
  const parent = orRefusal((): Parent => {
    const side = readSide(ruleset, { mother: together }, 'mother', horse)
    return { genotype: horse, together: side.together }
  })
  return gametes.flatMap((expected) => {
    const what = `gametes with ${wordsOf(expected)}`
    const wanted = haplotypeOf(linked, expected)
    const refused = (got: string): readonly Mismatch[] => [{ what, expected: `${expected.percent} %`, got }]
    if (typeof parent === 'string') return refused(parent)
    if (typeof wanted === 'string') return refused(wanted)
    const { percent, band } = expected
    const shares = [['best', percent] as const, ['low', band?.low] as const, ['high', band?.high] as const]
    return shares.flatMap(([fractions, share]) => {
      if (share === undefined) return []
      const got = shareOf(ruleset, index, parent, wanted, fractions)
      if (Math.abs(got - share) < SAME_PERCENT) return []
      const where = fractions === 'best' ? '' : ` at the ${fractions} ends`
      return [{ what: what + where, expected: `${share} %`, got: `${got} %` }]
    })
  })
}

/** One copy for each locus that the example names, or what it says wrongly. */
function haplotypeOf(group: LinkageGroup, { gamete }: ExpectedShare): ReadonlyMap<number, Copy> | string {
  const copies = new Map<number, Copy>()
  for (const [position, locus] of group.loci.entries()) {
    const text = gamete[locus.key]
    if (text === undefined) continue
    const copy = readAlleles(locus, [text, text])?.layouts[0]?.[0]
    if (copy === undefined) return `no copy of ${locus.key} can carry ${text}`
    copies.set(position, copy)
  }
  return copies
}

function shareOf(
  ruleset: Ruleset,
  index: number,
  parent: Parent,
  wanted: ReadonlyMap<number, Copy>,
  fractions: Fractions,
): number {
  const { values, weights, total } = ruleset.zygotes.gametesOf(index, parent, fractions)
  const fits = values.map((haplotype) =>
    [...wanted].every(([position, copy]) => compareCopies(haplotype[position] ?? [], copy) === 0),
  )
  return percentOf(
    weights.reduce((sum, weight, i) => (fits[i] === true ? sum + weight : sum), 0n),
    total,
  )
}

function wordsOf({ gamete }: ExpectedShare): string {
  return Object.entries(gamete)
    .map(([locus, copy]) => `${locus}=${copy}`)
    .join(' ')
}

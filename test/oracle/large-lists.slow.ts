/**
 * Long lists, too long for brute force as a whole: brute force by linkage group, multiplied out in exact fractions.
 * Guarantees: linkage groups are independent; order and ties are decided on exact weights down to the last row,
 * and a limit cuts the very same list.
 */
import Fraction from 'fraction.js'
import t from 'tap'
import { everyFoal, percent, textOf, type Foal } from './brute-force.js'
import { factsOf } from './facts.js'
import { askCross, demandClose, demandEqual } from './judge.js'
import type { Genes } from './parent.js'
import type { RandomCross, RandomParent } from './random-parents.js'
import { openShipped } from './rule-sets.js'

const { ruleset, tables } = await openShipped()
const facts = factsOf(tables)
const PLAIN: Genes = { agouti: ['a', 'a'], extension: ['e', 'e'] }

interface Row {
  readonly genotype: Genes
  readonly weight: Fraction
}

/** The whole list, most probable first, from one small cross for each linkage group. */
function multipliedOut({ mother, father }: RandomCross): readonly Row[] {
  let rows: readonly Row[] = [{ genotype: {}, weight: new Fraction(1) }]
  for (const group of facts.groups) {
    const part = ({ genes, declared }: RandomParent): RandomParent => {
      const own = Object.entries(genes).filter(([gene]) => group.includes(gene))
      return { genes: { ...PLAIN, ...Object.fromEntries(own) }, declared }
    }
    const shown = group.filter(
      (gene) => facts.loci.get(gene)?.listed === true || gene in mother.genes || gene in father.genes,
    )
    const foals = [...(everyFoal(facts, part(mother), part(father))?.foals ?? [])].sort(canonically)
    // Canonical order is kept: what comes first in an earlier group stays first.
    rows = rows.flatMap((row) =>
      foals.map(({ genotype, weight }) => ({
        genotype: {
          ...row.genotype,
          ...Object.fromEntries(shown.map((gene) => [gene, genotype[gene] ?? []])),
        },
        weight: row.weight.mul(weight),
      })),
    )
  }
  // Sorting is stable, so equal weights keep canonical order.
  return [...rows].sort((a, b) => b.weight.compare(a.weight))
}

function canonically(some: Foal, other: Foal): number {
  const at = some.rank.findIndex((value, i) => value !== other.rank[i])
  return at === -1 ? 0 : (some.rank[at] ?? 0) - (other.rank[at] ?? 0)
}

const TOBIANO_MARE: RandomParent = {
  genes: {
    agouti: ['A', 'a'],
    extension: ['E', 'e'],
    matp: ['Cr', 'Prl'],
    dun: ['D', 'nd1'],
    silver: ['Z', 'n'],
    grey: ['G', 'n'],
    kit: ['To', 'DW20'],
    patn1: ['PATN1', 'n'],
    pax3: ['SW2', 'n'],
  },
  declared: ['E', 'To', 'PATN1', 'Z', 'SW2'],
}
const STALLION: RandomParent = {
  genes: { ...TOBIANO_MARE.genes, matp: ['Cr', 'n'], kit: ['Rn+DW5', 'Rn'], dun: ['nd1', 'nd2'] },
  declared: ['e', 'DW5'],
}

/** The same parent without grey and without a declaration. */
function undeclared({ genes }: RandomParent): RandomParent {
  return { genes: { ...genes, grey: ['n', 'n'] }, declared: [] }
}

for (const [title, cross] of [
  ['linked on two chromosomes', { mother: TOBIANO_MARE, father: STALLION }],
  ['nothing declared', { mother: undeclared(TOBIANO_MARE), father: undeclared(STALLION) }],
] as const) {
  t.test(
    `a list of many thousand foals is the product of its linkage groups, in order: ${title}`,
    async (t) => {
      const wanted = multipliedOut(cross)
      t.ok(wanted.length > 9_000)
      const { results } = askCross(ruleset, cross)
      demandEqual(results.length, wanted.length, 'number')
      results.forEach(({ genotype, percentage }, i) => {
        demandEqual(textOf(genotype), textOf(wanted[i]?.genotype ?? {}), `row ${i}`)
        demandClose(percentage, percent(wanted[i]?.weight ?? new Fraction(0)), `row ${i}`)
      })
      t.equal(new Set(wanted.map(({ weight }) => weight.toFraction())).size > 1, true, 'weights differ')
      for (const limit of [1, 17, 1000, wanted.length - 1]) {
        const part = askCross(ruleset, cross, { limit })
        demandEqual(part.results, results.slice(0, limit), `limit ${limit}`)
        demandEqual(part.total_results, wanted.length, 'total')
        const returned = wanted.slice(0, limit).reduce((all, { weight }) => all.add(weight), new Fraction(0))
        demandClose(part.returned_percentage, percent(returned), 'returned')
      }
    },
  )
}

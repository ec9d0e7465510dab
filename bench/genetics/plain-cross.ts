/**
 * A whole offspring answer as a plain program computes it: qs and JSON.parse, a Punnett square at each locus, every foal
 * an object, its coat by a scan of all rules, one sort, JSON.stringify.
 * Guarantees: for unlinked parents without notes, the same bytes as Robe's answer; the row checks it.
 */
import qs from 'qs'
import { readGenotyped } from '../../src/operations/read/animal.js'
import type { Ruleset } from '../../src/operations/ruleset.js'
import { genotypeShown, shownGenes } from '../../src/operations/shown-genes.js'
import { pairOf, type Pair } from '../../src/genetics/genotype.js'
import { compareCopies } from '../../src/genetics/locus.js'
import type { LocusGenotype, ModelLocus } from '../../src/model/model.js'
import { createRuleScan } from './rule-scan.js'

function comparePairs(a: Pair, b: Pair): number {
  return compareCopies(a[0], b[0]) || compareCopies(a[1], b[1])
}

interface Foal {
  readonly genotype: readonly LocusGenotype[]
  readonly weight: number
}

/** From a form body to the text of the answer. */
export function createPlainCross(ruleset: Ruleset, language: string): (body: string) => string {
  const coatOf = createRuleScan(ruleset, language)
  const square = (locus: ModelLocus, mother: LocusGenotype, father: LocusGenotype): readonly Foal[] => {
    const found = new Map<string, { readonly own: LocusGenotype; weight: number }>()
    for (const egg of mother.layouts[0] ?? []) {
      for (const sperm of father.layouts[0] ?? []) {
        const own = ruleset.genotypes.of(locus, [pairOf(egg, sperm)])
        const known = found.get(own.text)
        if (known === undefined) found.set(own.text, { own, weight: 1 })
        else known.weight++
      }
    }
    return [...found.values()]
      .sort((a, b) => comparePairs(a.own.layouts[0] ?? [[], []], b.own.layouts[0] ?? [[], []]))
      .map(({ own, weight }) => ({ genotype: [own], weight }))
  }
  return (body) => {
    const fields = qs.parse(body)
    const [mother, father] = ['mother', 'father'].map((name) => {
      const text = fields[name]
      return readGenotyped(ruleset, JSON.parse(typeof text === 'string' ? text : ''), name)
    })
    if (mother === undefined || father === undefined) throw new Error('two parents')
    let foals: readonly Foal[] = [{ genotype: [], weight: 1 }]
    for (const locus of ruleset.model.loci) {
      const own = square(
        locus,
        mother.genotype[locus.index] as LocusGenotype,
        father.genotype[locus.index] as LocusGenotype,
      )
      foals = foals.flatMap(({ genotype, weight }) =>
        own.map((each) => ({ genotype: [...genotype, ...each.genotype], weight: weight * each.weight })),
      )
    }
    const all = foals.reduce((sum, { weight }) => sum + weight, 0)
    const show = shownGenes(ruleset, new Set([...mother.genes.named, ...father.genes.named]), [
      'base',
      'others',
    ])
    const results = [...foals]
      .sort((a, b) => b.weight - a.weight)
      .map(({ genotype, weight }) => ({
        coat: coatOf(genotype),
        percentage: (100 * weight) / all,
        genotype: genotypeShown(show, genotype),
      }))
    return JSON.stringify({ results, has_kit_linkage: false, has_IDK: false })
  }
}

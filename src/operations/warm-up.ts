/**
 * Warms up a ruleset, so that the first cross and the first coat name are not slow: fills lazy tables and vocabularies and lets
 * V8 compile the cross code. Takes a few milliseconds and changes no answer.
 */
import { pairOf } from '../genetics/genotype.js'
import type { Ruleset } from './ruleset.js'

export function warmUp({ model, genotypes, offspring, nameReader }: Ruleset): void {
  offspring.ready()
  nameReader()
  // Every rule set has parents that are homozygous for the first allele of each locus.
  const genotype = model.loci.map((locus) => genotypes.of(locus, [pairOf([0], [0])]))
  const parent = { genotype, together: new Map() }
  const cross = offspring.cross(parent, parent)
  offspring.safety(cross)
  offspring.foals([cross]).next()
}

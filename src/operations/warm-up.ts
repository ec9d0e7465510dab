/**
 * Does ahead of time what the first cross or the first coat name would have to wait for: tables, vocabularies, and the
 * compilation of the code that crosses. Takes a few milliseconds and changes no answer.
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

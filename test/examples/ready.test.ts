/**
 * What a service does right after it listens, before anybody asks.
 */
import t from 'tap'
import { warmUp } from '../../src/operations/warm-up.js'
import type { Ruleset } from '../../src/operations/ruleset.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { CAT, DOG, openExample } from './example-sets.js'

const ANIMALS: readonly (readonly [string, () => Promise<Ruleset>])[] = [
  ['horse', shippedRuleset],
  ['dog', () => openExample(DOG)],
  ['cat', () => openExample(CAT)],
]

for (const [animal, open] of ANIMALS) {
  t.test(`the rules of a ${animal} have two parents to cross that nobody asked for`, async (t) => {
    const ruleset = await open()
    t.doesNotThrow(() => warmUp(ruleset))
    const genotype = ruleset.model.loci.map((locus) => ruleset.genotypes.of(locus, [[[0], [0]]]))
    const { groups } = ruleset.offspring.cross(
      { genotype, together: new Map() },
      { genotype, together: new Map() },
    )
    t.ok(
      ruleset.model.loci.every(({ alleles, noCopy }) => alleles.length > 0 && noCopy !== 0),
      'whose first alleles are real ones',
    )
    t.equal(groups.flatMap(({ genotypes }) => genotypes).length, groups.length, 'and have one kind of foal')
  })
}

/**
 * Foals followed from linkage group to linkage group have the coat that their genotype has, however many were followed
 * before them and whatever was forgotten meanwhile.
 */
import t from 'tap'
import type { CoatLookup } from '../../src/model/phenotype/coat-automaton.js'
import { pairOf } from '../../src/genetics/genotype.js'
import { createOffspring, type Cross } from '../../src/model/cross/cross.js'
import { genotypeOfChoice } from '../../src/model/cross/zygotes.js'
import { oneOf, seeded, type Random } from '../phenotypes/random-horse.js'
import { shippedRuleset } from '../phenotypes/shipped.js'

const { model, genotypes, zygotes, phenotypes } = await shippedRuleset()

/** A horse with any alleles at each locus: two, or a male at a locus on the sex chromosome one. */
function parent(random: Random, sex: 'female' | 'male') {
  const genotype = model.loci.map((locus) => {
    const { noCopy } = locus
    const copies = [...locus.alleles.keys()].filter((allele) => allele !== noCopy)
    const isOnly = noCopy !== null && sex === 'male'
    return genotypes.of(locus, [pairOf([oneOf(random, copies)], [isOnly ? noCopy : oneOf(random, copies)])])
  })
  return { genotype, together: new Map() }
}

function foalOf({ groups }: Cross, random: Random): readonly number[] {
  return groups.map(({ genotypes }) => oneOf(random, [...genotypes.keys()]))
}

t.test(
  'a foal followed group by group has the coat of its genotype, long after its first foals',
  async (t) => {
    const random = seeded(20261122)
    const offspring = createOffspring(model, zygotes)
    const begin = (): { cross: Cross; coatOf: CoatLookup['coatOf'] } => {
      const cross = offspring.cross(parent(random, 'female'), parent(random, 'male'))
      return { cross, coatOf: phenotypes.visible.ofFoals(cross.groups).coatOf }
    }
    const early = begin()
    let wrong = 0
    let followed = 0
    const follow = ({ cross, coatOf }: typeof early, foals: number): void => {
      for (let i = 0; i < foals; i++) {
        const choice = foalOf(cross, random)
        followed++
        if (coatOf(choice).key !== phenotypes.of(genotypeOfChoice(cross.groups, choice)).coat.key) wrong++
      }
    }
    follow(early, 200)
    // More than are remembered at a time (coat-automaton.ts), several times over.
    for (let i = 0; i < 300; i++) {
      follow(begin(), 60)
      // This one goes on by what it began with.
      if (i % 10 === 0) follow(early, 20)
    }
    follow(early, 2000)
    t.equal(wrong, 0, `${followed} foals`)
  },
)

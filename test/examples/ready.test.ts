/**
 * What a service does right after it listens, before anybody asks.
 */
import t from 'tap'
import { warmUp } from '../../src/operations/warm-up.js'
import type { RuleBook } from '../../src/operations/rule-book.js'
import { shippedBook } from '../phenotypes/shipped.js'
import { CAT, DOG, openExample } from './example-sets.js'

const ANIMALS: readonly (readonly [string, () => Promise<RuleBook>])[] = [
  ['horse', shippedBook],
  ['dog', () => openExample(DOG)],
  ['cat', () => openExample(CAT)],
]

for (const [animal, open] of ANIMALS) {
  t.test(`the rules of a ${animal} have two parents to cross that nobody asked for`, async (t) => {
    const book = await open()
    t.doesNotThrow(() => warmUp(book))
    const genotype = book.model.loci.map((locus) => book.genotypes.of(locus, [[[0], [0]]]))
    const { groups } = book.offspring.cross(
      { genotype, together: new Map() },
      { genotype, together: new Map() },
    )
    t.ok(
      book.model.loci.every(({ alleles, noCopy }) => alleles.length > 0 && noCopy !== 0),
      'whose first alleles are real ones',
    )
    t.equal(groups.flatMap(({ genotypes }) => genotypes).length, groups.length, 'and have one kind of foal')
  })
}

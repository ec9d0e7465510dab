/**
 * Coats summed by components equal the sums over listed genotypes, also where hiding and tokens bind components
 * together and where one coat comes about by hiding and by nothing being there.
 */
import t from 'tap'
import { answerOffspring } from '../../src/coats/offspring.js'
import { openSmallRules, type SmallRules } from './small-rules.js'

const allele = {}
const RULES: SmallRules = {
  loci: {
    skin: { alleles: { P: allele, n: allele } },
    veil: { alleles: { V: allele, n: allele } },
    fin: { alleles: { F: allele, n: allele } },
    lamp: { alleles: { L: allele, n: allele } },
  },
  tables: {
    skin: {
      hit: 'collect',
      reads: ['skin'],
      rules: [{ id: 'pale', when: { skin: ['P', 'P'] }, then: ['pale'] }],
    },
    veil: {
      hit: 'collect',
      reads: ['veil'],
      // The same word as the table before, but by hiding everything else.
      rules: [{ id: 'veiled', when: { veil: { has: 'V' } }, then: ['pale'], hides: 'all' }],
    },
    fin: {
      hit: 'collect',
      reads: ['fin'],
      rules: [{ id: 'finned', when: { fin: { has: 'F' } }, then: ['fin'] }],
    },
    lamp: {
      hit: 'collect',
      reads: ['lamp'],
      rules: [{ id: 'lit', when: { lamp: { has: 'L' } }, then: ['lit'] }],
    },
  },
}

t.test('a coat that comes about both ways is one coat, with the whole of its share', async (t) => {
  const book = await openSmallRules(t.testdir(), RULES)
  const parent = {
    base: {},
    others: { skin: ['P', 'n'], veil: ['V', 'n'], fin: ['F', 'n'], lamp: ['L', 'n'] },
  }
  for (const father of [
    parent,
    { base: {}, others: { skin: ['P', 'n'], veil: ['V', 'n'], fin: ['F', 'n'] } },
  ]) {
    const fields = { mother: parent, father }
    const sums = new Map<string, { percentage: number; genotypes: number; genotype: unknown }>()
    for (const { coat, percentage, genotype } of answerOffspring(book, fields, 'en').body.results) {
      const known = sums.get(coat) ?? { percentage: 0, genotypes: 0, genotype }
      sums.set(coat, { ...known, percentage: known.percentage + percentage, genotypes: known.genotypes + 1 })
    }
    const grouped = answerOffspring(book, { ...fields, group_by: 'coat', limit: '100' }, 'en').body
    t.equal(grouped.total_results, sums.size)
    t.strictSame(
      new Map(
        grouped.results.map(({ coat, percentage, genotypes = 0, genotype }) => [
          coat,
          { percentage, genotypes, genotype },
        ]),
      ),
      sums,
    )
    const shares = grouped.results.map(({ percentage }) => percentage)
    t.strictSame(
      shares,
      [...shares].sort((a, b) => b - a),
    )
  }
})

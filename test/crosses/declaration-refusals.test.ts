/**
 * Declarations of phase that no parent could make true: refused, with the place and what may stand there.
 * Guarantees: a refusal depends on the declaration alone, never on whether this parent carries the alleles.
 */
import t from 'tap'
import { withMaximum } from '../oracle/rule-sets.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { foals, PLAIN, refusal, type Genes } from './stable.js'

const ruleset = await shippedRuleset()
const CARRIER: Genes = { agouti: ['A', 'a'], extension: ['E', 'e'], kit: ['DW7'] }

const REFUSED: readonly (readonly [string, unknown])[] = [
  ['two alleles of one locus', ['E', 'e']],
  ['two alleles of one locus among others', ['E', 'DW7', 'e']],
  ['an allele of a locus in no linkage group', ['Cr', 'E']],
  ['an allele of agouti', ['A']],
  ['the wild type of a locus in no linkage group', ['nd2']],
  ['a string that is no allele', ['E', 'X']],
  ['a small letter that is no alias', ['to']],
  ['an empty string in an array', ['']],
  ['variants joined by +', ['To+DW20']],
  ['the name of a gene', ['extension', 'kit']],
  ['a number', [1]],
  ['null in an array', ['E', null]],
  ['an array in an array', [['E', 'DW7']]],
  ['a string that is no array', 'E'],
  ['alleles in one string', 'E,DW7'],
  ['a number for an array', 5],
  ['true for an array', true],
  ['an object for an array', { 0: 'E', 1: 'DW7' }],
]

for (const [title, value] of REFUSED) {
  t.test(`refused at its side: ${title}`, async (t) => {
    for (const side of ['mother', 'father']) {
      for (const horse of [CARRIER, PLAIN]) {
        const refused = refusal(() => foals(ruleset, horse, horse, { kit_linkage: { [side]: value } }))
        t.match(refused, { status: 400, code: 'VALIDATION_INVALID_GENES' })
        t.strictSame([refused.details?.field, refused.details?.value], [`kit_linkage.${side}`, value])
        const expected = refused.details?.expected ?? []
        for (const allele of ['E', 'e', 'PATN1', 'To', 'DW20', 'Z', 'SW2'])
          t.ok(expected.includes(allele), allele)
        for (const allele of ['Cr', 'A', 'n', 'nd2']) t.notOk(expected.includes(allele), allele)
      }
    }
  })
}

t.test('a kit_linkage that is no object is refused as a whole', async (t) => {
  for (const kit_linkage of ['E', 5, true, ['E', 'DW7']]) {
    const refused = refusal(() => foals(ruleset, CARRIER, PLAIN, { kit_linkage }))
    t.strictSame([refused.status, refused.details?.field], [400, 'kit_linkage'], JSON.stringify(kit_linkage))
    t.strictSame(refused.details?.value, kit_linkage)
  }
})

t.test('several variants of KIT may stand together: one copy can carry them', async (t) => {
  t.equal(
    foals(ruleset, { ...CARRIER, kit: ['To+DW20'] }, PLAIN, linkage('E', 'To', 'DW20')).has_kit_linkage,
    true,
  )
})

t.test('alleles of several linkage groups may stand in one array', async (t) => {
  t.doesNotThrow(() => foals(ruleset, CARRIER, PLAIN, linkage('E', 'Z', 'SW2', 'PATN1', 'To', 'n')))
})

t.test('of several faults the first in the decided order is told', async (t) => {
  const unknown = { ...PLAIN, matp: ['Cr', 'X'] }
  const bad = { kit_linkage: { mother: ['X'], father: ['Y'] } }
  const field = (mother: Genes, father: Genes, further: object): string | undefined =>
    refusal(() => foals(ruleset, mother, father, { ...further })).details?.field
  t.equal(field(unknown, PLAIN, { ...bad, has_IDK: 'perhaps' }), 'has_IDK')
  t.equal(field(unknown, PLAIN, { ...bad, limit: 0 }), 'limit')
  t.equal(field(unknown, unknown, bad), 'mother.others.matp')
  t.equal(field(PLAIN, unknown, bad), 'father.others.matp', 'genotypes before linkage')
  t.equal(field(PLAIN, PLAIN, bad), 'kit_linkage.mother')
  t.equal(field(PLAIN, PLAIN, { kit_linkage: { father: ['Y'] } }), 'kit_linkage.father')
})

t.test('a bad declaration is told before the size of the answer', async (t) => {
  const small = withMaximum(ruleset, 2)
  const refused = refusal(() => foals(small, CARRIER, CARRIER, linkage('E', 'e')))
  t.equal(refused.code, 'VALIDATION_INVALID_GENES')
  t.equal(refusal(() => foals(small, CARRIER, CARRIER, linkage('E', 'DW7'))).code, 'RESULT_TOO_LARGE')
})

function linkage(...mother: readonly string[]): { readonly kit_linkage: object } {
  return { kit_linkage: { mother, father: [] } }
}

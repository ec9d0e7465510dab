/**
 * Declarations of phase that do not act, or act in part: accepted, without effect, and the answer says why.
 * Guarantees: existing clients that declare what a parent does not carry have their 200, flags that are false,
 * and the very percentages of a request without a declaration.
 */
import t from 'tap'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { foals, near, noteCodes, PLAIN, shares, type Genes } from './stable.js'

const ruleset = await shippedRuleset()
const horse = (kit: readonly string[], more: Genes = {}): Genes => {
  return { agouti: ['a', 'a'], extension: ['E', 'e'], kit, ...more }
}

interface Idle {
  readonly title: string
  readonly mother: Genes
  readonly declared: readonly string[]
  /** code → the alleles that its text begins with */
  readonly notes: Readonly<Record<string, string>>
}

const IDLE: readonly Idle[] = [
  {
    title: 'a KIT variant that she does not carry, as existing clients send it',
    mother: horse(['n']),
    declared: ['E', 'DW7'],
    notes: { 'linkage-not-carried': 'DW7', 'linkage-single-locus': 'E' },
  },
  {
    title: 'the other extension allele than the one she has twice',
    mother: { ...PLAIN, kit: ['DW7'] },
    declared: ['E', 'DW7'],
    notes: { 'linkage-not-carried': 'E', 'linkage-single-locus': 'DW7' },
  },
  {
    title: 'an allele that she has on both copies',
    mother: { ...PLAIN, kit: ['DW7'] },
    declared: ['e', 'DW7'],
    notes: { 'linkage-homozygous': 'e', 'linkage-single-locus': 'DW7' },
  },
  {
    title: 'a homozygous KIT variant',
    mother: horse(['To', 'To']),
    declared: ['E', 'To'],
    notes: { 'linkage-homozygous': 'To', 'linkage-single-locus': 'E' },
  },
  {
    title: 'a variant on both copies of a heterozygous KIT',
    mother: horse(['To+Rn', 'To']),
    declared: ['E', 'To'],
    notes: { 'linkage-homozygous': 'To', 'linkage-single-locus': 'E' },
  },
  {
    title: 'a variant that a list names twice',
    mother: horse(['To', 'To', 'DW20']),
    declared: ['DW20', 'To'],
    notes: { 'linkage-homozygous': 'To', 'linkage-single-locus': 'DW20' },
  },
  {
    title: 'one allele alone',
    mother: horse(['DW7']),
    declared: ['DW7'],
    notes: { 'linkage-single-locus': 'DW7' },
  },
  {
    title: 'one allele and a wild type, which is ignored',
    mother: horse(['DW7']),
    declared: ['E', 'n'],
    notes: { 'linkage-single-locus': 'E' },
  },
  {
    title: 'one variant of a list alone',
    mother: horse(['To', 'Rn', 'DW20']),
    declared: ['Rn'],
    notes: { 'linkage-single-locus': 'Rn' },
  },
  {
    title: 'one allele of each of two linkage groups',
    mother: horse(['n'], { silver: ['Z', 'n'] }),
    declared: ['E', 'Z'],
    notes: { 'linkage-single-locus': 'E, Z' },
  },
  {
    title: 'SW2 with extension: PAX3 lies on another chromosome',
    mother: horse(['SW2']),
    declared: ['E', 'SW2'],
    notes: { 'linkage-single-locus': 'E, SW2' },
  },
  {
    title: 'variants on one copy that the genotype already says to lie together',
    mother: horse(['To+DW20']),
    declared: ['To', 'DW20'],
    notes: { 'linkage-no-effect': 'To, DW20' },
  },
  {
    title: 'variants that the genotype puts on different copies: all of that group is dropped',
    mother: horse(['To', 'DW20']),
    declared: ['E', 'To', 'DW20'],
    notes: { 'linkage-contradicted': 'E, To, DW20' },
  },
  {
    title: 'a contradiction in one part leaves no other part of the group standing',
    mother: horse(['To', 'DW20'], { patn1: ['PATN1', 'n'] }),
    declared: ['PATN1', 'e', 'To', 'DW20'],
    notes: { 'linkage-contradicted': 'PATN1, e, To, DW20' },
  },
]

for (const { title, mother, declared, notes } of IDLE) {
  t.test(`does not act: ${title}`, async (t) => {
    const silent = foals(ruleset, mother, PLAIN)
    for (const side of ['mother', 'father']) {
      const parents = side === 'mother' ? ([mother, PLAIN] as const) : ([PLAIN, mother] as const)
      const answer = foals(ruleset, ...parents, { kit_linkage: { [side]: declared, [other(side)]: [] } })
      t.strictSame(answer.results, silent.results, 'the percentages are those of no declaration')
      t.strictSame([answer.has_kit_linkage, answer.has_IDK], [false, false])
      const told: Record<string, string[]> = {}
      for (const { code, text, field } of answer.notes ?? []) {
        told[code] = [...(told[code] ?? []), text.split(':')[0] ?? '']
        t.equal(field, `kit_linkage.${side}`)
      }
      t.strictSame(
        Object.fromEntries(Object.entries(told).map(([code, alleles]) => [code, alleles.join(', ')])),
        notes,
      )
    }
  })
}

t.test('a note is written in the language of the request', async (t) => {
  const further = { kit_linkage: { mother: ['E', 'DW7'], father: [] } }
  const english = foals(ruleset, horse(['n']), PLAIN, further).notes ?? []
  const french = foals(ruleset, horse(['n']), PLAIN, { ...further, lang: 'fr' }).notes ?? []
  t.strictSame(
    french.map(({ code, field }) => [code, field]),
    english.map(({ code, field }) => [code, field]),
  )
  t.notOk(french.some(({ text }, i) => text === english[i]?.text))
  for (const { text } of [...english, ...french]) t.notMatch(text, /\{/, 'no empty slot is left')
})

t.test('wild types alone declare nothing and are not worth a note', async (t) => {
  const answer = foals(ruleset, horse(['DW7']), PLAIN, { kit_linkage: { mother: ['n', 'N'], father: [] } })
  t.strictSame([answer.has_kit_linkage, noteCodes(answer)], [false, []])
})

t.test('what is dropped does not stop the rest from acting', async (t) => {
  const answer = foals(ruleset, horse(['DW7']), PLAIN, { kit_linkage: { mother: ['E', 'DW7', 'PATN1'] } })
  t.equal(answer.has_kit_linkage, true)
  t.ok(near({ share: shares(answer, 'extension', 'kit')['E/e DW7'] ?? NaN }, { share: 45 }))
  t.strictSame(noteCodes(answer), ['linkage-not-carried@kit_linkage.mother'])
})

t.test('a declaration that is dropped in one linkage group acts in another', async (t) => {
  const mother = horse(['To', 'DW20'], { silver: ['Z', 'n'], pax3: ['SW2', 'n'] })
  const answer = foals(ruleset, mother, PLAIN, { kit_linkage: { mother: ['To', 'Z', 'DW20', 'SW2'] } })
  t.equal(answer.has_kit_linkage, true)
  t.ok(near({ share: shares(answer, 'silver', 'pax3')['Z/n SW2/n'] ?? NaN }, { share: 28.5 }))
  t.strictSame(noteCodes(answer), ['linkage-contradicted@kit_linkage.mother'])
})

t.test('one parent’s declaration acts whatever becomes of the other’s', async (t) => {
  const further = { kit_linkage: { mother: ['E', 'DW7'], father: ['E', 'DW7'] } }
  const answer = foals(ruleset, horse(['DW7']), PLAIN, further)
  t.equal(answer.has_kit_linkage, true)
  t.strictSame(noteCodes(answer), ['linkage-not-carried@kit_linkage.father'])
})

t.test('nothing declared is nothing said', async (t) => {
  const silent = foals(ruleset, horse(['DW7']), PLAIN)
  t.equal(silent.notes, undefined)
  const empty = [undefined, null, '', [], {}, { mother: [], father: [] }, { mother: null }, { father: '' }]
  for (const kit_linkage of empty) {
    t.strictSame(foals(ruleset, horse(['DW7']), PLAIN, { kit_linkage }), silent, JSON.stringify(kit_linkage))
  }
})

function other(side: string): string {
  return side === 'mother' ? 'father' : 'mother'
}

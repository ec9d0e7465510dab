/**
 * `n@kit` in a declaration: the chromosome copy that carries the wild type of kit.
 * Guarantees: repulsion can be declared at every linkage group, with exact figures; it is the same as declaring what lies on the
 * other copy; a plain n stays ignored; what cannot be meant is refused with place, value and what may stand there.
 */
import t from 'tap'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { foals, near, noteCodes, PLAIN, refusal, shares, type Further, type Genes } from './stable.js'

const ruleset = await shippedRuleset()
const says = (...mother: readonly string[]): Further => ({ kit_linkage: { mother, father: [] } })
const BLACK: Genes = { agouti: ['a', 'a'], extension: ['E', 'E'] }

/** Two loci of a group, one variant at each, and the fraction between them. */
const PAIRS: readonly (readonly [
  one: string,
  variant: string,
  other: string,
  variant2: string,
  r: number,
])[] = [
  ['patn1', 'PATN1', 'kit', 'Rn', 0.18],
  ['patn1', 'PATN1', 'kit', 'To', 0.124],
  ['pax3', 'SW2', 'silver', 'Z', 0.43],
  ['lp', 'Lp', 'lavender_foal', 'L', 0.25],
  ['lavender_foal', 'L', 'tiger_eye', 'TE1', 0.04],
  ['lp', 'Lp', 'tiger_eye', 'TE1', 0.27],
]

const compact = (gene: string, variant: string): readonly string[] =>
  gene === 'kit' ? [variant] : [variant, 'n']

for (const [one, a, other, b, r] of PAIRS) {
  t.test(
    `${a} and ${b}: (1 − r)/2 together in coupling, r/2 in repulsion, a quarter when nothing is said`,
    async (t) => {
      const mother = { ...BLACK, [one]: compact(one, a), [other]: compact(other, b) }
      const wild = other === 'kit' ? 'n' : 'n/n'
      const both = `${compact(one, a).join('/')} ${compact(other, b).join('/')}`
      const only = `${compact(one, a).join('/')} ${wild}`
      const bred = (...declared: readonly string[]): Record<string, number> => {
        const answer = foals(ruleset, mother, PLAIN, says(...declared))
        t.strictSame([answer.has_kit_linkage, noteCodes(answer)], [declared.length > 0, []], declared.join())
        const found = shares(answer, one, other)
        return { both: found[both] ?? NaN, only: found[only] ?? NaN }
      }
      const coupled = { both: 50 * (1 - r), only: 50 * r }
      const apart = { both: 50 * r, only: 50 * (1 - r) }
      t.ok(near(bred(a, b), coupled), 'coupling')
      t.ok(near(bred(`n@${one}`, `n@${other}`), coupled), 'coupling, told of the plain copy')
      t.ok(near(bred(a, `n@${other}`), apart), 'repulsion')
      t.ok(near(bred(`n@${one}`, b), apart), 'repulsion, told of the other copy')
      t.ok(near(bred(a, `N@${other}`, 'n'), apart), 'an alias, and a plain n beside it')
      t.strictSame(bred(), { both: 25, only: 25 })
    },
  )
}

t.test(
  'pattern-1 apart from roan in an E/E mare: 41 % of foals have it alone, where silence means 25 %',
  async (t) => {
    const mother = { ...BLACK, patn1: ['PATN1', 'n'], kit: ['Rn'] }
    const alone = (...declared: readonly string[]): number =>
      shares(foals(ruleset, mother, PLAIN, says(...declared)), 'patn1', 'kit')['PATN1/n n'] ?? NaN
    t.ok(near({ share: alone('PATN1', 'n@kit') }, { share: 41 }))
    t.equal(alone('PATN1', 'n'), 25, 'a plain n is ignored, as ever')
    t.equal(alone(), 25)
  },
)

t.test('extension and KIT: e with the variant is E with the plain copy', async (t) => {
  const mother = { agouti: ['a', 'a'], extension: ['E', 'e'], kit: ['DW7'] }
  const bred = (...declared: readonly string[]): Record<string, number> =>
    shares(foals(ruleset, mother, PLAIN, says(...declared)), 'extension', 'kit')
  t.strictSame(bred('E', 'n@kit'), bred('e', 'DW7'))
  t.ok(near(bred('E', 'n@kit'), { 'E/e n': 45, 'e/e DW7': 45, 'E/e DW7': 5, 'e/e n': 5 }))
})

t.test('three loci: pattern-1 with E and the plain copy', async (t) => {
  const mother = { agouti: ['a', 'a'], extension: ['E', 'e'], patn1: ['PATN1', 'n'], kit: ['DW7'] }
  const found = shares(
    foals(ruleset, mother, PLAIN, says('PATN1', 'E', 'n@kit')),
    ...['patn1', 'extension', 'kit'],
  )
  t.ok(near({ s: found['PATN1/n E/e n'] ?? NaN }, { s: 40.5 }))
  t.ok(near({ s: found['n/n e/e DW7'] ?? NaN }, { s: 40.5 }))
  t.ok(near({ s: found['PATN1/n E/e DW7'] ?? NaN }, { s: 4.5 }))
})

t.test('of an unphased list the plain copy leaves the layout with all variants on the other', async (t) => {
  const mother = { ...PLAIN, kit: ['To', 'DW20', 'unphased'] }
  const answer = foals(ruleset, mother, PLAIN, says('n@kit'))
  t.strictSame([shares(answer, 'kit'), answer.has_kit_linkage], [{ 'To+DW20': 50, n: 50 }, true])
  const linked = foals(ruleset, { ...mother, extension: ['E', 'e'] }, PLAIN, says('E', 'n@kit'))
  t.ok(
    near(shares(linked, 'extension', 'kit'), {
      'E/e n': 48.5,
      'e/e To+DW20': 48.5,
      'e/e n': 1.5,
      'E/e To+DW20': 1.5,
    }),
  )
})

t.test('what does not act is told by its name', async (t) => {
  const told = (mother: Genes, ...declared: readonly string[]): readonly string[] => {
    const answer = foals(ruleset, mother, PLAIN, says(...declared))
    t.equal(answer.has_kit_linkage, false)
    return (answer.notes ?? []).map(({ code, text }) => `${code} ${text.split(':')[0] ?? ''}`)
  }
  const mare = { ...BLACK, patn1: ['PATN1', 'n'] }
  t.strictSame(told({ ...mare, kit: ['n'] }, 'PATN1', 'n@kit'), [
    'linkage-homozygous n@kit',
    'linkage-single-locus PATN1',
  ])
  t.strictSame(told({ ...mare, kit: ['To', 'Rn'] }, 'PATN1', 'n@kit'), [
    'linkage-not-carried n@kit',
    'linkage-single-locus PATN1',
  ])
  t.strictSame(told({ ...mare, kit: ['To'] }, 'n@kit'), ['linkage-single-locus n@kit'])
  t.strictSame(told({ ...mare, silver: ['Z', 'n'] }, 'PATN1', 'n@silver'), [
    'linkage-single-locus PATN1',
    'linkage-single-locus n@silver',
  ])
})

/** The wild types of loci that are linked with others. */
const WILD = ruleset.model.groups
  .filter(({ loci }) => loci.length > 1)
  .flatMap(({ loci }) =>
    loci.flatMap(({ key, alleles, wildType }) =>
      wildType === null ? [] : [`${alleles[wildType] ?? ''}@${key}`],
    ),
  )

const REFUSED: readonly (readonly [readonly string[], RegExp])[] = [
  [['PATN1', 'n@kti'], /"n@kti" names no gene: did you mean n@kit\?$/],
  [['PATN1', 'n@'], /"n@" names no gene/],
  [['PATN1', 'n@nowhere'], /"n@nowhere" names no gene; details\.expected lists what may be written$/],
  [['PATN1', 'nd2@dun'], /"nd2@dun": dun is linked to no other gene$/],
  [['PATN1', 'n@matp'], /"n@matp": matp is linked to no other gene$/],
  [['PATN1', 'To@kit'], /"To@kit": "To" is not the wild type of kit; write n@kit, or To without @$/],
  [['PATN1', 'x@kit'], /"x@kit": "x" is not the wild type of kit; write n@kit$/],
  [['e@extension', 'To'], /"e@extension": extension has no wild type; write one of E, e, ea$/],
  [['n@kit@kit'], /names no gene/],
]

t.test('what cannot be meant is refused with its place, its value and what may stand there', async (t) => {
  for (const [declared, message] of REFUSED) {
    for (const side of ['mother', 'father']) {
      const ask = (): unknown => foals(ruleset, BLACK, BLACK, { kit_linkage: { [side]: declared } })
      t.throws(ask, { message })
      const { code, details } = refusal(ask)
      t.strictSame(
        [code, details?.field, details?.value],
        ['VALIDATION_INVALID_GENES', `kit_linkage.${side}`, declared],
      )
      t.strictSame([...(details?.expected ?? [])].sort(), [...WILD].sort())
    }
  }
})

t.test('the plain copy carries no variant: with one of the same locus it is refused', async (t) => {
  for (const declared of [
    ['n@kit', 'To'],
    ['To', 'n@kit'],
    ['n@pax3', 'SW2'],
  ]) {
    const mother = { ...BLACK, kit: ['To'], pax3: ['SW2', 'n'] }
    const refused = refusal(() => foals(ruleset, mother, PLAIN, says(...declared)))
    t.match(refused, { status: 400, code: 'VALIDATION_INVALID_GENES' }, declared.join())
  }
})

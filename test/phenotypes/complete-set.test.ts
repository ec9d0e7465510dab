/**
 * What the complete rule set promises of whole classes of horses: each statement over all genotypes of the loci
 * that the deciding tables read, so over the whole space.
 */
import t from 'tap'
import { inGroups, shippedRuleset } from './shipped.js'
import { answerResult } from '../support/exact-answers.js'

const ruleset = await shippedRuleset()
type Alleles = Readonly<Record<string, readonly string[]>>

const CHESTNUT = { agouti: ['A', 'a'], extension: ['e', 'e'] }
const BAY = { agouti: ['A', 'a'], extension: ['E', 'e'] }
const BLACK = { agouti: ['a', 'a'], extension: ['E', 'E'] }

function ask(given: Alleles, lang = 'en', explain = false): ReturnType<typeof answerResult>['body'] {
  return answerResult(ruleset, { ...inGroups(ruleset, given), explain, lang }, lang).body
}

const name = (given: Alleles, lang = 'en'): string => ask(given, lang).translate

/** Every unordered pair of a locus's alleles. */
function pairsOf(gene: string): readonly (readonly string[])[] {
  const alleles = ruleset.model.loci.find(({ key }) => key === gene)?.alleles ?? []
  return alleles.flatMap((a, i) => alleles.slice(i).map((b) => [a, b]))
}

/** The tables that give a token, and the loci they read. */
function readersOf(token: string): ReadonlySet<string> {
  const tables = ruleset.model.tables.filter(({ source }) =>
    source.rules.some(({ then }) => then.includes(token)),
  )
  return new Set(
    tables.flatMap(({ columns }) => columns.map(({ locus }) => ruleset.model.loci[locus]?.key ?? '')),
  )
}

t.test('mushroom needs two copies, and a chestnut or a bay to be seen on', async (t) => {
  t.strictSame(readersOf('mushroom'), new Set(['extension', 'mushroom']))
  for (const agouti of pairsOf('agouti')) {
    for (const extension of pairsOf('extension')) {
      for (const mushroom of pairsOf('mushroom')) {
        const shown = /mushroom/.test(name({ agouti, extension, mushroom }))
        const hasRed = !extension.includes('E') || agouti.includes('A')
        const expected = hasRed && mushroom.every((allele) => allele === 'Mu')
        t.equal(shown, expected, [agouti, extension, mushroom].map((pair) => pair.join('/')).join(' '))
      }
    }
  }
})

t.test('ea is as good as e: no black pigment without E', async (t) => {
  for (const extension of pairsOf('extension')) {
    t.equal(name({ agouti: ['a', 'a'], extension }), extension.includes('E') ? 'Black' : 'Chestnut')
  }
})

t.test('the leopard complex and PATN1 make four patterns, and PATN1 alone none', async (t) => {
  for (const patn1 of pairsOf('patn1')) {
    const pattern = patn1.includes('PATN1')
    t.equal(name({ ...BAY, patn1, lp: ['n', 'n'] }), 'Bay')
    t.equal(name({ ...BAY, patn1, lp: ['Lp', 'n'] }), pattern ? 'Bay leopard' : 'Bay leopard complex')
    t.equal(
      name({ ...BAY, patn1, lp: ['Lp', 'Lp'] }),
      pattern ? 'Bay few-spot leopard' : 'Bay leopard complex (two copies)',
    )
  }
})

t.test('any grey allele wraps the name; two copies do not change the word', async (t) => {
  for (const grey of pairsOf('grey')) {
    const expected = grey.every((allele) => allele === 'n') ? 'Bay tobiano' : 'Grey (born bay tobiano)'
    t.equal(name({ ...BAY, grey, kit: ['To'] }), expected, grey.join('/'))
  }
})

t.test('white hides grey, and grey hides no pattern: white over grey over pattern', async (t) => {
  for (const kit of [['DW1'], ['DW3', 'To'], ['DW5', 'DW20'], ['DW5', 'DW10']]) {
    t.equal(name({ ...BAY, kit, grey: ['G', 'G'], lp: ['Lp', 'n'] }), 'Dominant white', kit.join('/'))
  }
  t.equal(name({ ...BLACK, kit: ['To'], grey: ['G2', 'n'] }), 'Grey (born black tobiano)')
})

t.test('two frame alleles are a lethal white foal, whatever colour they hide', async (t) => {
  for (const base of [CHESTNUT, BAY, BLACK]) {
    const answer = ask({ ...base, frame: ['O', 'O'], grey: ['G', 'n'], kit: ['To'] }, 'en', true)
    t.equal(answer.translate, 'White (lethal white foal)')
    t.match(answer.explain?.viability, { status: 'lethal', evidence: 'established' })
  }
  t.equal(name({ ...BAY, frame: ['O', 'n'] }), 'Bay frame overo')
  t.equal(name({ ...BAY, frame: ['O', 'n'], kit: ['To'] }), 'Bay tovero')
  t.equal(name({ ...BAY, frame: ['O', 'n'], kit: ['To'] }, 'fr'), 'Bai pie tovero')
})

t.test('two lavender alleles are named and lethal, one is carried unseen', async (t) => {
  const foal = ask({ ...BAY, lavender_foal: ['L', 'L'] }, 'en', true)
  t.equal(foal.translate, 'Lavender foal (lethal)')
  t.match(foal.explain?.viability, { status: 'lethal' })
  const carrier = ask({ ...BAY, lavender_foal: ['L', 'n'] }, 'en', true)
  t.equal(carrier.translate, 'Bay')
  t.ok((carrier.explain?.carries.length ?? 0) > 0 && carrier.explain?.viability === undefined)
})

t.test(
  'one pearl, sunshine or snowdrop is unseen, two are seen, and each compounds with cream',
  async (t) => {
    for (const [allele, word] of [
      ['Prl', 'pearl'],
      ['Sun', 'sunshine'],
      ['Sno', 'snowdrop'],
    ] as const) {
      t.equal(name({ ...CHESTNUT, matp: [allele, 'n'] }), 'Chestnut')
      t.equal(name({ ...CHESTNUT, matp: [allele, allele] }), `Chestnut ${word}`)
      t.equal(name({ ...CHESTNUT, matp: ['Cr', allele] }), `Palomino ${word}`)
    }
  },
)

t.test('splashed white is one word, whichever of its genes gives it', async (t) => {
  for (const given of [
    { mitf: ['SW1', 'n'] },
    { pax3: ['SW4', 'n'] },
    { kit: ['SW2'] },
    { mitf: ['SW3', 'n'], pax3: ['SW10', 'n'] },
  ]) {
    t.equal(name({ ...BAY, ...given }), 'Bay splashed white')
  }
})

t.test('tiger eye is reported and is no part of the name', async (t) => {
  for (const tiger_eye of pairsOf('tiger_eye')) {
    const { translate, explain } = ask({ ...BAY, tiger_eye }, 'en', true)
    t.equal(translate, 'Bay')
    t.equal(explain?.reports.length === 1, !tiger_eye.includes('n'), tiger_eye.join('/'))
  }
})

t.test('health is told of the genotype, hidden or not', async (t) => {
  const health = (given: Alleles): string =>
    (ask(given, 'en', true).explain?.health ?? []).map(({ text }) => text).join(' ')
  t.match(health({ ...CHESTNUT, silver: ['Z', 'n'] }), /MCOA/)
  t.match(health({ ...BAY, lp: ['Lp', 'Lp'] }), /night/i)
  t.match(health({ ...BAY, grey: ['G3', 'n'] }), /melanoma/i)
  t.match(health({ ...BAY, matp: ['Cr', 'Cr'] }), /sun/i)
  for (const kit of [['DW20'], ['To'], ['Rn']]) t.equal(health({ ...BAY, kit }), '', kit.join())
})

t.test('of a foal that cannot live only the cause is told, whatever it carries', async (t) => {
  const laden = {
    lp: ['Lp', 'Lp'],
    grey: ['G3', 'G3'],
    silver: ['Z', 'Z'],
    mitf: ['SW5', 'n'],
    kit: ['DW20'],
  }
  for (const lethal of [{ frame: ['O', 'O'] }, { lavender_foal: ['L', 'L'] }]) {
    for (const lang of ruleset.languages) {
      const { explain } = ask({ ...BAY, ...laden, ...lethal }, lang, true)
      t.strictSame([explain?.carries, explain?.health, explain?.reports], [[], [], []])
      t.ok(explain?.text.includes(explain.viability?.cause ?? '?'), lang)
    }
  }
  const living = ask({ ...BAY, ...laden, frame: ['O', 'n'] }, 'en', true).explain
  t.ok((living?.carries.length ?? 0) > 2 && (living?.health.length ?? 0) > 3)
})

/** Genotype, remark, whether it is told. */
const REMARKS: readonly (readonly [Alleles, string, boolean])[] = [
  [{ ...BLACK, matp: ['Cr', 'n'] }, 'cream-on-black', true],
  [{ ...BLACK, matp: ['Cr', 'n'], champagne: ['Ch', 'n'] }, 'cream-on-black', false],
  [{ ...BAY, grey: ['G3', 'n'] }, 'hidden-by-grey', true],
  [{ ...BAY, grey: ['G2', 'n'] }, 'hidden-by-grey', false],
  [{ ...BAY, grey: ['G2', 'G2'] }, 'lightened-by-slow-grey', true],
  [{ ...BAY, grey: ['G2', 'G3'] }, 'lightened-by-slow-grey', false],
  [{ ...BAY, grey: ['G3', 'n'], kit: ['DW2'] }, 'hidden-by-grey', false],
  [{ ...BAY, grey: ['G2', 'n'], kit: ['SB1', 'SB1'] }, 'lightened-by-slow-grey', false],
  [{ ...BAY, grey: ['G3', 'n'], kit: ['DW2'] }, 'melanoma-fast-grey', false],
  [{ ...BAY, grey: ['G3', 'n'], kit: ['SB1', 'SB1'] }, 'melanoma-under-white', true],
  [{ ...BAY, grey: ['G3', 'n'], kit: ['SB1'] }, 'melanoma-under-white', false],
  [{ ...BAY, grey: ['G3', 'G2'] }, 'melanoma-fast-grey', true],
  [{ ...BAY, grey: ['G3', 'G3'] }, 'melanoma-fast-grey', false],
  [{ ...BAY, grey: ['G3', 'G3'] }, 'melanoma-fast-grey-two', true],
  [{ ...BLACK, grey: ['G', 'n'] }, 'melanoma-non-agouti', true],
  [{ ...BLACK, grey: ['G2', 'G3'] }, 'melanoma-non-agouti', true],
  [{ ...BLACK, grey: ['G2', 'G2'] }, 'melanoma-non-agouti', false],
  [{ ...BAY, grey: ['G', 'n'] }, 'melanoma-non-agouti', false],
  [{ ...BAY, lp: ['Lp', 'n'] }, 'uveitis-risk', true],
  [{ ...BAY, lp: ['Lp', 'Lp'] }, 'uveitis-risk', false],
  [{ ...BAY, lp: ['Lp', 'Lp'] }, 'uveitis-risk-two', true],
  [{ ...BAY, frame: ['O', 'n'] }, 'deafness-frame', true],
  [{ ...BAY, frame: ['O', 'n'], pax3: ['SW2', 'n'] }, 'deafness-frame', false],
  [{ ...BAY, frame: ['O', 'n'], pax3: ['SW2', 'n'] }, 'deafness-frame-and-splashed-white', true],
  [{ ...BAY, mitf: ['SW5', 'SW1'] }, 'deafness-sw5', true],
  [{ ...BAY, mitf: ['SW6', 'n'] }, 'deafness-sw6', true],
  [{ ...BAY, mitf: ['SW1', 'n'] }, 'splashed-white-may-be-slight', true],
  [{ ...BAY, mitf: ['SW1', 'SW1'] }, 'splashed-white-may-be-slight', false],
  [{ ...BAY, mitf: ['SW1', 'n'], kit: ['SW2'] }, 'splashed-white-may-be-slight', false],
  [{ ...BAY, pax3: ['SW2', 'SW2'] }, 'splashed-white-two-sw2', true],
  [{ ...BAY, pax3: ['SW2', 'SW2'] }, 'splashed-white-two-pax3', false],
  [{ ...BAY, pax3: ['SW2', 'SW10'] }, 'splashed-white-two-pax3', true],
  [{ ...BAY, mitf: ['SW3', 'SW5'] }, 'splashed-white-two-of-mitf', true],
  [{ ...BAY, mitf: ['SW1', 'SW6'] }, 'splashed-white-two-of-mitf', false],
  [{ ...BAY, kit: ['SB1', 'SB1'] }, 'sun-white', true],
  [{ ...BAY, kit: ['SB1'] }, 'sun-white', false],
  [{ ...BAY, kit: ['SB1', 'DW20'] }, 'sabino-with-w20', true],
  [{ ...BAY, kit: ['SB1+DW20', 'DW1'] }, 'sabino-with-w20', false],
  [{ ...BAY, kit: ['DW10', 'DW20'] }, 'w20-with-another-white', true],
  [{ ...BAY, kit: ['DW5', 'DW20'] }, 'w20-with-another-white', false],
  [{ ...BAY, kit: ['DW20'] }, 'w20-with-another-white', false],
  [{ ...BAY, kit: ['DW31', 'DW33'] }, 'white-pair-not-described', true],
  [{ ...BAY, kit: ['DW5', 'DW10'] }, 'white-pair-not-described', false],
  [{ ...BAY, kit: ['DW35', 'DW35'] }, 'booster', true],
  [{ ...BAY, mushroom: ['Mu', 'Mu'] }, 'mushroom-on-bay', true],
  [{ ...CHESTNUT, mushroom: ['Mu', 'Mu'] }, 'mushroom-on-bay', false],
  [{ ...BAY, tiger_eye: ['TE2', 'TE2'] }, 'tiger-eye', false],
  [{ ...BAY, tiger_eye: ['TE2', 'TE2'] }, 'tiger-eye-two-te2', true],
]

t.test('a remark is told where it is true, and only there', async (t) => {
  for (const [given, remark, expected] of REMARKS) {
    const { explain } = ask(given, 'en', true)
    const told = [explain?.carries, explain?.health, explain?.reports].flatMap((some) => some ?? [])
    t.equal(
      told.some(({ id }) => id === remark),
      expected,
      `${remark}: ${JSON.stringify(given)}`,
    )
  }
})

t.test(
  'a lavender foal is called by its syndrome: no colour, no pattern and no grey in the name',
  async (t) => {
    for (const base of [CHESTNUT, BAY, BLACK])
      t.equal(name({ ...base, kit: ['To'], lavender_foal: ['L', 'L'] }), 'Lavender foal (lethal)')
    t.equal(name({ ...BAY, kit: ['DW1'], lavender_foal: ['L', 'L'] }), 'Dominant white', 'white from birth')
    for (const grey of pairsOf('grey'))
      t.equal(name({ ...BAY, grey, lavender_foal: ['L', 'L'] }), 'Lavender foal (lethal)')
    t.equal(name({ ...BAY, grey: ['G', 'n'], lavender_foal: ['L', 'n'] }), 'Grey (born bay)')
  },
)

t.test('the reasons are told in the language that is asked for', async (t) => {
  const given = { ...CHESTNUT, silver: ['Z', 'n'] }
  const texts = ruleset.languages.map((lang) => ask(given, lang, true).explain?.text.join(' ') ?? '')
  t.equal(new Set(texts.slice(0, 3)).size, 3)
  t.equal(texts[3], texts[0], 'a registry reasons in its language')
})

const VIABILITY: readonly (readonly [string, Alleles, string | undefined])[] = [
  ['two frame alleles: lethal white foal', { frame: ['O', 'O'] }, 'lethal established'],
  ['two lavender alleles: lavender foal', { lavender_foal: ['L', 'L'] }, 'lethal established'],
  ['two W1', { kit: ['DW1', 'DW1'] }, 'suspected suspected'],
  ['two W2', { kit: ['DW2', 'DW2'] }, 'suspected suspected'],
  ['two W5', { kit: ['DW5', 'DW5'] }, 'suspected suspected'],
  ['two W10', { kit: ['DW10', 'DW10'] }, 'suspected suspected'],
  ['two W13', { kit: ['DW13', 'DW13'] }, 'suspected suspected'],
  ['two W22', { kit: ['DW22', 'DW22'] }, 'suspected suspected'],
  ['two different W are noted, not judged', { kit: ['DW1', 'DW21'] }, undefined],
  ['two W20 are viable', { kit: ['DW20', 'DW20'] }, undefined],
  ['two sabino 1 are viable', { kit: ['SB1', 'SB1'] }, undefined],
  ['two roan are viable: the old claim is refuted', { kit: ['Rn', 'Rn'] }, undefined],
  ['two tobiano are viable', { kit: ['To', 'To'] }, undefined],
  ['two SW3', { mitf: ['SW3', 'SW3'] }, 'suspected weak'],
  ['two SW5', { mitf: ['SW5', 'SW5'] }, 'suspected weak'],
  ['two SW6', { mitf: ['SW6', 'SW6'] }, 'suspected weak'],
  ['SW1 with SW6 is known alive', { mitf: ['SW1', 'SW6'] }, undefined],
  ['two SW1 are viable', { mitf: ['SW1', 'SW1'] }, undefined],
  ['two SW2 are viable', { pax3: ['SW2', 'SW2'] }, undefined],
  [
    'two of each dominant dilution and pattern are viable',
    {
      ...{ lp: ['Lp', 'Lp'], silver: ['Z', 'Z'], grey: ['G', 'G'], matp: ['Cr', 'Cr'], dun: ['D', 'D'] },
      ...{
        champagne: ['Ch', 'Ch'],
        patn1: ['PATN1', 'PATN1'],
        mushroom: ['Mu', 'Mu'],
        tiger_eye: ['TE1', 'TE1'],
      },
    },
    undefined,
  ],
  ['two pearl are viable', { matp: ['Prl', 'Prl'] }, undefined],
  ['one frame allele', { frame: ['O', 'n'] }, undefined],
]

for (const [title, given, expected] of VIABILITY) {
  t.test(`viability: ${title}`, async (t) => {
    const viability = ask({ ...BAY, ...given }, 'en', true).explain?.viability
    t.equal(viability === undefined ? undefined : `${viability.status} ${viability.evidence}`, expected)
  })
}

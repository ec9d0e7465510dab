/**
 * How genotypes are written and read: order, aliases, several variants on one copy, laboratory lists, SW2.
 */
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import type { Given } from '../../src/rules/tables.js'
import { BAY, asking, shareOf } from './asking.js'
import { listedGenotypes } from './listed-space.js'
import { oneOf, randomHorse, seeded } from './random-horse.js'
import { inWords, listedWildTypes, shippedRuleset } from './shipped.js'

const INVALID_KIT = 'VALIDATION_INVALID_GENES others.kit'
const ruleset = await shippedRuleset()
const { answer, both, echo, refusal, foals } = asking(ruleset)
const kit = (...alleles: string[]): Given => ({ ...BAY, kit: alleles })

t.test('the order inside a pair means nothing, and answers show the order of the rule file', (t) => {
  const { base, others } = answer({
    extension: ['e', 'E'],
    agouti: ['a', 'A'],
    matp: ['n', 'Cr'],
    dun: ['nd2', 'D'],
    silver: ['n', 'Z'],
    champagne: ['n', 'Ch'],
    grey: ['n', 'G'],
    lp: ['n', 'Lp'],
  })
  t.strictSame(base, { agouti: ['A', 'a'], extension: ['E', 'e'] })
  t.strictSame(others, {
    ...listedWildTypes(ruleset),
    matp: ['Cr', 'n'],
    dun: ['D', 'nd2'],
    silver: ['Z', 'n'],
    champagne: ['Ch', 'n'],
    grey: ['G', 'n'],
    kit: ['n'],
    lp: ['Lp', 'n'],
  })
  t.strictSame(Object.keys(base), ['agouti', 'extension'])
  t.strictSame(Object.keys(others), Object.keys(listedWildTypes(ruleset)))
  t.equal(both({ extension: ['e', 'E'], agouti: ['a', 'A'], matp: ['n', 'Cr'] }), 'Buckskin / Isabelle')
  t.end()
})

t.test('a locus accepts every unordered pair of its alleles', (t) => {
  for (const locus of ruleset.model.loci.filter(({ cis, noCopy }) => !cis && noCopy === null)) {
    for (const first of locus.alleles) {
      for (const second of locus.alleles) {
        const shown = { ...BAY, [locus.key]: [first, second] }
        t.notMatch(refusal(shown), /^VALIDATION/, inWords(shown))
      }
    }
  }
  t.end()
})

t.test('a gene left out is wild type: the same horse with every gene named', (t) => {
  const named = {
    matp: ['n', 'n'],
    dun: ['nd2', 'nd2'],
    silver: ['n', 'n'],
    champagne: ['n', 'n'],
    grey: ['n', 'n'],
  }
  t.strictSame(answer(BAY), answer({ ...BAY, ...named, kit: ['n'], lp: ['n', 'n'] }))
  t.equal(both(BAY), both({ ...BAY, patn1: ['n', 'n'], pax3: ['n', 'n'] }))
  t.end()
})

t.test('a further gene is shown when the request names it', (t) => {
  t.notOk(Object.hasOwn(echo(BAY), 'patn1'))
  t.strictSame(echo({ ...BAY, patn1: ['n', 'PATN1'] })['patn1'], ['PATN1', 'n'])
  t.strictSame(echo({ ...BAY, pax3: ['n', 'n'] })['pax3'], ['n', 'n'])
  t.end()
})

t.test('required genes are never assumed', (t) => {
  t.equal(refusal({ extension: ['E', 'e'] }), 'VALIDATION_MISSING_FIELD base.agouti')
  t.equal(refusal({ agouti: ['A', 'a'] }), 'VALIDATION_MISSING_FIELD base.extension')
  t.end()
})

t.test('kit is shown in its shortest form', (t) => {
  for (const [sent, shown] of [
    [['n'], ['n']],
    [['n', 'n'], ['n']],
    [['To'], ['To']],
    [['To', 'n'], ['To']],
    [['n', 'To'], ['To']],
    [
      ['To', 'To'],
      ['To', 'To'],
    ],
    [
      ['DW21', 'DW1'],
      ['DW1', 'DW21'],
    ],
    [['DW20+To'], ['To+DW20']],
    [['n', 'DW20+To'], ['To+DW20']],
    [
      ['SB1+Rn+To', 'DW20'],
      ['To+Rn+SB1', 'DW20'],
    ],
    [
      ['DW20', 'SB1+Rn+To'],
      ['To+Rn+SB1', 'DW20'],
    ],
    [
      ['To+DW20', 'To+DW20'],
      ['To+DW20', 'To+DW20'],
    ],
  ] as const) {
    t.strictSame(echo(kit(...sent))['kit'], shown, sent.join('/'))
  }
  t.end()
})

t.test('copies compare variant by variant in file order, a prefix first', (t) => {
  for (const shown of [
    ['To', 'To+DW20'],
    ['To+Rn', 'To+SB1'],
    ['To+Rn+DW20', 'To+SB1'],
    ['To+DW2', 'To+DW10'],
    ['To+DW35', 'Rn'],
    ['SB1+DW20', 'DW1'],
  ]) {
    t.strictSame(echo(kit(...shown))['kit'], shown)
    t.strictSame(echo(kit(...[...shown].reverse()))['kit'], shown)
  }
  t.end()
})

t.test('a horse looks the same whichever copy carries its variants, and says where they lie', (t) => {
  const { alleles = [], alwaysWith } = ruleset.model.loci.find(({ key }) => key === 'kit') ?? {}
  const variants = alleles.filter((name) => name !== 'n')
  const brings = (one: string, other: string): boolean =>
    alwaysWith?.get(alleles.indexOf(one))?.includes(alleles.indexOf(other)) === true
  variants.forEach((first, i) => {
    for (const second of variants.slice(i + 1)) {
      const [trans, cis] = [answer(kit(first, second)), answer(kit(`${first}+${second}`))]
      if (trans.translate !== cis.translate) t.equal(trans.translate, cis.translate, `${first} ${second}`)
      if (JSON.stringify(trans.explain) !== JSON.stringify(cis.explain))
        t.strictSame(trans.explain, cis.explain)
      // Variants that are never seen apart lie on one copy however they are written.
      const isOneCopy = brings(first, second) || brings(second, first)
      const isSaidAlike = String(trans.others['kit']) === String(cis.others['kit'])
      if (isSaidAlike !== isOneCopy) t.fail(`${first} ${second}: ${String(trans.others['kit'])}`)
    }
  })
  for (const kits of [
    ['To+Rn', 'SB1'],
    ['To', 'Rn+SB1'],
    ['To+SB1', 'Rn'],
    ['To+Rn+SB1'],
    ['To', 'Rn', 'SB1'],
  ]) {
    t.equal(both(kit(...kits)), 'Bay roan tobiano sabino / Bai rouan pie tobiano sabino', kits.join('/'))
  }
  t.end()
})

t.test('three to six variants are an unphased list, shown as a list in canonical order', (t) => {
  for (const [sent, shown] of [
    [
      ['SB1', 'To', 'Rn'],
      ['To', 'Rn', 'SB1'],
    ],
    [
      ['DW34', 'DW20', 'SB1', 'Rn', 'To'],
      ['To', 'Rn', 'SB1', 'DW20', 'DW34'],
    ],
    [
      ['W34', 'W32', 'W20', 'SB1', 'RN', 'TO'],
      ['To', 'Rn', 'SB1', 'DW20', 'DW32', 'DW34'],
    ],
    [
      ['SB1', 'To', 'Rn', 'To'],
      ['To', 'To', 'Rn', 'SB1'],
    ],
  ] as const) {
    t.strictSame(echo(kit(...sent))['kit'], shown, sent.join(' '))
  }
  t.end()
})

t.test('a list that can mean one arrangement only is still shown as the list it is', (t) => {
  t.strictSame(echo(kit('Rn', 'To', 'To'))['kit'], ['To', 'To', 'Rn'])
  t.strictSame(echo(kit('Rn', 'To', 'Rn', 'To'))['kit'], ['To', 'To', 'Rn', 'Rn'])
  t.end()
})

t.test(
  'every layout of an unphased list is equally likely: three variants lie in four ways on two copies',
  (t) => {
    const answered = foals(kit('To', 'Rn', 'SB1'), BAY)
    const share = (copies: string): number =>
      shareOf(answered, ({ genotype }) => genotype['kit']?.join() === copies)
    t.equal(share('To+Rn+SB1'), 12.5, 'all on one copy, one layout of four')
    t.equal(share('n'), 12.5)
    for (const one of ['To', 'Rn', 'SB1', 'To+Rn', 'To+SB1', 'Rn+SB1']) t.equal(share(one), 12.5, one)
    t.end()
  },
)

t.test('a variant named twice in a list lies on both copies', (t) => {
  const answered = foals(kit('To', 'Rn', 'To'), BAY)
  t.equal(
    shareOf(answered, ({ genotype }) => genotype['kit']?.join() === 'To'),
    50,
  )
  t.equal(
    shareOf(answered, ({ genotype }) => genotype['kit']?.join() === 'To+Rn'),
    50,
  )
  t.end()
})

t.test('what no chromosome can carry is refused', (t) => {
  for (const alleles of [
    [],
    ['To', 'Rn', 'n'],
    ['To', 'n', 'n'],
    ['n', 'n', 'n'],
    ['To', 'Rn', 'SB1+DW20'],
    ['To', 'To', 'To'],
    ['To', 'Rn', 'SB1', 'DW1', 'DW2', 'DW3', 'DW4'],
    ['To+To'],
    ['W20+DW20'],
    ['To+n'],
    ['n+n'],
    ['To+'],
    ['+To'],
    ['+'],
    [''],
    ['To + Rn'],
    ['to'],
    ['DW29'],
  ]) {
    t.equal(refusal(kit(...alleles)), INVALID_KIT, JSON.stringify(alleles))
  }
  t.end()
})

t.test('SW2 under kit is PAX3 SW2: same coat, same foals', (t) => {
  t.equal(both(kit('SW2')), both({ ...BAY, pax3: ['SW2', 'n'] }))
  t.equal(both(kit('SW2', 'SW2')), both({ ...BAY, pax3: ['SW2', 'SW2'] }))
  t.equal(both(kit('SW2', 'To')), both({ ...BAY, kit: ['To'], pax3: ['SW2', 'n'] }))
  const [under, apart] = [
    foals(kit('To', 'SW2'), BAY),
    foals({ ...BAY, kit: ['To'], pax3: ['SW2', 'n'] }, BAY),
  ]
  t.strictSame(
    under.results.map(({ coat, percentage }) => [coat, percentage]).sort(),
    apart.results.map(({ coat, percentage }) => [coat, percentage]).sort(),
  )
  t.end()
})

t.test('SW2 is shown under kit, after the KIT variants, unless the request names pax3', (t) => {
  for (const [sent, shown] of [
    [['SW2'], ['SW2']],
    [['SW2', 'n'], ['SW2']],
    [['n', 'SW2'], ['SW2']],
    [['SW2', 'n', 'n'], ['SW2']],
    [
      ['SW2', 'SW2'],
      ['SW2', 'SW2'],
    ],
    [
      ['SW2', 'To'],
      ['To', 'SW2'],
    ],
    [
      ['SW2', 'To', 'SW2'],
      ['To', 'SW2', 'SW2'],
    ],
    [
      ['SW2', 'DW21', 'DW1'],
      ['DW1', 'DW21', 'SW2'],
    ],
    [
      ['SW2', 'DW20+To', 'Rn'],
      ['To+DW20', 'Rn', 'SW2'],
    ],
    [
      ['SB1', 'SW2', 'To', 'Rn'],
      ['To', 'Rn', 'SB1', 'SW2'],
    ],
  ] as const) {
    const { others, translate } = answer(kit(...sent))
    t.strictSame(others['kit'], shown, sent.join(' '))
    t.notOk(Object.hasOwn(others, 'pax3'))
    t.strictSame(answer({ ...BAY, kit: shown }).others['kit'], shown, 'and comes back the same')
    t.match(translate, /splashed white|Dominant white/)
  }
  const named = echo({ ...BAY, kit: ['To'], pax3: ['n', 'SW2'] })
  t.strictSame([named['kit'], named['pax3']], [['To'], ['SW2', 'n']])
  t.end()
})

t.test('in a cross SW2 stands under pax3 as soon as either parent names pax3', (t) => {
  for (const [mother, father] of [
    [kit('SW2'), { ...BAY, pax3: ['n', 'n'] }],
    [{ ...BAY, pax3: ['n', 'n'] }, kit('SW2')],
  ] as const) {
    const { results } = foals(mother, father)
    t.ok(results.every(({ genotype }) => genotype['kit']?.join() === 'n'))
    t.equal(results.filter(({ genotype }) => genotype['pax3']?.join() === 'SW2,n').length, results.length / 2)
  }
  const { results } = foals(kit('SW2'), kit('SW2'))
  t.ok(results.every(({ genotype }) => genotype['pax3'] === undefined))
  t.same(new Set(results.map(({ genotype }) => genotype['kit']?.join())), new Set(['n', 'SW2', 'SW2,SW2']))
  t.end()
})

t.test('SW2 in both places, inside a copy, or three times is refused', (t) => {
  t.equal(refusal({ ...kit('SW2'), pax3: ['SW2', 'n'] }), INVALID_KIT)
  t.equal(refusal({ ...kit('SW2'), pax3: ['n', 'n'] }), INVALID_KIT, 'even where pax3 is named as wild type')
  t.equal(refusal({ ...kit('To', 'SW2'), pax3: ['SW2', 'SW2'] }), INVALID_KIT)
  t.equal(refusal(kit('To+SW2')), INVALID_KIT)
  t.equal(refusal(kit('SW2+DW1', 'n')), INVALID_KIT)
  t.equal(refusal(kit('SW2', 'SW2', 'SW2')), INVALID_KIT)
  t.equal(refusal(kit('SW2', 'SW2', 'To', 'SW2')), INVALID_KIT)
  t.end()
})

t.test('common laboratory spellings are understood and answered in canonical spelling', (t) => {
  for (const [gene, alias, allele] of [
    ['lp', 'LP', 'Lp'],
    ['matp', 'N', 'n'],
    ['silver', 'N', 'n'],
    ['kit', 'TO', 'To'],
    ['kit', 'RN', 'Rn'],
    ['kit', 'W20', 'DW20'],
    ['kit', 'W1', 'DW1'],
    ['kit', 'N', 'n'],
  ] as const) {
    const sent = gene === 'kit' ? [alias] : [alias, 'n']
    const shown = gene === 'kit' ? [allele] : [allele, 'n']
    t.strictSame(echo({ ...BAY, [gene]: sent })[gene], shown, `${gene} ${alias}`)
  }
  t.strictSame(echo(kit('W20+TO', 'N'))['kit'], ['To+DW20'])
  t.strictSame(echo(kit('W20', 'DW20'))['kit'], ['DW20', 'DW20'])
  t.end()
})

t.test('every alias of every allele means that allele', (t) => {
  for (const { locus, group, noCopy, alleles } of ruleset.model.source.loci) {
    for (const row of alleles) {
      for (const alias of row.aliases) {
        const copies = (text: string): readonly string[] => (noCopy === undefined ? [text, text] : [text])
        const [meant, spelled] = [row.allele, alias].map((text) => answer({ ...BAY, [locus]: copies(text) }))
        t.strictSame(spelled, meant, `${group}.${locus} ${alias}`)
      }
    }
  }
  t.end()
})

t.test('whatever a single horse answers can be asked again and means the same horse', (t) => {
  const random = seeded(7)
  for (let i = 0; i < 500; i++) {
    const horse = randomHorse(ruleset.model.source, random)
    const first = answer(horse)
    const again = answer({ ...first.base, ...first.others })
    const [one, other] = [first, again].map(({ others, translate }) => ({ others, translate }))
    if (!isDeepStrictEqual(other, one)) t.strictSame(other, one, inWords(horse))
  }
  t.pass('500 horses')
  t.end()
})

t.test('whatever foal a cross answers can be asked alone and has the coat it was promised', (t) => {
  const random = seeded(11)
  const listed = [...listedGenotypes()]
  let asked = 0
  for (let i = 0; i < 40; i++) {
    const parent = (): Given => (random() < 0.3 ? oneOf(random, listed) : sparse(random))
    for (const { genotype, coat } of foals(parent(), parent()).results.slice(0, 60)) {
      const { base, others, translate } = answer(genotype)
      if (translate !== coat) t.equal(translate, coat, inWords(genotype))
      const shown = { ...base, ...others }
      if (inWords(shown) !== inWords(genotype)) t.equal(inWords(shown), inWords(genotype))
      asked++
    }
  }
  t.ok(asked > 500, `${asked} foals asked`)
  t.end()
})

/** A random horse that names few genes, so that crosses stay small. */
function sparse(random: () => number): Given {
  const whole = randomHorse(ruleset.model.source, random)
  const kept = Object.entries(whole).filter(([gene]) => gene in BAY || gene === 'kit' || random() < 0.3)
  return Object.fromEntries(kept)
}

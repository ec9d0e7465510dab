/**
 * The classic traps of coat genetics, each as a guarantee: what is hidden, what is carried, what masks what.
 */
import t from 'tap'
import { BAY, BLACK, CHESTNUT, asking, shareOf } from './asking.js'
import { shippedRuleset } from './shipped.js'

const { en, fr, both, answer, foals } = asking(await shippedRuleset())

t.test('a chestnut hides agouti', (t) => {
  for (const agouti of [
    ['A', 'A'],
    ['A', 'a'],
    ['a', 'a'],
  ]) {
    t.equal(both({ extension: ['e', 'e'], agouti }), 'Chestnut / Alezan', agouti.join('/'))
  }
  t.end()
})

t.test(
  'a chestnut hands its hidden agouti on: two chestnuts cannot have a bay, a chestnut and a black can',
  (t) => {
    const hidden = { extension: ['e', 'e'], agouti: ['A', 'A'] }
    t.strictSame(new Set(foals(hidden, hidden).results.map(({ coat }) => coat)), new Set(['Chestnut']))
    const black = { extension: ['E', 'E'], agouti: ['a', 'a'] }
    t.strictSame(new Set(foals(hidden, black).results.map(({ coat }) => coat)), new Set(['Bay']))
    t.end()
  },
)

t.test('a chestnut hides silver, in one copy or two, diluted or not', (t) => {
  for (const silver of [
    ['Z', 'n'],
    ['Z', 'Z'],
  ]) {
    t.equal(both({ ...CHESTNUT, silver }), 'Chestnut / Alezan')
    t.equal(both({ ...CHESTNUT, silver, matp: ['Cr', 'n'] }), 'Palomino / Palomino')
    t.equal(both({ ...CHESTNUT, silver, matp: ['Cr', 'Cr'], dun: ['D', 'D'] }), 'Cremello dun / Cremello dun')
    t.equal(both({ ...CHESTNUT, silver, champagne: ['Ch', 'n'] }), 'Gold champagne / Gold champagne')
  }
  t.end()
})

t.test('a chestnut that carries silver has silver foals with a black', (t) => {
  const carrier = { extension: ['e', 'e'], agouti: ['a', 'a'], silver: ['Z', 'n'] }
  const answered = foals(carrier, { extension: ['E', 'E'], agouti: ['a', 'a'] })
  t.equal(
    shareOf(answered, ({ coat }) => coat === 'Silver black'),
    50,
  )
  t.equal(
    shareOf(answered, ({ coat }) => coat === 'Black'),
    50,
  )
  t.end()
})

t.test('silver shows with one E and looks the same in one copy and two', (t) => {
  for (const extension of [
    ['E', 'E'],
    ['E', 'e'],
  ]) {
    for (const silver of [
      ['Z', 'n'],
      ['Z', 'Z'],
    ]) {
      t.equal(both({ extension, agouti: ['A', 'A'], silver }), 'Silver bay / Bai silver')
      t.equal(both({ extension, agouti: ['a', 'a'], silver }), 'Silver black / Noir silver')
    }
  }
  t.end()
})

t.test('a single pearl is invisible on every base, two are seen', (t) => {
  for (const [base, plain, pearl] of [
    [CHESTNUT, 'Chestnut / Alezan', 'Chestnut pearl / Alezan perle'],
    [BAY, 'Bay / Bai', 'Bay pearl / Bai perle'],
    [BLACK, 'Black / Noir', 'Black pearl / Noir perle'],
  ] as const) {
    t.equal(both({ ...base, matp: ['Prl', 'n'] }), plain)
    t.equal(both({ ...base, matp: ['Prl', 'Prl'] }), pearl)
  }
  t.end()
})

t.test(
  'cream beside pearl is a pseudo-double dilute: both words, neither cremello nor palomino alone',
  (t) => {
    t.equal(both({ ...CHESTNUT, matp: ['Cr', 'Prl'] }), 'Palomino pearl / Palomino perle')
    t.equal(both({ ...BAY, matp: ['Cr', 'Prl'] }), 'Buckskin pearl / Isabelle perle')
    t.equal(both({ ...BLACK, matp: ['Cr', 'Prl'] }), 'Smoky black pearl / Smoky black perle')
    t.end()
  },
)

t.test('one cream on black is hardly visible, and named all the same', (t) => {
  t.equal(both({ ...BLACK, matp: ['Cr', 'n'] }), 'Smoky black / Smoky black')
  t.end()
})

t.test('cream is counted: one copy and two have different names on every base', (t) => {
  for (const [base, one, two] of [
    [CHESTNUT, 'Palomino', 'Cremello'],
    [BAY, 'Buckskin', 'Perlino'],
    [BLACK, 'Smoky black', 'Smoky cream'],
  ] as const) {
    t.equal(en({ ...base, matp: ['Cr', 'n'] }), one)
    t.equal(en({ ...base, matp: ['Cr', 'Cr'] }), two)
  }
  t.end()
})

t.test('isabelle is the cream bay only: a bay dun is not', (t) => {
  t.equal(fr({ ...BAY, matp: ['Cr', 'n'] }), 'Isabelle')
  t.equal(fr({ ...BAY, dun: ['D', 'nd2'] }), 'Bai dun')
  t.end()
})

t.test('nd1 is not dun, alone, doubled or beside nd2', (t) => {
  for (const dun of [
    ['nd1', 'nd2'],
    ['nd1', 'nd1'],
    ['nd2', 'nd2'],
  ]) {
    t.equal(both({ ...BAY, dun }), 'Bay / Bai', dun.join('/'))
    t.equal(both({ ...BLACK, dun }), 'Black / Noir', dun.join('/'))
    t.equal(both({ ...CHESTNUT, dun }), 'Chestnut / Alezan', dun.join('/'))
  }
  t.end()
})

t.test('one D is dun, whatever lies on the other copy', (t) => {
  for (const other of ['D', 'nd1', 'nd2']) {
    t.equal(both({ ...BAY, dun: ['D', other] }), 'Bay dun / Bai dun')
    t.equal(both({ ...BLACK, dun: ['D', other] }), 'Grullo / Souris')
  }
  t.end()
})

t.test('champagne on black dun is classic champagne dun, never classic dun', (t) => {
  t.equal(en({ ...BLACK, champagne: ['Ch', 'n'], dun: ['D', 'nd2'] }), 'Classic champagne dun')
  t.equal(
    en({ ...BLACK, champagne: ['Ch', 'Ch'], dun: ['D', 'nd1'] }),
    'Classic champagne dun',
    'two Ch look like one',
  )
  t.end()
})

t.test('a grey foal is born coloured: its name keeps the birth coat, patterns inside', (t) => {
  t.equal(both({ ...BAY, grey: ['G', 'n'] }), 'Grey (born bay) / Gris (né bai)')
  t.equal(both({ ...BAY, grey: ['G', 'G'] }), 'Grey (born bay) / Gris (né bai)', 'two copies alike')
  t.equal(
    both({ ...BAY, grey: ['G', 'n'], kit: ['To'] }),
    'Grey (born bay tobiano) / Gris (né bai pie tobiano)',
  )
  t.equal(both({ ...BLACK, grey: ['G', 'n'], kit: ['Rn'] }), 'Grey (born blue roan) / Gris (né rouan bleu)')
  t.equal(
    both({ ...BAY, grey: ['G', 'n'], matp: ['Cr', 'Cr'], silver: ['Z', 'n'] }),
    'Grey (born silver perlino) / Gris (né perlino silver)',
  )
  t.equal(
    both({ ...CHESTNUT, grey: ['G', 'n'], lp: ['Lp', 'Lp'], patn1: ['PATN1', 'n'], pax3: ['SW2', 'n'] }),
    'Grey (born chestnut splashed white few-spot leopard) / Gris (né alezan pie splashed white few spot)',
  )
  t.end()
})

t.test('no horse is ever called grey without its birth coat', (t) => {
  for (const base of [CHESTNUT, BAY, BLACK]) {
    t.match(en({ ...base, grey: ['G', 'n'] }), /^Grey \(born \w+\)$/)
    t.match(fr({ ...base, grey: ['G', 'n'] }), /^Gris \(né \w+\)$/)
  }
  t.end()
})

t.test('dominant white hides every colour and pattern, grey too, and what it hides is told', (t) => {
  const horse = {
    ...BLACK,
    matp: ['Cr', 'Prl'],
    dun: ['D', 'D'],
    silver: ['Z', 'Z'],
    champagne: ['Ch', 'n'],
    grey: ['G', 'G'],
    kit: ['To+DW1', 'Rn'],
    lp: ['Lp', 'Lp'],
    patn1: ['PATN1', 'n'],
    pax3: ['SW2', 'n'],
  }
  t.equal(both(horse), 'Dominant white / Blanc dominant')
  const { explain } = answer(horse)
  t.strictSame(explain?.visible, ['dominant-white'])
  t.strictSame(
    explain?.hidden.map(({ token }) => token),
    [
      'black',
      'cream/1',
      'pearl',
      'dun',
      'champagne',
      'silver',
      'roan',
      'tobiano',
      'splashed-white',
      'few-spot',
      'grey',
    ],
  )
  t.strictSame([...new Set(explain?.hidden.map(({ by }) => by))], ['white-full'])
  t.end()
})

t.test('two sabino 1 make a white horse that hides grey; one does neither', (t) => {
  t.equal(both({ ...BAY, grey: ['G', 'n'], kit: ['SB1', 'SB1'] }), 'White (sabino) / Blanc (sabino)')
  t.equal(both({ ...BAY, kit: ['SB1'] }), 'Bay sabino / Bai pie sabino')
  t.equal(
    both({ ...BAY, grey: ['G', 'n'], kit: ['SB1'] }),
    'Grey (born bay sabino) / Gris (né bai pie sabino)',
  )
  t.end()
})

t.test('W20 alone is not white, in one copy or two', (t) => {
  t.equal(both({ ...BAY, kit: ['DW20'] }), 'Bay / Bai')
  t.equal(both({ ...BAY, kit: ['DW20', 'DW20'] }), 'Bay / Bai')
  for (const booster of ['DW32', 'DW34', 'DW35'])
    t.equal(both({ ...BAY, kit: [booster, booster] }), 'Bay / Bai', booster)
  t.equal(both({ ...BAY, kit: ['DW20', 'DW32'] }), 'Bay / Bai', 'nor do two different boosters')
  t.equal(both({ ...BAY, kit: ['To', 'DW20'] }), 'Bay tobiano / Bai pie tobiano')
  t.end()
})

/** Variants that leave colour, of which the name has the laboratory's number. */
const PARTIAL = [5, 6, 8, 10, 12, 15, 16, 18, 19, 21, 22, 28, 31, 33]

t.test('W20 with W5 or W22 is white; with another partial variant both are named', (t) => {
  t.equal(en({ ...BAY, kit: ['DW5', 'DW20'] }), 'Dominant white')
  t.equal(en({ ...BAY, kit: ['DW20', 'DW22'] }), 'Dominant white')
  t.equal(en({ ...BAY, kit: ['DW5+DW20', 'n'] }), 'Dominant white', 'on one copy too')
  for (const partial of PARTIAL.filter((number) => number !== 5 && number !== 22))
    t.equal(en({ ...BAY, kit: [`DW${partial}`, 'DW20'] }), `Bay with white spotting (W${partial}, W20)`)
  for (const booster of ['DW32', 'DW34', 'DW35'])
    t.equal(en({ ...BAY, kit: ['DW5', booster] }), 'Bay with white spotting (W5)', `${booster} is no W20`)
  t.end()
})

t.test('each W variant has the expression class of the reference', (t) => {
  for (const full of [1, 2, 3, 4, 7, 9, 11, 13, 14, 17, 23, 24, 25, 26, 27, 30])
    t.equal(both({ ...BAY, kit: [`DW${full}`] }), 'Dominant white / Blanc dominant', `W${full}`)
  for (const partial of PARTIAL)
    t.equal(
      both({ ...BAY, kit: [`DW${partial}`] }),
      `Bay with white spotting (W${partial}) / Bai pie (W${partial})`,
    )
  for (const booster of [20, 32, 34, 35])
    t.equal(both({ ...BAY, kit: [`DW${booster}`] }), 'Bay / Bai', `W${booster}`)
  t.end()
})

t.test('two partial variants are white on one copy or on two, and two of the same', (t) => {
  for (const kit of [
    ['DW5', 'DW10'],
    ['DW5+DW10'],
    ['DW5+DW10', 'n'],
    ['DW6', 'DW19'],
    ['DW8', 'DW8'],
    ['To+DW5', 'Rn+DW10'],
  ]) {
    t.equal(both({ ...BAY, kit }), 'Dominant white / Blanc dominant', kit.join('/'))
  }
  t.end()
})

t.test('pattern-1 without leopard complex is invisible and inherited', (t) => {
  for (const patn1 of [
    ['PATN1', 'n'],
    ['PATN1', 'PATN1'],
  ])
    t.equal(both({ ...BAY, patn1 }), 'Bay / Bai')
  const answered = foals({ ...BAY, patn1: ['PATN1', 'PATN1'] }, { ...BAY, lp: ['Lp', 'Lp'] })
  t.ok(
    answered.results.every(({ coat }) => coat.endsWith(' leopard')),
    'every foal of Lp/Lp is a leopard',
  )
  t.end()
})

t.test('two Lp lose the spots, so a second Lp is never the leopard', (t) => {
  t.equal(both({ ...BAY, lp: ['Lp', 'n'] }), 'Bay leopard complex / Bai tacheté (complexe léopard)')
  t.equal(
    both({ ...BAY, lp: ['Lp', 'Lp'] }),
    'Bay leopard complex (two copies) / Bai tacheté (complexe léopard, deux copies)',
  )
  for (const patn1 of [
    ['PATN1', 'n'],
    ['PATN1', 'PATN1'],
  ]) {
    t.equal(both({ ...BAY, lp: ['Lp', 'n'], patn1 }), 'Bay leopard / Bai léopard')
    t.equal(both({ ...BAY, lp: ['Lp', 'Lp'], patn1 }), 'Bay few-spot leopard / Bai few spot')
  }
  t.end()
})

t.test('a horse with two tobianos carries roan only on a tobiano copy, and shows it', (t) => {
  t.equal(both({ ...BAY, kit: ['To+Rn', 'To'] }), 'Bay roan tobiano / Bai rouan pie tobiano')
  const answered = foals({ ...BAY, kit: ['To+Rn', 'To'] }, BAY)
  t.equal(
    shareOf(answered, ({ coat }) => coat.includes('tobiano')),
    100,
    'every foal is a tobiano',
  )
  t.equal(
    shareOf(answered, ({ coat }) => coat.includes('roan')),
    50,
  )
  t.end()
})

t.test(
  'tobiano, roan and sabino 1 share one gene: from two copies a foal gets exactly one, from one copy both or neither',
  (t) => {
    const trans = foals({ ...BAY, kit: ['To', 'Rn'] }, BAY)
    t.equal(
      shareOf(trans, ({ coat }) => coat.includes('tobiano') && coat.includes('roan')),
      0,
    )
    t.equal(
      shareOf(trans, ({ coat }) => coat.includes('tobiano') || coat.includes('roan')),
      100,
    )
    const cis = foals({ ...BAY, kit: ['To+Rn', 'n'] }, BAY)
    t.equal(
      shareOf(cis, ({ coat }) => coat.includes('tobiano') && coat.includes('roan')),
      50,
    )
    t.equal(
      shareOf(cis, ({ coat }) => coat.includes('tobiano') !== coat.includes('roan')),
      0,
    )
    t.end()
  },
)

t.test(
  'SW2 segregates as PAX3, not as KIT: a foal can get both it and a KIT variant from one parent',
  (t) => {
    const answered = foals({ ...BAY, kit: ['To', 'SW2'] }, BAY)
    t.equal(
      shareOf(answered, ({ coat }) => coat.includes('tobiano') && coat.includes('splashed white')),
      25,
    )
    t.equal(
      shareOf(answered, ({ coat }) => coat.includes('splashed white')),
      50,
    )
    t.end()
  },
)

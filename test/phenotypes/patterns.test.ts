/**
 * Names of patterns: their words, their order, and where roan has a word of its own.
 */
import t from 'tap'
import { BAY, BLACK, CHESTNUT, asking } from './asking.js'
import { shippedRuleset } from './shipped.js'

const { both } = asking(await shippedRuleset())

t.test('roan on an undiluted base: red, bay and blue roan; aubère, bai rouan and rouan bleu', (t) => {
  t.equal(both({ ...CHESTNUT, kit: ['Rn'] }), 'Red roan / Aubère')
  t.equal(both({ ...BAY, kit: ['Rn'] }), 'Bay roan / Bai rouan')
  t.equal(both({ ...BLACK, kit: ['Rn'] }), 'Blue roan / Rouan bleu')
  t.end()
})

t.test('a diluted horse is its colour and roan: no dilution is ever lost in red or blue roan', (t) => {
  const roan = { kit: ['Rn'] }
  for (const [horse, name] of [
    [{ ...BLACK, dun: ['D', 'nd2'] }, 'Grullo roan / Souris rouan'],
    [{ ...CHESTNUT, dun: ['D', 'nd2'] }, 'Red dun roan / Alezan dun rouan'],
    [{ ...CHESTNUT, matp: ['Cr', 'n'] }, 'Palomino roan / Palomino rouan'],
    [{ ...BAY, matp: ['Cr', 'n'] }, 'Buckskin roan / Isabelle rouan'],
    [{ ...BLACK, matp: ['Cr', 'n'] }, 'Smoky black roan / Smoky black rouan'],
    [{ ...CHESTNUT, matp: ['Prl', 'Prl'] }, 'Chestnut pearl roan / Alezan perle rouan'],
    [{ ...BLACK, matp: ['Prl', 'Prl'] }, 'Black pearl roan / Noir perle rouan'],
    [{ ...BLACK, silver: ['Z', 'n'] }, 'Silver black roan / Noir silver rouan'],
    [{ ...BAY, silver: ['Z', 'n'] }, 'Silver bay roan / Bai silver rouan'],
    [{ ...CHESTNUT, champagne: ['Ch', 'n'] }, 'Gold champagne roan / Gold champagne rouan'],
    [
      { ...BLACK, matp: ['Prl', 'Prl'], silver: ['Z', 'n'] },
      'Silver black pearl roan / Noir perle silver rouan',
    ],
    [
      { ...BLACK, matp: ['Cr', 'Prl'], dun: ['D', 'D'], champagne: ['Ch', 'n'], silver: ['Z', 'n'] },
      'Silver classic cream champagne dun pearl roan / Classic cream champagne dun perle silver rouan',
    ],
  ] as const) {
    t.equal(both({ ...horse, ...roan }), name)
  }
  t.end()
})

t.test('other patterns follow red and blue roan', (t) => {
  t.equal(both({ ...CHESTNUT, kit: ['To', 'Rn'] }), 'Red roan tobiano / Aubère pie tobiano')
  t.equal(
    both({ ...BLACK, kit: ['Rn'], lp: ['Lp', 'n'] }),
    'Blue roan leopard complex / Rouan bleu tacheté (complexe léopard)',
  )
  t.end()
})

t.test('several patterns stand in one order: roan, tobiano, sabino, splashed white, leopard, W', (t) => {
  const all = { kit: ['To+SB1', 'Rn+DW5'], pax3: ['SW2', 'n'] }
  for (const [lp, patn1, en, fr] of [
    [['Lp', 'n'], ['n', 'n'], 'leopard complex', 'tacheté (complexe léopard)'],
    [['Lp', 'Lp'], ['n', 'n'], 'leopard complex (two copies)', 'tacheté (complexe léopard, deux copies)'],
    [['Lp', 'n'], ['PATN1', 'n'], 'leopard', 'léopard'],
    [['Lp', 'Lp'], ['PATN1', 'PATN1'], 'few-spot leopard', 'few spot'],
  ] as const) {
    t.equal(
      both({ ...BAY, ...all, lp, patn1 }),
      `Bay roan tobiano sabino splashed white ${en} with W5 / ` +
        `Bai rouan pie tobiano sabino splashed white (W5) ${fr}`,
    )
  }
  t.end()
})

t.test('the order of patterns is the same whichever two meet', (t) => {
  const leopard = [{ lp: ['Lp', 'n'] }, 'leopard complex', 'tacheté (complexe léopard)'] as const
  const white = [{ kit: ['DW10'] }, 'with white spotting (W10)', 'pie (W10)'] as const
  const words = [
    [{ kit: ['Rn'] }, 'roan', 'rouan'],
    [{ kit: ['To'] }, 'tobiano', 'pie tobiano'],
    [{ kit: ['SB1'] }, 'sabino', 'pie sabino'],
    [{ pax3: ['SW2', 'SW2'] }, 'splashed white', 'pie splashed white'],
  ] as const
  const inEnglish = [...words, leopard, white]
  const inFrench = [...words, white, leopard]
  for (const [first, ...firstWords] of inEnglish)
    for (const [second, ...secondWords] of inEnglish.slice(
      inEnglish.findIndex(([own]) => own === first) + 1,
    )) {
      const kit = [...('kit' in first ? first.kit : []), ...('kit' in second ? second.kit : [])]
      const horse = { ...BAY, ...first, ...second, ...(kit.length > 0 ? { kit } : {}) }
      const ofBoth = ([own]: (typeof inFrench)[number]): boolean => own === first || own === second
      const [one = '', other = ''] = inFrench.filter(ofBoth).map(([, , french]) => french)
      const french = `Bai ${one} ${one.startsWith('pie') ? other.replace(/^pie /, '') : other}`
      const english = `Bay ${firstWords[0]} ${secondWords[0]}`
      const said = english.replace('white with white spotting (W10)', 'white with W10')
      t.equal(both(horse), `${said} / ${french}`)
    }
  t.end()
})

t.test('one pie heads all white patterns in French', (t) => {
  const frame = { frame: ['O', 'n'] }
  const splashed = { pax3: ['SW2', 'n'] }
  for (const [given, name] of [
    [{ kit: ['SB1'], ...frame, ...splashed }, 'pie sabino overo (frame) splashed white'],
    [{ kit: ['To'], ...frame, ...splashed }, 'pie tovero splashed white'],
    [{ kit: ['To', 'SB1'] }, 'pie tobiano sabino'],
    [{ ...frame, ...splashed }, 'pie overo (frame) splashed white'],
    [{ kit: ['DW5'], ...frame }, 'pie overo (frame) et W5'],
    [{ kit: ['SB1', 'DW5'] }, 'pie sabino (W5)'],
  ] as const) {
    const [, fr] = both({ ...BAY, ...given }).split(' / ')
    t.equal(fr, `Bai ${name}`)
  }
  t.end()
})

t.test('tobiano, sabino and splashed white alone have pie before their name in French', (t) => {
  t.equal(both({ ...BAY, kit: ['To'] }), 'Bay tobiano / Bai pie tobiano')
  t.equal(both({ ...BAY, kit: ['SB1'] }), 'Bay sabino / Bai pie sabino')
  t.equal(both({ ...BAY, kit: ['SW2'] }), 'Bay splashed white / Bai pie splashed white')
  t.end()
})

t.test('one copy or two of tobiano, roan, splashed white and grey look alike', (t) => {
  for (const [one, two] of [
    [{ kit: ['To'] }, { kit: ['To', 'To'] }],
    [{ kit: ['Rn'] }, { kit: ['Rn', 'Rn'] }],
    [{ pax3: ['SW2', 'n'] }, { pax3: ['SW2', 'SW2'] }],
    [{ grey: ['G', 'n'] }, { grey: ['G', 'G'] }],
  ] as const) {
    t.equal(both({ ...BAY, ...one }), both({ ...BAY, ...two }))
  }
  t.end()
})

/**
 * Which genotypes are suspected of not living, which are not, and that none is ever left out or renamed.
 */
import t from 'tap'
import type { Given } from '../../src/rules/tables.js'
import { BAY, CHESTNUT, asking, shareOf } from './asking.js'
import { inWords, shippedRuleset } from './shipped.js'

const ruleset = await shippedRuleset()
const { answer, both, foals } = asking(ruleset)

function statusOf(horse: Given): string {
  const viability = answer(horse).explain?.viability
  return viability === undefined ? 'viable' : `${viability.status}, ${viability.evidence}`
}

t.test('two copies of one full white variant are suspected, never called lethal', (t) => {
  for (const number of [1, 2, 3, 4, 7, 9, 11, 13, 14, 17, 23, 24, 25, 26, 27, 30]) {
    const full = `DW${number}`
    t.match(statusOf({ ...BAY, kit: [full, full] }), /^suspected, /, full)
    t.equal(both({ ...BAY, kit: [full, full] }), 'Dominant white / Blanc dominant', 'it keeps its name')
  }
  t.end()
})

t.test('two copies of W5, W10 or W22 are suspected, whatever else lies beside them', (t) => {
  for (const white of ['DW5', 'DW10', 'DW22']) {
    t.match(statusOf({ ...BAY, kit: [white, white] }), /^suspected, /, white)
    t.match(statusOf({ ...BAY, kit: [`To+${white}`, white] }), /^suspected, /, `To+${white}`)
    t.equal(statusOf({ ...BAY, kit: [white] }), 'viable', `one ${white}`)
  }
  t.end()
})

t.test('one copy of a full variant is viable', (t) => {
  t.equal(statusOf({ ...BAY, kit: ['DW1'] }), 'viable')
  t.equal(statusOf({ ...BAY, kit: ['DW13', 'To'] }), 'viable')
  t.end()
})

t.test('two roans live: the old claim is refuted', (t) => {
  t.equal(statusOf({ ...BAY, kit: ['Rn', 'Rn'] }), 'viable')
  const answered = foals({ ...BAY, kit: ['Rn'] }, { ...BAY, kit: ['Rn'] })
  t.equal(answered.live_foal_percentage, undefined)
  t.equal(answered.suspected_loss_percentage, undefined)
  t.equal(
    shareOf(answered, ({ genotype }) => genotype['kit']?.join() === 'Rn,Rn'),
    25,
  )
  t.end()
})

t.test('every other homozygote is viable', (t) => {
  const doubled: readonly Given[] = [
    ...['To', 'SB1', 'DW20', 'DW32', 'DW34', 'DW15', 'DW19'].map((kit) => ({ kit: [kit, kit] })),
    { lp: ['Lp', 'Lp'] },
    { silver: ['Z', 'Z'] },
    { grey: ['G', 'G'] },
    { matp: ['Cr', 'Cr'] },
    { matp: ['Prl', 'Prl'] },
    { dun: ['D', 'D'] },
    { champagne: ['Ch', 'Ch'] },
    { patn1: ['PATN1', 'PATN1'] },
    { pax3: ['SW2', 'SW2'] },
    { kit: ['SW2', 'SW2'] },
  ]
  for (const genes of doubled) {
    for (const base of [BAY, CHESTNUT]) t.equal(statusOf({ ...base, ...genes }), 'viable', inWords(genes))
  }
  t.end()
})

t.test('two different W variants get a note and no judgement: the interface lists DW1 with DW21', (t) => {
  for (const kit of [
    ['DW1', 'DW21'],
    ['DW5', 'DW10'],
    ['DW1', 'DW2'],
    ['DW5', 'DW20'],
    ['DW1+DW20', 'n'],
  ]) {
    const { notes, explain } = answer({ ...BAY, kit })
    t.equal(explain?.viability, undefined, kit.join('/'))
    t.strictSame(
      notes?.map(({ code, field }) => [code, field]),
      [['two-different-w', 'others.kit']],
    )
  }
  for (const kit of [['DW1'], ['DW20', 'DW20'], ['DW1', 'To'], ['DW5', 'SB1'], ['DW5', 'SW2']]) {
    t.equal(answer({ ...BAY, kit }).notes, undefined, kit.join('/'))
  }
  t.end()
})

t.test('a suspected foal is named, counted, and kept in the list', (t) => {
  const answered = foals({ ...BAY, kit: ['DW1'] }, { ...BAY, kit: ['DW1'] })
  const suspected = answered.results.filter(({ viability }) => viability !== undefined)
  t.equal(
    shareOf(answered, ({ viability }) => viability?.status === 'suspected'),
    25,
  )
  t.equal(answered.suspected_loss_percentage, 25)
  t.equal(answered.live_foal_percentage, undefined, 'only lethal foals are subtracted')
  t.ok(suspected.every(({ coat }) => coat === 'Dominant white'))
  t.equal(
    shareOf(answered, () => true),
    100,
  )
  t.end()
})

t.test('in a cross the note about two different W stands once', (t) => {
  const answered = foals({ ...BAY, kit: ['DW1'] }, { ...BAY, kit: ['DW21'] })
  t.strictSame(
    answered.notes?.map(({ code, field }) => [code, field]),
    [['two-different-w', 'results']],
  )
  t.end()
})

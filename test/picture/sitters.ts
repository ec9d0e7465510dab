/** The horses of docs/coats.svg and docs/coats-row.svg. */
import type { Given } from '../../src/rules/tables.js'
import { BAY, BLACK, CHESTNUT } from '../phenotypes/asking.js'
import type { Sitter } from './sheet.js'

const on = (base: Given, more: Given = {}): Sitter => ({ horse: { ...base, ...more } })
/** The same genes on chestnut, bay and black. */
const onAll = (more: Given): readonly Sitter[] => [CHESTNUT, BAY, BLACK].map((base) => on(base, more))

const CREAM = { matp: ['Cr', 'n'] }
const CREAMS = { matp: ['Cr', 'Cr'] }
const DUN = { dun: ['D', 'nd2'] }
const SILVER = { silver: ['Z', 'n'] }
const CHAMPAGNE = { champagne: ['Ch', 'n'] }
const GREY = { grey: ['G', 'n'] }
const LEOPARD = { lp: ['Lp', 'n'], patn1: ['PATN1', 'n'] }

export const SITTERS: readonly Sitter[] = [
  ...onAll({}),
  ...onAll(CREAM),
  ...onAll(CREAMS),
  ...onAll(DUN),
  ...onAll({ ...CREAM, ...DUN }),
  on(BAY, SILVER),
  on(BLACK, SILVER),
  on(BLACK, { ...SILVER, ...DUN }),
  on(BLACK, { ...SILVER, ...CREAM }),
  ...onAll(CHAMPAGNE),
  on(CHESTNUT, { ...CHAMPAGNE, ...CREAM }),
  ...onAll({ matp: ['Prl', 'Prl'] }),
  on(CHESTNUT, { matp: ['Cr', 'Prl'] }),
  on(BAY, { matp: ['Cr', 'Prl'] }),
  on(CHESTNUT, { matp: ['Sno', 'Sno'] }),
  on(CHESTNUT, { mushroom: ['Mu', 'Mu'] }),
  ...onAll({ kit: ['Rn'] }),
  on(BLACK, { ...DUN, kit: ['Rn'] }),
  on(CHESTNUT, { ...CREAM, kit: ['Rn'] }),
  ...onAll({ kit: ['To'] }),
  on(CHESTNUT, { ...CREAM, kit: ['To'] }),
  on(CHESTNUT, { frame: ['O', 'n'] }),
  on(BLACK, { frame: ['O', 'n'] }),
  on(BAY, { kit: ['To'], frame: ['O', 'n'] }),
  on(BAY, { mitf: ['SW1', 'SW1'] }),
  on(BLACK, { mitf: ['SW1', 'SW1'] }),
  on(CHESTNUT, { kit: ['SB1'] }),
  on(BAY, { kit: ['SB1'] }),
  on(CHESTNUT, { kit: ['DW10'] }),
  on(BLACK, { kit: ['DW10'] }),
  on(CHESTNUT, LEOPARD),
  on(BLACK, LEOPARD),
  on(BAY, { ...LEOPARD, lp: ['Lp', 'Lp'] }),
  on(BAY, { lp: ['Lp', 'Lp'] }),
  { ...on(CHESTNUT, { lp: ['Lp', 'n'] }), called: 'Blanket (Lp)' },
  { ...on(BLACK, { lp: ['Lp', 'n'] }), called: 'Varnish roan (Lp)' },
  on(CHESTNUT, { ...CREAM, ...LEOPARD }),
  on(BAY, { brindle: ['BR1', 'n'] }),
  on(CHESTNUT, { brindle: ['BR1', 'n'] }),
  { ...on(BLACK, GREY), age: 2, called: 'Grey at 2 years' },
  { ...on(BLACK, GREY), age: 6, called: 'Grey at 6 years' },
  { ...on(BLACK, GREY), age: 11, called: 'Grey at 11 years' },
  { ...on(CHESTNUT, GREY), age: 16, called: 'Grey at 16 years' },
  { ...on(BAY, GREY), age: 3, called: 'Grey (born bay) at 3 years' },
  on(BAY, { kit: ['SB1', 'SB1'] }),
  on(BAY, { kit: ['DW2'] }),
]

export const ROW: readonly Sitter[] = [
  on(BAY),
  on(CHESTNUT, CREAM),
  on(BLACK, DUN),
  on(BLACK, { kit: ['To'] }),
  { ...on(BLACK, GREY), age: 6 },
  on(CHESTNUT, LEOPARD),
]

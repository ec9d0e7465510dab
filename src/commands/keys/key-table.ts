/**
 * All keys in a table that fits a terminal of 80 columns.
 * Guarantees: one line a key; only names are cut, and only as far as the other columns demand.
 * Leaves to others: everything else about a key (`keys show`).
 */
import type { KeyRecord, Usage } from '../../access/ports.js'
import { aligned, cut, lengthOf } from '../columns.js'
import { standingOf } from './key-text.js'
import { dayText } from '../moment-options.js'

const TERMINAL = 80
const SHORTEST_NAME = 12

const HEAD = ['ID', 'NAME', 'PLAN', 'STATUS', 'TODAY', 'MONTH', 'LAST USED']
const NAME = 1
const NUMBERS = [0, 4, 5]

export function keyTable(entries: readonly (readonly [KeyRecord, Usage])[]): string {
  if (entries.length === 0) return 'There are no keys yet.'
  const rows = entries.map(([key, usage]) => [
    String(key.id),
    key.name,
    key.plan,
    standingOf(key),
    String(usage.day),
    String(usage.month),
    key.lastUsedAt === null ? 'never' : dayText(key.lastUsedAt),
  ])
  const table = [HEAD, ...rows]
  const others = HEAD.map((_, column) =>
    column === NAME ? 0 : 2 + Math.max(...table.map((row) => lengthOf(row[column] ?? ''))),
  )
  const room = Math.max(SHORTEST_NAME, TERMINAL - others.reduce((sum, width) => sum + width, 0))
  const fitted = table.map((row) => row.map((cell, column) => (column === NAME ? cut(cell, room) : cell)))
  return aligned(fitted, NUMBERS)
}

/**
 * What outcomes do, as text: equal texts mean that no answer can tell the outcomes apart but by their reasons.
 */
import type { RuleRow } from '../../rules/tables.js'

/** All that these rules do together; order and repetition mean nothing. */
export function effectOf(fired: readonly RuleRow[]): string {
  const lines = fired.flatMap((rule) => [
    ...rule.then.map((token) => `then ${token}`),
    ...(rule.hides === 'all' ? [`hides all but ${[...rule.but, ...rule.then].sort().join(' ')}`] : []),
    ...(rule.hides === 'all' ? [] : rule.hides.map((token) => `hides ${token}`)),
    ...(rule.viability === undefined ? [] : [`viability ${JSON.stringify(rule.viability)}`]),
    ...rule.notes.map((id) => `note ${id}`),
    ...Object.entries(rule.remarks).flatMap(([kind, ids]) => ids.map((id) => `${kind} ${id}`)),
    ...(rule.penetrance === undefined ? [] : [`penetrance ${rule.id} ${rule.penetrance}`]),
  ])
  return [...new Set(lines)].sort().join('\n')
}

/**
 * Hiding that takes away what it is meant to show: a rule that hides its own token, or two that hide each other's.
 * Guarantees: two rules are told only where some genotype lets both decide, with the smallest one.
 */
import { carriedText } from '../../model/space/smallest-example.js'
import { surveySpace } from '../../model/space/space.js'
import type { CompiledTable, Model, Outcome } from '../../model/model.js'
import { warning, type Diagnostic } from '../../rules/diagnostic.js'
import type { RuleRow } from '../../rules/tables.js'

export function hidingLoops(model: Model): readonly Diagnostic[] {
  const rules = model.tables.flatMap((table) => table.source.rules.map((rule) => ({ table, rule })))
  const hiders = rules.filter(({ rule }) => rule.then.length > 0 && rule.hides.length > 0)
  return hiders.flatMap(({ table, rule }, i) => [
    ...ownToken(rule),
    ...hiders.slice(i + 1).flatMap((later) => {
      const isLoop = hidesAllOf(rule, later.rule) && hidesAllOf(later.rule, rule)
      return isLoop ? bothHidden(model, [table, later.table], rule, later.rule) : []
    }),
  ])
}

function ownToken({ id, then, hides, place }: RuleRow): readonly Diagnostic[] {
  const own = hides === 'all' ? undefined : then.find((token) => hides.includes(token))
  if (own === undefined) return []
  return [
    warning('HIDE_CYCLE', place, {
      what: `the rule ${id} hides the token "${own}" that it gives.`,
      why: 'Nobody sees it, wherever the rule holds.',
      fix: 'take it out of hides, or out of then.',
    }),
  ]
}

/** Whether nothing that the other gives is seen beside this rule; of two that hide all the earlier one stays. */
function hidesAllOf(rule: RuleRow, { then, hides }: RuleRow): boolean {
  if (rule.hides !== 'all') return then.every((token) => rule.hides.includes(token))
  return hides !== 'all' && !then.some((token) => rule.but.includes(token) || rule.then.includes(token))
}

function bothHidden(
  model: Model,
  tables: readonly CompiledTable[],
  rule: RuleRow,
  later: RuleRow,
): readonly Diagnostic[] {
  const isBoth = (outcomes: readonly Outcome[]): boolean =>
    [rule, later].every((each) => outcomes.some(({ fired }) => fired.includes(each)))
  const space = surveySpace(model, {
    only: (table) => tables.includes(table),
    keyOf: (outcomes) => String(isBoth(outcomes)),
    tellApart: ({ fired }) => fired.map(({ id }) => id).join(),
  })
  const shown = space.flatMap(({ parts }) => parts).find(({ outcomes }) => isBoth(outcomes))
  if (shown === undefined) return []
  return [
    warning('HIDE_CYCLE', later.place, {
      what: `the rules ${rule.id} and ${later.id} hide each other: where both hold, neither ${rule.then.join(', ')} nor ${later.then.join(', ')} is seen.`,
      why: 'Hiding is applied once, to all that was given.',
      fix: 'let one of the two hide the other, or narrow one of them.',
      examples: [carriedText(model.loci, shown.example)],
    }),
  ]
}

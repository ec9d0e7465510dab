/**
 * Finds what has no effect: rules that never decide or change nothing, rules that hide what they are meant to show,
 * and loci that a table need not read.
 * Guarantees: exact, from the filled tables; an idle rule is reported once, with the first applicable reason; two
 * rules hide each other only if some genotype fires both.
 */
import type { CompiledTable, Model, Outcome, TableColumn } from '../../model/model.js'
import { carriedText } from '../../model/space/smallest-example.js'
import { surveySpace } from '../../model/space/space.js'
import { hint, warning, type Diagnostic, type Wording } from '../../rules/diagnostic.js'
import type { RuleRow } from '../../rules/tables.js'
import { conditionTexts, effectOf } from './rule-texts.js'

/** A diagnostic for a rule that never decides, or that makes no difference. @param isDrawn whether pictures depend on it */
export function idleRule(table: CompiledTable, rule: RuleRow, isDrawn: boolean): Diagnostic | undefined {
  const firing = table.outcomes.filter(({ fired }) => fired.includes(rule))
  if (firing.length > 0) return isDrawn ? undefined : redundant(table, rule, firing)
  const passedOver = table.outcomes.filter(({ overridden }) => overridden.includes(rule))
  if (passedOver.length === 0) {
    return warning('UNREACHABLE', rule.place, {
      what: `the rule ${rule.id} holds for no genotype.`,
      why: `Its conditions exclude each other: ${conditionTexts(rule).join('; ')}.`,
      fix: 'correct the conditions, or remove the rule.',
    })
  }
  const decides = (other: RuleRow): boolean => passedOver.some(({ fired }) => fired.includes(other))
  const deciding = table.source.rules.filter(decides).map(({ id }) => id)
  return warning('SHADOWED', rule.place, {
    what: `the rule ${rule.id} never decides: wherever it holds, one above it holds too (${deciding.join(', ')}).`,
    why: 'Under hit: first the first rule that holds decides.',
    fix: 'move it up, narrow the rules above it, or remove it.',
    examples: passedOver.slice(0, 1).map(({ shownBy }) => shownBy),
  })
}

/** A rule whose removal would change no genotype. @param firing the outcomes in which it fires */
function redundant(
  { source: { hit } }: CompiledTable,
  rule: RuleRow,
  firing: readonly Outcome[],
): Diagnostic | undefined {
  const isIdle = ({ fired, overridden }: Outcome): boolean => {
    const others = hit === 'collect' ? fired.filter((other) => other !== rule) : overridden.slice(0, 1)
    if (hit === 'first' && others.length === 0) return false
    return effectOf(others) === effectOf(fired)
  }
  if (hit === 'unique' || !firing.every(isIdle)) return undefined
  const reason =
    hit === 'first'
      ? 'without it, the next rule that holds has the same effect'
      : effectOf([rule]) === ''
        ? 'it gives, hides and reports nothing'
        : 'other rules that hold with it have the same effect'
  return warning('REDUNDANT', rule.place, {
    what: `the rule ${rule.id} makes no difference to any genotype: ${reason}.`,
    fix: 'remove it, or correct what it does.',
    examples: firing.slice(0, 1).map(({ shownBy }) => shownBy),
  })
}

/** Loci that a table declares to read although none of its decisions depends on them. */
export function idleLoci(table: CompiledTable, loci: Model['loci']): readonly Diagnostic[] {
  return table.source.reads.flatMap((key) => {
    const index = loci.findIndex((locus) => locus.key === key)
    const column = table.columns.find(({ locus }) => locus === index)
    if (column !== undefined && tellsApart(table, column)) return []
    const unread: Wording = {
      what: `the table ${table.name} reads ${key}, but none of its rules uses it.`,
      fix: `remove ${key} from its reads, or add the rule that needs it.`,
    }
    const unneeded: Wording = {
      what: `the rules of the table ${table.name} test ${key}, but no result depends on it.`,
      fix: `remove ${key} from its reads and rules, or correct the rule that should need it.`,
    }
    const wording = column === undefined ? unread : unneeded
    return [hint('NON_DISCRIMINATING_LOCUS', table.source.place, wording)]
  })
}

/** Whether two genotypes that differ only at this locus are decided by different rules. */
function tellsApart({ cells, outcomes }: CompiledTable, { stride, classes }: TableColumn): boolean {
  return cells.some((_, cell) => {
    if (Math.floor(cell / stride) % classes !== 0) return false
    const decided = Array.from({ length: classes }, (_, c) => outcomes[cells[cell + c * stride] ?? -1])
    // Ignores cells that no genotype reaches.
    const rules = decided.flatMap((outcome) => outcome?.fired.map(({ id }) => id).join() ?? [])
    return new Set(rules).size > 1
  })
}

/** Rules that hide their own token, and pairs of rules that hide each other's. */
export function hidingLoops(model: Model): readonly Diagnostic[] {
  const rules = model.tables.flatMap((table) => table.source.rules.map((rule) => ({ table, rule })))
  const hiders = rules.filter(({ rule }) => rule.then.length > 0 && rule.hides.length > 0)
  return hiders.flatMap(({ table, rule }, i) => [
    ...ownToken(rule),
    ...hiders
      .slice(i + 1)
      .filter((later) => hidesAllOf(rule, later.rule) && hidesAllOf(later.rule, rule))
      .flatMap((later) => bothHidden(model, [table, later.table], rule, later.rule)),
  ])
}

function ownToken({ id, then, hides, place }: RuleRow): readonly Diagnostic[] {
  const hiddenToken = hides === 'all' ? undefined : then.find((token) => hides.includes(token))
  if (hiddenToken === undefined) return []
  const what = `the rule ${id} hides the token "${hiddenToken}" that it gives.`
  const why = 'The token is never visible.'
  return [warning('HIDE_CYCLE', place, { what, why, fix: 'remove it from hides or from then.' })]
}

/** Whether this rule hides everything that the other gives. If both hide all, the earlier one stays visible. */
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
      what: `the rules ${rule.id} and ${later.id} hide each other: where both hold, neither ${rule.then.join(', ')} nor ${later.then.join(', ')} is visible.`,
      why: 'Hiding is applied once, to all that was given.',
      fix: 'let one of the two hide the other, or narrow one of them.',
      examples: [carriedText(model.loci, shown.example)],
    }),
  ]
}

/**
 * Rules that never decide or change nothing, and loci that a table reads for nothing.
 * Guarantees: exact, from the filled tables; a rule is told once, for the first of these reasons.
 */
import type { CompiledTable, Model, Outcome, TableColumn } from '../../model/model.js'
import { hint, warning, type Diagnostic } from '../../rules/diagnostic.js'
import type { RuleRow } from '../../rules/tables.js'
import { conditionTexts, effectOf } from './wording.js'

/** Whether a rule decides anything, and whether anything depends on it. */
export function idleRule(table: CompiledTable, rule: RuleRow): Diagnostic | undefined {
  const firing = table.outcomes.filter(({ fired }) => fired.includes(rule))
  if (firing.length > 0) return redundant(table, rule, firing)
  const passedOver = table.outcomes.filter(({ overridden }) => overridden.includes(rule))
  if (passedOver.length === 0) {
    return warning('UNREACHABLE', rule.place, {
      what: `the rule ${rule.id} holds for no genotype at all.`,
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

/** A rule without which every genotype would come out the same. @param firing the outcomes that it decides */
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
      ? 'without it the next one that holds would do the same'
      : effectOf([rule]) === ''
        ? 'it gives, hides and tells nothing'
        : 'others that hold with it do the same'
  return warning('REDUNDANT', rule.place, {
    what: `the rule ${rule.id} makes no difference to any genotype: ${reason}.`,
    fix: 'remove it, or correct what it does.',
    examples: firing.slice(0, 1).map(({ shownBy }) => shownBy),
  })
}

/** Loci that a table says it reads, and on which nothing it does depends. */
export function idleLoci(table: CompiledTable, loci: Model['loci']): readonly Diagnostic[] {
  return table.source.reads.flatMap((key) => {
    const index = loci.findIndex((locus) => locus.key === key)
    const column = table.columns.find(({ locus }) => locus === index)
    if (column !== undefined && tellsApart(table, column)) return []
    const [what, fix] =
      column === undefined
        ? [
            `the table ${table.name} reads ${key}, and none of its rules asks for it.`,
            `remove ${key} from its reads, or add the rule that needs it.`,
          ]
        : [
            `the table ${table.name} asks for ${key}, and nothing depends on the answer.`,
            `remove ${key} from its reads and rules, or correct the rule that should need it.`,
          ]
    return [hint('NON_DISCRIMINATING_LOCUS', table.source.place, { what, fix })]
  })
}

/** Whether two genotypes that differ at one locus only are decided by different rules. */
function tellsApart(table: CompiledTable, { stride, classes }: TableColumn): boolean {
  for (let cell = 0; cell < table.cells.length; cell++) {
    if (Math.floor(cell / stride) % classes !== 0) continue
    const decided = new Set<string>()
    for (let c = 0; c < classes; c++) {
      // Cells that no genotype reaches say nothing.
      const outcome = table.outcomes[table.cells[cell + c * stride] ?? -1]
      if (outcome !== undefined) decided.add(outcome.fired.map(({ id }) => id).join())
    }
    if (decided.size > 1) return true
  }
  return false
}

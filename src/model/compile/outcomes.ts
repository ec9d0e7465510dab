/**
 * Compile step 4: one decision table. The rule engine runs once for each input class, the hit policy is
 * applied, and the outcome is kept in a dense table that requests read.
 * Guarantees: every cell a genotype can reach is filled by the engine; one that the rules leave undecided is
 * marked so, and a GAP or CONFLICT says which.
 */
import { fault, type Diagnostic } from '../../rules/diagnostic.js'
import type { DecisionTable, RuleRow } from '../../rules/tables.js'
import { buildEngine, type EngineRule } from './engine.js'
import type { TableInput, TableLayout } from './layout.js'
import type { CompiledTable, ModelLocus, Outcome } from '../model.js'
import { smallestExampleText } from '../space/smallest-example.js'

const UNREACHED = 0xffff

/** Fills the table by engine runs over its inputs. */
export async function fillTable(
  table: DecisionTable,
  index: number,
  layout: TableLayout,
  rules: readonly EngineRule[],
  inputs: readonly TableInput[],
  loci: readonly ModelLocus[],
  diagnostics: Diagnostic[],
): Promise<CompiledTable> {
  const run = buildEngine(rules)
  const cells = new Uint16Array(layout.size).fill(UNREACHED)
  const outcomes: Outcome[] = []
  const numbers = new Map<string, number>()
  const faults = new Map<string, Diagnostic>()
  for (const input of inputs) {
    const findings = await run(input)
    const holding = table.rules.filter((rule) => findings.get(rule.id)?.holds)
    const name = holding.map((rule) => rule.id).join()
    if (!numbers.has(name)) {
      const shownBy = smallestExampleText(loci, input.dosages)
      const found = faultOf(table, holding, shownBy)
      if (found !== undefined) {
        const key = `${found.code} ${found.place.line} ${found.place.column}`
        if (!faults.has(key)) faults.set(key, found)
      }
      numbers.set(name, outcomes.push(outcomeOf(table, holding, shownBy, found !== undefined)) - 1)
    }
    cells[input.cell] = numbers.get(name) ?? UNREACHED
  }
  diagnostics.push(...faults.values())
  const { columns, tokens } = layout
  return { name: table.table, index, columns, tokens, cells, outcomes, source: table }
}

/** Under `unique` a second rule that holds is a conflict; it is kept as overridden, so that it can be shown. */
function outcomeOf(
  table: DecisionTable,
  holding: readonly RuleRow[],
  shownBy: string,
  undecided: boolean,
): Outcome {
  const fired = table.hit === 'collect' ? holding : holding.slice(0, 1)
  const overridden = table.hit === 'collect' ? [] : holding.slice(1)
  const tokens = [...new Set(fired.flatMap((rule) => rule.then))]
  return { fired, overridden, tokens, shownBy, ...(undecided ? { undecided } : {}) }
}

function faultOf(table: DecisionTable, holding: readonly RuleRow[], shownBy: string): Diagnostic | undefined {
  const [first, second] = holding
  const examples = shownBy === '' ? [] : [shownBy]
  if (first === undefined && table.hit !== 'collect') {
    return fault('GAP', table.place, {
      what: `no rule of the table ${table.table} holds for ${shownBy || 'a genotype with these tokens'}.`,
      why: `Its hit policy is "${table.hit}", so exactly one rule must decide.`,
      fix: 'add a rule for this genotype, or end the table with a default rule: { id: …, when: {}, then: [] } under hit: first.',
      examples,
    })
  }
  if (first !== undefined && second !== undefined && table.hit === 'unique') {
    return fault('CONFLICT', second.place, {
      what: `the rules ${first.id} and ${second.id} both hold for ${shownBy}.`,
      why: 'Under hit: unique no genotype may match two rules.',
      fix: 'narrow one of the two, or use hit: first if the order of the rules is meant to decide.',
      examples,
    })
  }
  return undefined
}

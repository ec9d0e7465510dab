/**
 * The phenotype of a horse: the outcomes of tables by look-up, in order, then hiding, applied once after the last table.
 * Guarantees: equals a fresh run of the rule engine on every genotype; never runs the engine itself.
 * Leaves to others: coats without reasons, many times faster (coat-automaton.ts).
 */
import type { Coat, CompiledTable, HorseGenotype, Model, Outcome, TableColumn } from '../model.js'
import type { RuleRow, Viability } from '../../rules/tables.js'

export type Phenotype = ReturnType<typeof phenotypeOf>

/** What is seen of a horse, and why. */
export function phenotypeOf({ tables }: Model, horse: HorseGenotype) {
  const outcomes = outcomesBy(tables, ({ locus }, { index }) => horse[locus]?.classes[index] ?? 0)
  const fired = firedIn(outcomes)
  const hidden = givenBy(outcomes).flatMap((token) => {
    const by = hiderOf(token, fired)
    return by === undefined ? [] : [{ token, by }]
  })
  /** Message ids. */
  const notes: readonly string[] = [...new Set(fired.flatMap((rule) => rule.notes))]
  return Object.freeze({ coat: coatFrom(outcomes), hidden, notes, outcomes })
}

/** The coat that these outcomes make together: tokens in table order, those hidden left out, none twice. */
export function coatFrom(outcomes: readonly Outcome[]): Coat {
  const fired = firedIn(outcomes)
  const hiders = fired.filter(({ hides }) => hides.length > 0)
  const given = givenBy(outcomes)
  const tokens = hiders.length === 0 ? given : given.filter((token) => hiderOf(token, hiders) === undefined)
  const viability = gravest(fired)
  const shown = tokens.join(' ')
  const key = viability === undefined ? shown : `${shown}|${Object.values(viability).join(' ')}`
  return { key, tokens, viability }
}

function firedIn(outcomes: readonly Outcome[]): readonly RuleRow[] {
  const fired: RuleRow[] = []
  // Most tables say nothing of most horses.
  for (const outcome of outcomes) for (const rule of outcome.fired) fired.push(rule)
  return fired
}

function givenBy(outcomes: readonly Outcome[]): readonly string[] {
  const given: string[] = []
  for (const { tokens } of outcomes) for (const token of tokens) if (!given.includes(token)) given.push(token)
  return given
}

/**
 * The rule that hides a token, if any does. Where two rules each hide everything, the earlier one stays:
 * what is white for the first reason is not white again for the second.
 */
function hiderOf(token: string, fired: readonly RuleRow[]): RuleRow | undefined {
  for (const rule of fired) {
    if (rule.hides !== 'all') {
      if (rule.hides.includes(token)) return rule
      continue
    }
    if (rule.then.includes(token) || rule.but.includes(token)) {
      // Given by the first rule that hides everything: no later one of that kind can hide it.
      return fired.find((other) => other.hides !== 'all' && other.hides.includes(token))
    }
    return rule
  }
  return undefined
}

/** Lethal before suspected, then file order. */
export function gravest(rules: readonly RuleRow[]): Viability | undefined {
  let first: Viability | undefined
  for (const { viability } of rules) {
    if (viability?.status === 'lethal') return viability
    first ??= viability
  }
  return first
}

/** One outcome per table. @param classAt the class of the genotype in a column of a table */
export function outcomesBy(
  tables: readonly CompiledTable[],
  classAt: (column: TableColumn, table: CompiledTable) => number,
): readonly Outcome[] {
  const outcomes: Outcome[] = []
  const isGiven = (token: string): boolean => outcomes.some(({ tokens }) => tokens.includes(token))
  for (const table of tables) {
    const cell = cellAt(table, (column) => classAt(column, table), isGiven)
    const outcome = table.outcomes[table.cells[cell] ?? -1]
    if (outcome === undefined)
      throw new Error(`table ${table.name} has no outcome in cell ${cell}: a defect of compile.ts`)
    outcomes.push(outcome)
  }
  return outcomes
}

/** The mixed-radix number of classes and tokens. @param isGiven whether an earlier table gives the token */
export function cellAt(
  { columns, tokens }: Pick<CompiledTable, 'columns' | 'tokens'>,
  classAt: (column: TableColumn) => number,
  isGiven: (token: string) => boolean,
): number {
  let cell = 0
  for (const column of columns) cell += column.stride * classAt(column)
  for (const { token, stride } of tokens) if (isGiven(token)) cell += stride
  return cell
}

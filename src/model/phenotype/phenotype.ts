/**
 * The phenotype of a horse: looks up the outcomes of all tables in order, then applies hiding once after the last
 * table. coat-automaton.ts finds coats without explanations, much faster.
 * Guarantees: equals a fresh run of the rule engine on every genotype; never runs the engine.
 */
import type { Coat, CompiledTable, HorseGenotype, Model, Outcome, TableColumn } from '../model.js'
import type { RuleRow, Viability } from '../../rules/tables.js'

export type Phenotype = ReturnType<typeof phenotypeOf>

/** The coat of a horse, and the reasons for it. */
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

/** The coat that these outcomes produce: visible tokens in table order, without duplicates. */
export function coatFrom(outcomes: readonly Outcome[]): Coat {
  const fired = firedIn(outcomes)
  const hiders = fired.filter(({ hides }) => hides.length > 0)
  const given = givenBy(outcomes)
  const tokens = hiders.length === 0 ? given : given.filter((token) => hiderOf(token, hiders) === undefined)
  const viability = gravest(fired)
  const visible = tokens.join(' ')
  const key = viability === undefined ? visible : `${visible}|${Object.values(viability).join(' ')}`
  return { key, tokens, viability }
}

function firedIn(outcomes: readonly Outcome[]): readonly RuleRow[] {
  const fired: RuleRow[] = []
  // Loops, because most tables give nothing for most horses and this is a hot path.
  for (const outcome of outcomes) for (const rule of outcome.fired) fired.push(rule)
  return fired
}

function givenBy(outcomes: readonly Outcome[]): readonly string[] {
  const given: string[] = []
  for (const { tokens } of outcomes) for (const token of tokens) if (!given.includes(token)) given.push(token)
  return given
}

/**
 * The rule that hides a token, if any. If two rules each hide everything, the earlier one wins, and its own tokens
 * stay visible.
 */
function hiderOf(token: string, fired: readonly RuleRow[]): RuleRow | undefined {
  for (const rule of fired) {
    if (rule.hides !== 'all') {
      if (rule.hides.includes(token)) return rule
      continue
    }
    if (rule.then.includes(token) || rule.but.includes(token)) {
      // Given by the first rule that hides everything: later rules of that kind cannot hide it.
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
      throw new Error(`internal error in compile.ts: table ${table.name} has no outcome in cell ${cell}`)
    outcomes.push(outcome)
  }
  return outcomes
}

/** The mixed-radix cell number of classes and tokens. @param isGiven whether an earlier table gives the token */
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

/**
 * The phenotype of a horse: the outcomes of tables by look-up, in order, then hiding, applied once after the last table.
 * Guarantees: equals a fresh run of the rule engine on every genotype; never runs the engine itself.
 */
import type { Coat, CompiledTable, HorseGenotype, Model, Outcome, Phenotype, TableColumn } from '../model.js'
import { createVisibleCoats, type VisibleCoats } from './coat-automaton.js'
import type { RuleRow, Viability } from '../../rules/tables.js'

/** Phenotypes of one model. */
export interface Phenotypes {
  readonly of: (horse: HorseGenotype) => Phenotype
  /** Coats alone, without reasons, many times faster: for answers that give no more, and for foals. */
  readonly visible: VisibleCoats
  /** The coat that these outcomes, one per table, make together. */
  readonly coatFrom: (outcomes: readonly Outcome[]) => Coat
}

export function createPhenotypes(model: Model): Phenotypes {
  const effects = new Map(
    model.tables.flatMap((table) => table.outcomes.map((each) => [each, effectOf(each)])),
  )
  const coatFrom = (outcomes: readonly Outcome[]): Coat => {
    const parts: Effect[] = []
    // Most tables say nothing of most horses.
    for (const outcome of outcomes) if (outcome.fired.length > 0) parts.push(effects.get(outcome) as Effect)
    return coatShowing(visibleTokens(parts), gravest(parts))
  }
  return {
    coatFrom,
    visible: createVisibleCoats(model, coatFrom),
    of: (horse) => {
      const outcomes = outcomesBy(model.tables, ({ locus }, { index }) => horse[locus]?.classes[index] ?? 0)
      return withReasons(coatFrom(outcomes), outcomes)
    },
  }
}

function coatShowing(tokens: readonly string[], viability: Viability | undefined): Coat {
  const shown = tokens.join(' ')
  const key = viability === undefined ? shown : `${shown}|${Object.values(viability).join(' ')}`
  return { key, tokens, viability }
}

/** What one outcome adds to a coat, ready to be put together. */
interface Effect {
  readonly tokens: readonly string[]
  readonly hiders: readonly RuleRow[]
  readonly viability: Viability | undefined
}

function effectOf({ fired, tokens }: Outcome): Effect {
  const hiders = fired.filter((rule) => rule.hides === 'all' || rule.hides.length > 0)
  return { tokens, hiders, viability: gravest(fired) }
}

/** Tokens in table order, those hidden left out, none twice. */
function visibleTokens(parts: readonly Effect[]): readonly string[] {
  const visible: string[] = []
  const hiders: RuleRow[] = []
  for (const part of parts) for (const rule of part.hiders) hiders.push(rule)
  for (const { tokens } of parts) {
    for (const token of tokens) {
      if (visible.includes(token) || (hiders.length > 0 && hiderOf(token, hiders) !== undefined)) continue
      visible.push(token)
    }
  }
  return visible
}

function withReasons(coat: Coat, outcomes: readonly Outcome[]): Phenotype {
  const fired = outcomes.flatMap((outcome) => outcome.fired)
  const given = [...new Set(outcomes.flatMap((outcome) => outcome.tokens))]
  const hidden = given.flatMap((token) => {
    const by = hiderOf(token, fired)
    return by === undefined ? [] : [{ token, by }]
  })
  return Object.freeze({ coat, hidden, notes: [...new Set(fired.flatMap((rule) => rule.notes))], outcomes })
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
export function gravest(
  parts: readonly { readonly viability?: Viability | undefined }[],
): Viability | undefined {
  let first: Viability | undefined
  for (const { viability } of parts) {
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
  for (const table of tables) outcomes.push(outcomeAt(table, (column) => classAt(column, table), isGiven))
  return outcomes
}

/** The outcome of one table. @param isGiven whether an earlier table gives the token */
export function outcomeAt(
  table: CompiledTable,
  classAt: (column: TableColumn) => number,
  isGiven: (token: string) => boolean,
): Outcome {
  const cell = cellAt(table, classAt, isGiven)
  const outcome = table.outcomes[table.cells[cell] ?? -1]
  if (outcome === undefined)
    throw new Error(`table ${table.name} has no outcome in cell ${cell}: a defect of compile.ts`)
  return outcome
}

/** The mixed-radix number of classes and tokens. */
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

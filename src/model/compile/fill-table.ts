/**
 * Compiles one decision table. Its input space has a column per locus that its rules ask about and per token they ask
 * for. The rule engine runs once for each input that some genotype can produce, the hit policy is applied, and the
 * outcome is kept in a dense table that requests read.
 * Guarantees: a cell number is the mixed-radix sum of its columns; every cell a genotype can reach is filled by the
 * engine, smallest genotypes first; one that the rules leave undecided is marked so, and a GAP or CONFLICT says which.
 */
import { dosageOf, type Pair } from '../../genetics/genotype.js'
import { carriedOf, classesOf, classOf } from './classes.js'
import { buildEngine, type EngineFacts, type EngineRule, type Finding } from './engine.js'
import { type Atom, atomsOf, type Dosage } from './predicate.js'
import { resolveRules } from './resolve.js'
import { choicesOfOneSex } from './sex.js'
import type { CompiledTable, HorseGenotype, Model, ModelLocus, Outcome, TableColumn } from '../model.js'
import { cellAt, outcomesBy } from '../phenotype/phenotype.js'
import { smallestExampleText } from '../space/smallest-example.js'
import { type Diagnostic, fault } from '../../rules/diagnostic.js'
import type { DecisionTable, RuleRow } from '../../rules/tables.js'

type TableLayout = ReturnType<typeof layoutOf>
type ReadLoci = ReturnType<typeof askedLoci>

interface TableInput extends EngineFacts {
  readonly cell: number
}

/** The loci that rules ask about, with the classes that they tell apart. */
export function askedLoci(rules: readonly EngineRule[], loci: readonly ModelLocus[]) {
  const keys = new Set(rules.flatMap(({ conditions }) => conditions.map(({ locus }) => locus)))
  return loci
    .filter(({ key }) => keys.has(key))
    .map((locus) => ({ locus, classes: classesOf(locus, atomsAt(locus.key, rules)) }))
}

/** The distinct conditions the rules ask of one locus. */
export function atomsAt(locus: string, rules: readonly EngineRule[]): readonly Atom[] {
  const asked = rules.flatMap((rule) => rule.conditions.filter((each) => each.locus === locus))
  return distinctAtoms(asked.flatMap(({ condition }) => atomsOf(condition)))
}

export function distinctAtoms(atoms: readonly Atom[]): readonly Atom[] {
  return [...new Map(atoms.map((atom) => [JSON.stringify(atom), atom])).values()]
}

/** Lays out a table's columns: classes of each locus, then tokens. @returns with the number of cells */
export function layoutOf(rules: readonly EngineRule[], loci: readonly ModelLocus[]) {
  let size = 1
  const columns = askedLoci(rules, loci).map(({ locus, classes }): TableColumn => {
    const { atoms, classByTruth, count } = classes
    const column = { locus: locus.index, stride: size, classes: count, atoms, classByTruth }
    size *= count
    return column
  })
  const names = [...new Set(rules.flatMap((rule) => [...rule.token, ...rule.noToken]))]
  const tokens = names.map((token) => {
    const column = { token, stride: size }
    size *= 2
    return column
  })
  return { columns, tokens, size }
}

/**
 * Every input of a table. Where it asks for tokens, all loci behind these are walked together, so that only tokens that
 * some genotype gives are among them.
 * @param asked the loci of the table and of the earlier ones @param earlier the tables that can give those tokens
 */
export function inputsOf(
  layout: TableLayout,
  asked: ReadLoci,
  earlier: readonly CompiledTable[],
): readonly TableInput[] {
  const found = new Map<number, TableInput>()
  const loci = asked.map(({ locus }) => locus)
  const examples = asked.map(({ classes }) => classes.examples)
  for (const combination of choicesOfOneSex(loci, examples, (dosage) => dosage)) {
    const byIndex = new Map(asked.map(({ locus }, i) => [locus.index, combination[i] as Dosage]))
    const classAt = (column: TableColumn): number => classOf(column, byIndex.get(column.locus) as Dosage)
    const tokens = new Set(outcomesBy(earlier, classAt).flatMap((outcome) => outcome.tokens))
    const cell = cellAt(layout, classAt, (token) => tokens.has(token))
    if (found.has(cell)) continue
    const dosages = new Map(asked.map(({ locus }, i) => [locus.key, combination[i] as Dosage]))
    found.set(cell, { cell, dosages, tokens })
  }
  const carried = ({ dosages }: TableInput): number =>
    asked.reduce((sum, { locus }) => sum + carriedOf(locus, dosages.get(locus.key) as Dosage), 0)
  // So that the first fault found is shown by the smallest genotype.
  return [...found.values()].sort((a, b) => carried(a) - carried(b))
}

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

export interface ExaminedRule extends Finding {
  readonly rule: RuleRow
}

/** @param given tokens of earlier tables @returns the table's rules in file order */
export async function examineTable(
  model: Model,
  table: CompiledTable,
  horse: HorseGenotype,
  given: ReadonlySet<string>,
): Promise<readonly ExaminedRule[]> {
  const dosages = new Map(
    horse.map(({ locus, layouts }) => [locus.key, dosageOf(locus, layouts[0] as Pair)] as const),
  )
  const rules = resolveRules(table.source, model.loci, model.sexes?.heterogametic, [])
  const findings = await buildEngine(rules)({ dosages, tokens: given })
  return table.source.rules.map((rule) => ({ rule, ...(findings.get(rule.id) as Finding) }))
}

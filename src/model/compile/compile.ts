/**
 * Compiles rule tables to a Model, in numbered steps. Everything that does not depend on a request is computed here.
 * Guarantees: returns a model if every table could be filled; if the diagnostics contain a GAP or CONFLICT, use it
 * only to explain the fault. Diagnostics are unsorted. Throws only TooManyErrors.
 */
import { DiagnosticList } from '../../rules/diagnostic-list.js'
import { fault, type Diagnostic } from '../../rules/diagnostic.js'
import type { DecisionTable, RuleTables } from '../../rules/tables.js'
import { withDependencies } from '../by-coat/components.js'
import { checkAppearance } from './appearance.js'
import { tooManyTogether } from './bounds.js'
import { compilePopulations } from './populations.js'
import { checkReports } from './reports.js'
import { checkLookalikes, checkTokens } from './tokens.js'
import { UNCOUNTED } from './classes.js'
import type { EngineRule } from './engine.js'
import { compileGroups, compileLoci } from './loci.js'
import { lociRead, fillTable, inputsOf, layoutOf } from './fill-table.js'
import type { CompiledTable, Model, ModelLocus } from '../model.js'
import { resolveRules } from './resolve.js'

/** An engine run takes up to 0.5 ms; larger tables would slow down the start noticeably. */
const MAX_CLASSES_PER_TABLE = 1000
const MAX_CLASSES = 3000
/** Joint inputs enumerated (without an engine run) to find which tokens can occur together. */
const MAX_JOINT_INPUTS = 200_000

export async function compileModel(source: RuleTables) {
  const diagnostics = new DiagnosticList()
  // 1. Loci: alleles and spellings become indices.
  const loci = compileLoci(source, diagnostics)
  // 2. Linkage groups.
  const groups = compileGroups(source, loci, diagnostics)
  const sexes = loci.some(({ noCopy }) => noCopy !== null) ? source.manifest.sexes : undefined
  // 3. Rules: names are resolved; tokens are checked against the tables that give them.
  const rules = source.tables.map((table) => resolveRules(table, loci, sexes?.heterogametic, diagnostics))
  checkTokens(source.tables, diagnostics)
  checkLookalikes(source, diagnostics)
  checkAppearance(source, diagnostics)
  checkReports(source, loci, diagnostics)
  // 4. Populations: default allele frequencies.
  const populations = compilePopulations(source, loci, diagnostics)
  if (diagnostics.some(({ severity }) => severity === 'error')) return { model: undefined, diagnostics }
  // 5. Tables: classes, then one engine run per input class.
  const tables = await compileTables(source.tables, rules, loci, diagnostics)
  if (tables.length < source.tables.length) return { model: undefined, diagnostics }
  const tooMany = tooManyTogether(loci, tables)
  if (tooMany.length > 0) return { model: undefined, diagnostics: [...diagnostics, ...tooMany] }
  const { version } = source.manifest
  const { revision } = source
  const model: Model = { version, revision, loci, groups, tables, sexes, populations, source }
  return { model, diagnostics }
}

async function compileTables(
  sources: readonly DecisionTable[],
  resolved: readonly (readonly EngineRule[])[],
  loci: readonly ModelLocus[],
  diagnostics: Diagnostic[],
): Promise<readonly CompiledTable[]> {
  const tables = sources.map((source, index) => ({ source, index, rules: resolved[index] ?? [] }))
  const compiled: CompiledTable[] = []
  let spent = 0
  for (const table of tables) {
    const { source, index, rules } = table
    const layout = layoutOf(rules, loci)
    const involved = withDependencies(tables.slice(0, index + 1), (each) => each === table)
    const involvedRules = involved.flatMap((each) => each.rules)
    const readLoci = lociRead(involvedRules, loci)
    const walked = readLoci.reduce((product, { classes }) => product * classes.examples.length, 1)
    spent += layout.size
    if (layout.size > MAX_CLASSES_PER_TABLE || spent > MAX_CLASSES || walked > MAX_JOINT_INPUTS) {
      diagnostics.push(tooLarge(source, layout.size, spent, walked))
      return compiled
    }
    const earlier = involved.flatMap((each) => compiled[each.index] ?? [])
    const inputs = inputsOf(layout, readLoci, earlier)
    compiled.push(await fillTable(source, index, layout, rules, inputs, loci, diagnostics))
  }
  return compiled
}

function tooLarge(table: DecisionTable, size: number, spent: number, walked: number): Diagnostic {
  if (size <= MAX_CLASSES_PER_TABLE && spent <= MAX_CLASSES) {
    return fault('TABLE_TOO_LARGE', table.place, {
      what: `the table ${table.table} and the tables whose tokens it asks for tell ${walked} combinations of genotypes apart.`,
      why: `At most ${MAX_JOINT_INPUTS} are walked to find which tokens can meet.`,
      fix: 'ask for fewer tokens, or read the loci behind them directly.',
    })
  }
  const classes =
    size >= UNCOUNTED
      ? 'more classes of genotypes apart than can be counted'
      : `${size} classes of genotypes apart (${spent} with the tables before it)`
  return fault('TABLE_TOO_LARGE', table.place, {
    what: `the table ${table.table} tells ${classes}.`,
    why: `At most ${MAX_CLASSES_PER_TABLE} a table and ${MAX_CLASSES} in all are compiled, one engine run each.`,
    fix: 'split it into several tables that read fewer loci each; collect tables combine freely.',
  })
}

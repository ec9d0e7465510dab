/**
 * Rule tables → Model, in numbered steps. All that can be known before a request is found out here.
 * Guarantees: a model when every table could be filled; with a GAP or CONFLICT among the diagnostics it is good
 * for explaining the fault and for nothing else. Diagnostics are values, sorted by nobody, never thrown.
 */
import { fault, type Diagnostic } from '../../rules/diagnostic.js'
import type { DecisionTable, RuleTables } from '../../rules/tables.js'
import { checkTokens } from './check-tokens.js'
import { UNCOUNTED } from './classes.js'
import type { EngineRule } from './engine.js'
import { compileGroups } from './groups.js'
import { askedLoci, inputsOf, layoutOf } from './layout.js'
import { compileLoci } from './loci.js'
import type { CompiledTable, Model, ModelLocus } from '../model.js'
import { fillTable } from './outcomes.js'
import { resolveRules } from './resolve-rules.js'

/** An engine run costs up to half a millisecond: beyond these the start would be felt. */
const MOST_CLASSES_PER_TABLE = 1000
const MOST_CLASSES = 3000
/** Joint inputs walked (not run) to find which tokens can meet. */
const MOST_JOINT_INPUTS = 200_000

export interface Compiled {
  readonly model: Model | undefined
  readonly diagnostics: readonly Diagnostic[]
}

export async function compileModel(source: RuleTables): Promise<Compiled> {
  const diagnostics: Diagnostic[] = []
  // 1. Loci: alleles and spellings become indices.
  const loci = compileLoci(source, diagnostics)
  // 2. Linkage groups.
  const groups = compileGroups(source, loci, diagnostics)
  // 3. Rules: names are resolved, tokens checked against the tables that give them.
  const rules = source.tables.map((table) => resolveRules(table, loci, diagnostics))
  checkTokens(source.tables, diagnostics)
  if (diagnostics.length > 0) return { model: undefined, diagnostics }
  // 4. Tables: classes, then one engine run per input class.
  const tables = await compileTables(source.tables, rules, loci, diagnostics)
  if (tables.length < source.tables.length) return { model: undefined, diagnostics }
  const { version } = source.manifest
  return { model: { version, revision: source.revision, loci, groups, tables, source }, diagnostics }
}

async function compileTables(
  sources: readonly DecisionTable[],
  rules: readonly (readonly EngineRule[])[],
  loci: readonly ModelLocus[],
  diagnostics: Diagnostic[],
): Promise<readonly CompiledTable[]> {
  const compiled: CompiledTable[] = []
  let spent = 0
  for (const [index, table] of sources.entries()) {
    const own = rules[index] ?? []
    const layout = layoutOf(own, loci)
    const behind = tablesBehind(index, sources)
    const asked = askedLoci(
      [...behind, index].flatMap((i) => rules[i] ?? []),
      loci,
    )
    const walked = asked.reduce((product, { classes }) => product * classes.count, 1)
    spent += layout.size
    if (layout.size > MOST_CLASSES_PER_TABLE || spent > MOST_CLASSES || walked > MOST_JOINT_INPUTS) {
      diagnostics.push(tooLarge(table, layout.size, spent, walked))
      return compiled
    }
    const earlier = behind.flatMap((i) => compiled[i] ?? [])
    const inputs = inputsOf(layout, asked, earlier)
    compiled.push(await fillTable(table, index, layout, own, inputs, loci, diagnostics))
  }
  return compiled
}

function tooLarge(table: DecisionTable, size: number, spent: number, walked: number): Diagnostic {
  if (size <= MOST_CLASSES_PER_TABLE && spent <= MOST_CLASSES) {
    return fault('TABLE_TOO_LARGE', table.place, {
      what: `the table ${table.table} and the tables whose tokens it asks for tell ${walked} combinations of genotypes apart.`,
      why: `At most ${MOST_JOINT_INPUTS} are walked to find which tokens can meet.`,
      mend: 'ask for fewer tokens, or read the loci behind them directly.',
    })
  }
  const classes =
    size >= UNCOUNTED
      ? 'more classes of genotypes apart than can be counted'
      : `${size} classes of genotypes apart (${spent} with the tables before it)`
  return fault('TABLE_TOO_LARGE', table.place, {
    what: `the table ${table.table} tells ${classes}.`,
    why: `At most ${MOST_CLASSES_PER_TABLE} a table and ${MOST_CLASSES} in all are compiled, one engine run each.`,
    mend: 'split it into several tables that read fewer loci each; collect tables combine freely.',
  })
}

/** Indices of the tables whose tokens a table asks for, directly or through others, ascending. */
function tablesBehind(index: number, tables: readonly DecisionTable[]): readonly number[] {
  const wanted = (tables[index]?.rules ?? []).flatMap((rule) => [...rule.token, ...rule.noToken])
  const found = new Set<number>()
  for (let i = index - 1; i >= 0; i--) {
    if (tables[i]?.rules.some((rule) => rule.then.some((token) => wanted.includes(token))) !== true) continue
    found.add(i)
    for (const further of tablesBehind(i, tables)) found.add(further)
  }
  return [...found].sort((a, b) => a - b)
}

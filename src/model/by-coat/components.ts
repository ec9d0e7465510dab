/**
 * Which parts of a coat can be told apart independently of each other: linkage groups that no table that
 * matters to a coat reads together, directly or through tokens, hiding or viability.
 * Guarantees: the coat of a foal is the union of its components' parts, unless a component hides everything;
 * at most one component can hide or judge viability.
 */
import type { DecisionTable, RuleRow } from '../../rules/tables.js'
import type { CompiledTable, LinkageGroup, ModelLocus } from '../model.js'

export interface Component {
  /** Indices of linkage groups, ascending. */
  readonly groups: readonly number[]
  /** The tables that matter to a coat and read these groups, in table order. */
  readonly tables: readonly CompiledTable[]
}

/**
 * @param tables those that are to be told apart, in table order
 * @param sameToken the name by which a token counts as the same; itself, where there is one rule set
 */
export function splitComponents(
  groups: readonly LinkageGroup[],
  tables: readonly CompiledTable[],
  sameToken: (token: string) => string = (token) => token,
): readonly Component[] {
  const parent = [...groups.map((_, i) => i), ...tables.map((_, i) => groups.length + i)]
  const find = (node: number): number => (parent[node] === node ? node : find(parent[node] ?? node))
  const join = (a: number, b: number): void => {
    parent[find(a)] = find(b)
  }
  const nodeOf = (table: number): number => groups.length + table
  const words = tables.map((table) => wordsOf(table, sameToken))
  tables.forEach((table, i) => {
    groups.forEach((group, g) => {
      if (table.columns.some((column) => group.loci.some((locus) => locus.index === column.locus)))
        join(nodeOf(i), g)
    })
    for (let j = 0; j < i; j++) {
      if (areBound(words[i] as TableWords, words[j] as TableWords)) join(nodeOf(i), nodeOf(j))
    }
  })
  const roots = [...new Set(parent.map((_, node) => find(node)))]
  return roots.map((root) => ({
    groups: groups.flatMap((_, g) => (find(g) === root ? [g] : [])),
    tables: tables.filter((_, i) => find(nodeOf(i)) === root),
  }))
}

/** A locus by itself, as a linkage group. */
export function groupOfOne(locus: ModelLocus): LinkageGroup {
  return { name: locus.key, loci: [locus], intervals: [] }
}

/** The tables that can change a coat, as remarks and notes cannot, with those whose tokens they ask for. */
export function coatTables(tables: readonly CompiledTable[]): readonly CompiledTable[] {
  return withAsked(tables, ({ source }) =>
    source.rules.some((rule) => rule.then.length > 0 || rule.viability !== undefined || hides(rule)),
  )
}

/** The tables that can give viability or notes, with those whose tokens they ask for. */
export function safetyTables(tables: readonly CompiledTable[]): readonly CompiledTable[] {
  return withAsked(tables, ({ source }) =>
    source.rules.some((rule) => rule.viability !== undefined || rule.notes.length > 0),
  )
}

/** The tables wanted, and those whose tokens they ask for, directly or through others; in table order. */
export function withAsked<Table extends { readonly source: DecisionTable }>(
  tables: readonly Table[],
  wanted: (table: Table) => boolean,
): readonly Table[] {
  const taken = new Set<Table>()
  const asked = new Set<string>()
  for (const table of [...tables].reverse()) {
    const { rules } = table.source
    if (!wanted(table) && !rules.some(({ then }) => then.some((token) => asked.has(token)))) continue
    taken.add(table)
    for (const token of rules.flatMap((rule) => [...rule.token, ...rule.noToken])) asked.add(token)
  }
  return tables.filter((table) => taken.has(table))
}

/** Tokens that a rule asks for, hides or spares. */
export function tokensSpokenOf(rule: RuleRow): readonly string[] {
  return [...rule.token, ...rule.noToken, ...(rule.hides === 'all' ? [] : rule.hides), ...rule.but]
}

function hides(rule: RuleRow): boolean {
  return rule.hides === 'all' || rule.hides.length > 0
}

/** What a table says that can bind it to another one. */
interface TableWords {
  readonly name: string
  /** Whether it hides anything or judges viability. */
  readonly judges: boolean
  readonly gives: ReadonlySet<string>
  /** By the names by which they count as the same. */
  readonly givesSame: ReadonlySet<string>
  /** Tokens that it asks for, hides or spares. */
  readonly speaksOf: ReadonlySet<string>
}

function wordsOf({ name, source }: CompiledTable, sameToken: (token: string) => string): TableWords {
  const gives = new Set(source.rules.flatMap((rule) => rule.then))
  return {
    name,
    judges: source.rules.some((rule) => hides(rule) || rule.viability !== undefined),
    gives,
    givesSame: new Set([...gives].map(sameToken)),
    speaksOf: new Set(source.rules.flatMap(tokensSpokenOf)),
  }
}

/** Two tables whose outcomes do not simply add up; tables of one name are one table in two rule sets. */
function areBound(a: TableWords, b: TableWords): boolean {
  if (a.name === b.name || (a.judges && b.judges)) return true
  return meet(a.givesSame, b.givesSame) || meet(a.speaksOf, b.gives) || meet(b.speaksOf, a.gives)
}

function meet(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].some((each) => others.has(each))
}

/**
 * Splits the linkage groups into components that can be evaluated independently: no table that affects a coat
 * connects two components, directly or through tokens, hiding or viability.
 * Guarantees: the coat of a foal is the union of its components' parts, unless one component hides everything; at
 * most one component can hide tokens or determine viability.
 */
import type { DecisionTable, RuleRow } from '../../rules/tables.js'
import type { CompiledTable, LinkageGroup, ModelLocus } from '../model.js'

export interface Component {
  /** Indices of linkage groups, ascending. */
  readonly groups: readonly number[]
  /** The coat-affecting tables that read these groups, in table order. */
  readonly tables: readonly CompiledTable[]
}

/** A linkage group or a table, with the keys that tie it to others. Pieces with a common tie belong together. */
interface Piece extends Component {
  readonly ties: readonly string[]
}

/**
 * @param tables the tables to distinguish, in table order
 * @param sameToken maps a token to the key under which it counts as the same; the identity for a single rule set
 */
export function splitComponents(
  groups: readonly LinkageGroup[],
  tables: readonly CompiledTable[],
  sameToken: (token: string) => string = (token) => token,
): readonly Component[] {
  const givenTokens = new Set(tables.flatMap(({ source }) => source.rules.flatMap(({ then }) => then)))
  const pieces: readonly Piece[] = [
    ...groups.map(({ loci }, g) => ({
      groups: [g],
      tables: [],
      ties: loci.map(({ index }) => `locus ${index}`),
    })),
    ...tables.map((table) => ({ groups: [], tables: [table], ties: tiesOf(table, givenTokens, sameToken) })),
  ]
  return clustersOf(pieces, ({ ties }) => ties).map((cluster) => ({
    groups: cluster.flatMap((piece) => piece.groups).sort((a, b) => a - b),
    tables: cluster.flatMap((piece) => piece.tables).sort((a, b) => a.index - b.index),
  }))
}

/** @param given tokens that some table gives */
function tiesOf(
  { name, columns, source: { rules } }: CompiledTable,
  given: ReadonlySet<string>,
  sameToken: (token: string) => string,
): readonly string[] {
  const gives = rules.flatMap(({ then }) => then)
  const readsTokens = rules.flatMap(tokensReadBy).filter((token) => given.has(token))
  const judges = rules.some((rule) => hides(rule) || rule.viability !== undefined)
  return [
    ...columns.map(({ locus }) => `locus ${locus}`),
    // When two rule sets are compared, tables of the same name count as one.
    `table ${name}`,
    ...[...gives, ...readsTokens].map((token) => `token ${token}`),
    ...gives.map((token) => `same ${sameToken(token)}`),
    ...(judges ? ['judges'] : []),
  ]
}

/** Groups items that share a tie, directly or transitively. A cluster takes the position of its first item. */
export function clustersOf<Item, Tie>(
  items: readonly Item[],
  tiesOf: (item: Item) => readonly Tie[],
): readonly (readonly Item[])[] {
  const clusters: { readonly items: Item[]; readonly ties: Set<Tie> }[] = []
  for (const item of items) {
    const ties = tiesOf(item)
    const connected = clusters.filter((cluster) => ties.some((tie) => cluster.ties.has(tie)))
    const [first = { items: [], ties: new Set() }, ...others] = connected
    if (connected.length === 0) clusters.push(first)
    for (const other of others) {
      clusters.splice(clusters.indexOf(other), 1)
      first.items.push(...other.items)
      for (const tie of other.ties) first.ties.add(tie)
    }
    first.items.push(item)
    for (const tie of ties) first.ties.add(tie)
  }
  return clusters.map((cluster) => cluster.items)
}

/** A linkage group that contains only this locus. */
export function groupOfOne(locus: ModelLocus): LinkageGroup {
  return { name: locus.key, loci: [locus], intervals: [] }
}

/** The tables that can change a coat (tables with only notes cannot), with the tables they depend on. */
export function coatTables(tables: readonly CompiledTable[]): readonly CompiledTable[] {
  return withDependencies(tables, ({ source }) =>
    source.rules.some((rule) => rule.then.length > 0 || rule.viability !== undefined || hides(rule)),
  )
}

/** The tables that can give viability or notes, with the tables they depend on. */
export function safetyTables(tables: readonly CompiledTable[]): readonly CompiledTable[] {
  return withDependencies(tables, ({ source }) =>
    source.rules.some((rule) => rule.viability !== undefined || rule.notes.length > 0),
  )
}

/** Indices of the linkage groups that contain a locus read by these tables. */
export function groupsRead(
  groups: readonly LinkageGroup[],
  tables: readonly CompiledTable[],
): readonly number[] {
  const read = new Set(tables.flatMap(({ columns }) => columns.map(({ locus }) => locus)))
  return [...groups.keys()].filter((g) => groups[g]?.loci.some(({ index }) => read.has(index)))
}

/** The wanted tables and, transitively, the tables whose tokens they read; in table order. */
export function withDependencies<Table extends { readonly source: DecisionTable }>(
  tables: readonly Table[],
  wanted: (table: Table) => boolean,
): readonly Table[] {
  const taken = new Set<Table>()
  const readTokens = new Set<string>()
  for (const table of [...tables].reverse()) {
    const { rules } = table.source
    if (!wanted(table) && !rules.some(({ then }) => then.some((token) => readTokens.has(token)))) continue
    taken.add(table)
    for (const token of rules.flatMap((rule) => [...rule.token, ...rule.noToken])) readTokens.add(token)
  }
  return tables.filter((table) => taken.has(table))
}

/** Tokens that a rule reads, hides or exempts from hiding. */
export function tokensReadBy(rule: RuleRow): readonly string[] {
  return [...rule.token, ...rule.noToken, ...(rule.hides === 'all' ? [] : rule.hides), ...rule.but]
}

function hides(rule: RuleRow): boolean {
  return rule.hides === 'all' || rule.hides.length > 0
}

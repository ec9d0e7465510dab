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

/** A linkage group or a table, with what it shares with all that cannot be told apart without it. */
interface Piece extends Component {
  readonly ties: readonly string[]
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
  const given = new Set(tables.flatMap(({ source }) => source.rules.flatMap(({ then }) => then)))
  const pieces: readonly Piece[] = [
    ...groups.map(({ loci }, g) => ({
      groups: [g],
      tables: [],
      ties: loci.map(({ index }) => `locus ${index}`),
    })),
    ...tables.map((table) => ({ groups: [], tables: [table], ties: tiesOf(table, given, sameToken) })),
  ]
  return clustersOf(pieces, ({ ties }) => ties).map((own) => ({
    groups: own.flatMap((piece) => piece.groups).sort((a, b) => a - b),
    tables: own.flatMap((piece) => piece.tables).sort((a, b) => a.index - b.index),
  }))
}

/** @param given tokens that some table gives */
function tiesOf(
  { name, columns, source: { rules } }: CompiledTable,
  given: ReadonlySet<string>,
  sameToken: (token: string) => string,
): readonly string[] {
  const gives = rules.flatMap(({ then }) => then)
  const speaksOf = rules.flatMap(tokensReadBy).filter((token) => given.has(token))
  const judges = rules.some((rule) => hides(rule) || rule.viability !== undefined)
  return [
    ...columns.map(({ locus }) => `locus ${locus}`),
    // Tables of one name are one table in two rule sets.
    `table ${name}`,
    ...[...gives, ...speaksOf].map((token) => `token ${token}`),
    ...gives.map((token) => `same ${sameToken(token)}`),
    ...(judges ? ['judges'] : []),
  ]
}

/** What shares a tie, directly or through others, is one cluster, which stands where its first item does. */
export function clustersOf<Item, Tie>(
  items: readonly Item[],
  tiesOf: (item: Item) => readonly Tie[],
): readonly (readonly Item[])[] {
  const clusters: { readonly items: Item[]; readonly ties: Set<Tie> }[] = []
  for (const item of items) {
    const ties = tiesOf(item)
    const met = clusters.filter((cluster) => ties.some((tie) => cluster.ties.has(tie)))
    const [first = { items: [], ties: new Set() }, ...others] = met
    if (met.length === 0) clusters.push(first)
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

/** The linkage groups, by index, of which tables read some locus. */
export function groupsRead(
  groups: readonly LinkageGroup[],
  tables: readonly CompiledTable[],
): readonly number[] {
  const read = new Set(tables.flatMap(({ columns }) => columns.map(({ locus }) => locus)))
  return [...groups.keys()].filter((g) => groups[g]?.loci.some(({ index }) => read.has(index)))
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
export function tokensReadBy(rule: RuleRow): readonly string[] {
  return [...rule.token, ...rule.noToken, ...(rule.hides === 'all' ? [] : rule.hides), ...rule.but]
}

function hides(rule: RuleRow): boolean {
  return rule.hides === 'all' || rule.hides.length > 0
}

/**
 * A second reading of the rule tables, for comparison: json-rules-engine asked afresh about each horse.
 * Guarantees: built from the loaded YAML tables alone; reading of genotypes, leaf predicates, hit policies and
 * hiding are restated here from the rule-file format, and nothing of src/model is used.
 */
import { Engine, type NestedCondition } from 'json-rules-engine'
import type {
  DecisionTable,
  Given,
  LocusTable,
  Predicate,
  RuleRow,
  RuleTables,
} from '../../src/rules/tables.js'

export interface FreshCoat {
  /** Visible tokens, table order. */
  readonly tokens: readonly string[]
  /** `token<rule id` of what is hidden, table order. */
  readonly hidden: readonly string[]
  readonly viability: RuleRow['viability']
  readonly notes: readonly string[]
  /** Per table: ids that fired, then ids passed over. */
  readonly fired: readonly (readonly string[])[]
  readonly overridden: readonly (readonly string[])[]
}

/** Copies of each allele of one locus by canonical spelling; absent means none. */
export type Copies = Readonly<Record<string, number>>

type RunTable = (
  copies: Readonly<Record<string, Copies>>,
  given: ReadonlySet<string>,
) => Promise<readonly RuleRow[]>

export function createFreshEngine(tables: RuleTables): (given: Given) => Promise<FreshCoat> {
  const runs = tables.tables.map((table) => freshTable(table, tables))
  return async (given) => {
    const copies = copiesOf(tables, given)
    const tokens = new Set<string>()
    const firedByTable: RuleRow[][] = []
    const overridden: string[][] = []
    for (const [index, table] of tables.tables.entries()) {
      const holding = (await runs[index]?.(copies, new Set(tokens))) ?? []
      const fired = underHitPolicy(table, holding)
      firedByTable.push(fired)
      overridden.push(table.hit === 'first' ? holding.slice(1).map((rule) => rule.id) : [])
      for (const token of fired.flatMap((rule) => rule.then)) tokens.add(token)
    }
    const fired = firedByTable.flat()
    const hiders = [...tokens].map((token) => [token, hiderOf(token, fired)] as const)
    const judged = fired.flatMap((rule) => rule.viability ?? [])
    return {
      tokens: hiders.flatMap(([token, by]) => (by === undefined ? [token] : [])),
      hidden: hiders.flatMap(([token, by]) => (by === undefined ? [] : [`${token}<${by.id}`])),
      viability: judged.find((each) => each.status === 'lethal') ?? judged[0],
      notes: [...new Set(fired.flatMap((rule) => rule.notes))],
      fired: firedByTable.map((rules) => rules.map((rule) => rule.id)),
      overridden,
    }
  }
}

/** One table as an engine of its own; the answer is the rules that hold, in file order. */
export function freshTable(table: DecisionTable, tables: RuleTables): RunTable {
  const engine = new Engine()
  for (const rule of table.rules) {
    const conditions: NestedCondition[] = Object.entries(rule.when).map(([locus, predicate]) =>
      asked(locus, predicate),
    )
    if (rule.sex !== undefined) conditions.push({ fact: '.sex', operator: 'equal', value: rule.sex })
    for (const token of rule.token) conditions.push({ fact: '.tokens', operator: 'contains', value: token })
    for (const token of rule.noToken)
      conditions.push({ fact: '.tokens', operator: 'doesNotContain', value: token })
    engine.addRule({ name: rule.id, event: { type: rule.id }, conditions: { all: conditions } })
  }
  const locusOf = new Map(tables.loci.map((locus) => [locus.locus, locus]))
  engine.addOperator('meets', (fact: { locus: string; copies: Copies }, leaf: Predicate) =>
    leafHolds(leaf, fact.copies, locusOf.get(fact.locus) as LocusTable),
  )
  return async (copies, given) => {
    const facts = table.reads.map((locus) => [locus, { locus, copies: copies[locus] ?? {} }] as const)
    const named: Record<string, unknown> = Object.fromEntries(facts)
    const hasOneCopy = tables.loci.some(({ locus, noCopy }) => (copies[locus]?.[noCopy ?? ''] ?? 0) > 0)
    const { events } = await engine.run({
      ...named,
      '.sex': hasOneCopy ? 'male' : 'female',
      '.tokens': [...given],
    })
    const ids = new Set(events.map((event) => event.type))
    return table.rules.filter((rule) => ids.has(rule.id))
  }
}

/** Copies of every allele of every locus, from the alleles a client wrote; loci left out are wild type. */
export function copiesOf(tables: RuleTables, given: Given): Readonly<Record<string, Copies>> {
  const all: Record<string, Record<string, number>> = {}
  const add = (locus: string, allele: string): void => {
    const counts = (all[locus] ??= {})
    counts[allele] = (counts[allele] ?? 0) + 1
  }
  for (const locus of tables.loci) {
    const rows = (given[locus.locus] ?? []).map((text) =>
      (locus.cis ? text.split('+') : [text]).map((name) => {
        const row = locus.alleles.find((each) => each.allele === name || each.aliases.includes(name))
        if (row === undefined) throw new Error(`${name} is no allele of ${locus.locus}`)
        return row
      }),
    )
    for (const row of rows.flat().filter((each) => each.standsFor !== undefined))
      add(row.standsFor?.locus ?? '', row.standsFor?.allele ?? '')
    const own = rows
      .map((copy) => copy.flatMap((row) => (row.standsFor === undefined ? [row.allele] : [])))
      .filter((copy) => copy.length > 0)
    for (const allele of withCompanions(locus, own)) add(locus.locus, allele)
  }
  for (const { locus, cis, wildType } of tables.loci) {
    const counts = (all[locus] ??= {})
    if (wildType === undefined || cis) continue
    // Alleles written under another gene name one copy each; what they leave open is wild type.
    const named = Object.values(counts).reduce((sum, each) => sum + each, 0)
    counts[wildType] = (counts[wildType] ?? 0) + (2 - named)
  }
  return all
}

/** Variants that are never seen without others bring them along, unless a line of their own says so already. */
function withCompanions({ alleles }: LocusTable, copies: readonly (readonly string[])[]): readonly string[] {
  const broughtBy = (allele: string): string | undefined =>
    alleles.find((row) => row.allele === allele)?.alwaysWith
  const areLines = copies.every((copy) => copy.length === 1)
  const lines = copies.flat()
  return copies.flatMap((copy) =>
    copy.flatMap((allele) => {
      const other = broughtBy(allele)
      if (other === undefined || copy.includes(other)) return [allele]
      const told = lines.filter((each) => each === other).length
      const needed = lines.filter((each) => each === allele).length
      if (areLines && told >= needed) return [allele]
      // Of two equal lines, of which one is told, the other is still to be brought.
      return areLines && told > 0 && lines.indexOf(allele) === copies.indexOf(copy)
        ? [allele]
        : [allele, other]
    }),
  )
}

function asked(locus: string, predicate: Predicate): NestedCondition {
  if ('any' in predicate) return { any: predicate.any.map((part) => asked(locus, part)) }
  if ('all' in predicate) return { all: predicate.all.map((part) => asked(locus, part)) }
  if ('not' in predicate) return { not: asked(locus, predicate.not) }
  return { fact: locus, operator: 'meets', value: predicate }
}

/** The meaning of a predicate that asks nothing of others, from the rule-file format. */
function leafHolds(leaf: Predicate, copies: Copies, locus: LocusTable): boolean {
  const of = (allele: string): number => copies[allele] ?? 0
  if (Array.isArray(leaf)) {
    const [a, b] = leaf as readonly [string, string]
    return a === b ? of(a) === 2 : of(a) === 1 && of(b) === 1
  }
  if ('has' in leaf) return of(leaf.has) >= 1
  if ('of' in leaf) return of(leaf.of) === leaf.copies
  if ('none_of' in leaf) return leaf.none_of.every((allele) => of(allele) === 0)
  if (!('expression' in leaf)) throw new Error('not a leaf')
  const words = [leaf.expression].flat()
  const rows = locus.alleles.filter((row) => row.expression !== undefined && words.includes(row.expression))
  const carried = rows.map((row) => of(row.allele)).filter((count) => count > 0)
  const summed = carried.reduce((sum, count) => sum + count, 0)
  if (leaf.copies === undefined && summed === 0) return false
  if (leaf.copies === 0 && summed !== 0) return false
  if (leaf.copies === 1 && summed !== 1) return false
  if (leaf.copies === 2 && summed < 2) return false
  if (leaf.same === true) return carried.some((count) => count === 2)
  if (leaf.same === false) return carried.length > 1
  return true
}

function underHitPolicy(table: DecisionTable, holding: readonly RuleRow[]): RuleRow[] {
  if (table.hit === 'collect') return [...holding]
  const [first] = holding
  if (first === undefined) throw new Error(`${table.table}: no rule holds`)
  if (table.hit === 'unique' && holding.length > 1) throw new Error(`${table.table}: two rules hold`)
  return [first]
}

/** Of rules that hide everything only the first counts; the earliest rule that hides a token is the one told. */
function hiderOf(token: string, fired: readonly RuleRow[]): RuleRow | undefined {
  const sweeping = fired.find((rule) => rule.hides === 'all')
  return fired.find((rule) =>
    rule.hides === 'all'
      ? rule === sweeping && !rule.then.includes(token) && !rule.but.includes(token)
      : rule.hides.includes(token),
  )
}

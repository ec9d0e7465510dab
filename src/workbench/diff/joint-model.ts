/**
 * Combines two rule sets into one model, so that each genotype that both know is evaluated with the tables of both.
 * Results are compared in compare.ts; alleles and loci that only one has are reported by structure.ts.
 * Guarantees: tables never see tokens of the other rule set; alleles are matched by canonical name.
 */
import type { CompiledTable, LocusGenotype, Model, ModelLocus, Outcome } from '../../model/model.js'
import { surveySpace } from '../../model/space/space.js'
import type { RuleRow } from '../../rules/tables.js'

export type JointModel = ReturnType<typeof joinModels>

/** Genotypes over the loci of one component that look alike under each rule set, with the smallest of them. */
export interface ComparedPart<Seen> {
  readonly genotypes: bigint
  readonly example: readonly LocusGenotype[]
  readonly before: Seen
  readonly after: Seen
}

/** Prefix of tokens of the second rule set; no token can contain it. */
const AFTER = '\u0001'

/** The token without the prefix of its rule set. */
export function plainToken(token: string): string {
  return token.startsWith(AFTER) ? token.slice(AFTER.length) : token
}

/** Loci and alleles keep the numbers of the first rule set; those that only the second has follow. */
export function joinModels(before: Model, after: Model) {
  const added = after.loci.filter(({ key }) => locusOf(before, key) === undefined)
  const known = before.loci.map((locus) => joinLocus(locus, locusOf(after, locus.key)))
  const loci = [...known, ...added].map((locus, index) => ({ ...locus, index }))
  const first = before.tables.length
  const tables = [...before.tables, ...after.tables.map((table) => adapted(table, after, loci, first))]
  const model: Model = { ...before, loci, groups: [], tables }
  return {
    model,
    /**
     * Surveys all genotypes that both rule sets know, part by part, with the value of `seenIn` for each rule set's
     * outcomes.
     * @param name only tables of this name
     */
    survey: <Seen>(seenIn: (outcomes: readonly Outcome[]) => Seen, name?: string) => {
      const isOf = (table: CompiledTable): boolean => name === undefined || table.name === name
      const seenByBoth = (outcomes: readonly Outcome[], of: readonly CompiledTable[]) => {
        const withTables = outcomes.map((outcome, i) => ({ outcome, table: of[i] as CompiledTable }))
        const selected = withTables.filter(({ table }) => isOf(table))
        const [old, now] = [false, true].map((isAfter) =>
          selected.flatMap(({ outcome, table }) => (table.index >= first === isAfter ? [outcome] : [])),
        ) as [Outcome[], Outcome[]]
        return { before: seenIn(old), after: seenIn(now) }
      }
      const space = surveySpace(model, {
        among: (locus) => commonAlleles(before, after, locus),
        sameToken: plainToken,
        keyOf: (outcomes, of) => JSON.stringify(seenByBoth(outcomes, of)),
        ...(name !== undefined && { only: isOf, tellApart: (outcome) => JSON.stringify(seenIn([outcome])) }),
      })
      return space.map(({ parts, tables: of }) => ({
        parts: parts.map((part): ComparedPart<Seen> => ({ ...part, ...seenByBoth(part.outcomes, of) })),
      }))
    },
  }
}

/**
 * The alleles, by index, that horses of both rule sets can carry at a locus of the joint model or of the second
 * model.
 */
export function commonAlleles(
  before: Model,
  after: Model,
  { key, alleles, wildType }: ModelLocus,
): readonly number[] {
  const sides = [locusOf(before, key), locusOf(after, key)]
  const shared = alleles.flatMap((name, i) =>
    sides.every((side) => side?.alleles.includes(name) ?? true) ? [i] : [],
  )
  // If only one rule set knows the locus, the other's horses have its wild type.
  return sides.includes(undefined) ? [wildType ?? shared[0] ?? 0] : shared
}

function locusOf({ loci }: Pick<Model, 'loci'>, key: string): ModelLocus | undefined {
  return loci.find((locus) => locus.key === key)
}

function joinLocus(locus: ModelLocus, other: ModelLocus = locus): ModelLocus {
  const alleles = [...new Set([...locus.alleles, ...other.alleles])]
  const noCopySymbol = locus.source.noCopy ?? other.source.noCopy
  return {
    ...locus,
    alleles,
    noCopy: noCopySymbol === undefined ? null : alleles.indexOf(noCopySymbol),
    cis: locus.cis || other.cis,
    required: locus.required || other.required,
  }
}

/**
 * A table of the second rule set for the joint model: joint loci, joint allele numbers, prefixed tokens.
 * @param first index of that rule set's first table
 */
function adapted(
  table: CompiledTable,
  sourceModel: Model,
  loci: readonly ModelLocus[],
  first: number,
): CompiledTable {
  const rules = new Map(table.source.rules.map((rule) => [rule, marked(rule)]))
  const ruleOf = (rule: RuleRow): RuleRow => rules.get(rule) as RuleRow
  return {
    ...table,
    index: first + table.index,
    columns: table.columns.map((column) => {
      const locus = sourceModel.loci[column.locus] as ModelLocus
      const joint = locusOf({ loci }, locus.key) as ModelLocus
      const numbers = locus.alleles.map((name) => joint.alleles.indexOf(name))
      const atoms = column.atoms.map((atom) => ({
        ...atom,
        among: atom.among.map((allele) => numbers[allele] ?? 0),
      }))
      return { ...column, locus: joint.index, atoms }
    }),
    tokens: table.tokens.map(({ token, stride }) => ({ token: mark(token), stride })),
    outcomes: table.outcomes.map((outcome) => ({
      ...outcome,
      fired: outcome.fired.map(ruleOf),
      overridden: outcome.overridden.map(ruleOf),
      tokens: outcome.tokens.map(mark),
    })),
    source: { ...table.source, rules: table.source.rules.map(ruleOf) },
  }
}

function mark(token: string): string {
  return AFTER + token
}

function marked(rule: RuleRow): RuleRow {
  return {
    ...rule,
    then: rule.then.map(mark),
    token: rule.token.map(mark),
    noToken: rule.noToken.map(mark),
    hides: rule.hides === 'all' ? 'all' : rule.hides.map(mark),
    but: rule.but.map(mark),
  }
}

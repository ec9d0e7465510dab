/**
 * Two rule sets as one model: each genotype that both know is put through the tables of both.
 * Guarantees: tables of the two never see each other's tokens; alleles are matched by their canonical names.
 * Leaves to others: what came of it (compare.ts). Alleles and loci that only one has are reported by structure.ts.
 */
import type { CompiledTable, LocusGenotype, Model, ModelLocus, Outcome } from '../../model/model.js'
import { surveySpace } from '../../model/space/space.js'
import type { RuleRow } from '../../rules/tables.js'

export type JointModel = ReturnType<typeof joinModels>

/** Genotypes of the loci of one component that look alike under either rule set, with the smallest of them. */
export interface ComparedPart<Seen> {
  readonly genotypes: bigint
  readonly example: readonly LocusGenotype[]
  readonly before: Seen
  readonly after: Seen
}

/** Stands before each token of the second rule set; no token can hold it. */
const AFTER = '\u0001'

/** The token's own name, whichever rule set gave it. */
export function plainToken(token: string): string {
  return token.startsWith(AFTER) ? token.slice(AFTER.length) : token
}

/** Loci and alleles keep the numbers of the first rule set; those that only the second one has follow. */
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
     * All genotypes that both rule sets know, part by part, with what `seenIn` makes of each rule set's outcomes; of the
     * tables of one name, where it is given.
     */
    survey: <Seen>(seenIn: (outcomes: readonly Outcome[]) => Seen, name?: string) => {
      const isOf = (table: CompiledTable): boolean => name === undefined || table.name === name
      const seenByBoth = (outcomes: readonly Outcome[], of: readonly CompiledTable[]) => {
        const asked = outcomes.map((outcome, i) => ({ outcome, table: of[i] as CompiledTable }))
        const own = asked.filter(({ table }) => isOf(table))
        const [old, now] = [false, true].map((isAfter) =>
          own.flatMap(({ outcome, table }) => (table.index >= first === isAfter ? [outcome] : [])),
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

/** The alleles of a locus of the joint model or of the second one, by index, that horses of both rule sets can carry. */
export function commonAlleles(
  before: Model,
  after: Model,
  { key, alleles, wildType }: ModelLocus,
): readonly number[] {
  const sides = [locusOf(before, key), locusOf(after, key)]
  const shared = alleles.flatMap((name, i) =>
    sides.every((side) => side?.alleles.includes(name) ?? true) ? [i] : [],
  )
  // Where only one knows the locus, the other's horses have its wild type.
  return sides.includes(undefined) ? [wildType ?? shared[0] ?? 0] : shared
}

function locusOf({ loci }: Pick<Model, 'loci'>, key: string): ModelLocus | undefined {
  return loci.find((locus) => locus.key === key)
}

function joinLocus(locus: ModelLocus, other: ModelLocus = locus): ModelLocus {
  const alleles = [...new Set([...locus.alleles, ...other.alleles])]
  const lacking = locus.source.noCopy ?? other.source.noCopy
  return {
    ...locus,
    alleles,
    noCopy: lacking === undefined ? null : alleles.indexOf(lacking),
    cis: locus.cis || other.cis,
    required: locus.required || other.required,
  }
}

/**
 * A table of the second rule set as it stands in the joint model: joint loci, joint allele numbers, tokens marked.
 * @param first its number, where it is the first of its rule set
 */
function adapted(
  table: CompiledTable,
  own: Model,
  loci: readonly ModelLocus[],
  first: number,
): CompiledTable {
  const rules = new Map(table.source.rules.map((rule) => [rule, marked(rule)]))
  const ruleOf = (rule: RuleRow): RuleRow => rules.get(rule) as RuleRow
  return {
    ...table,
    index: first + table.index,
    columns: table.columns.map((column) => {
      const locus = own.loci[column.locus] as ModelLocus
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

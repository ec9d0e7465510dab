/**
 * Two rule sets as one model: each genotype that both know is put through the tables of both.
 * Guarantees: tables of the two never see each other's tokens; alleles are matched by their canonical names.
 * Leaves to others: what came of it (compare.ts). Alleles and loci that only one has are reported by structure.ts.
 */
import type { CompiledTable, Model, ModelLocus, Outcome } from '../../model/model.js'
import type { Atom } from '../../model/compile/predicate.js'
import type { RuleRow } from '../../rules/tables.js'

export interface JointModel {
  readonly model: Model
  readonly isAfter: (table: CompiledTable) => boolean
  /** The alleles of a joint locus, by index, that horses of both rule sets can carry. */
  readonly common: (locus: ModelLocus) => readonly number[]
}

/** Stands before each token of the second rule set; no token can hold it. */
const AFTER = '\u0001'

/** The token's own name, whichever rule set gave it. */
export function plainToken(token: string): string {
  return token.startsWith(AFTER) ? token.slice(AFTER.length) : token
}

export function joinModels(before: Model, after: Model): JointModel {
  const keys = [...new Set([...before.loci, ...after.loci].map((locus) => locus.key))]
  const loci = keys.map((key, index) => joinLocus(index, key, [before, after]))
  const tables = [
    ...before.tables.map((table) => adapted(table, before, loci, 0, (token) => token)),
    ...after.tables.map((table) =>
      adapted(table, after, loci, before.tables.length, (token) => AFTER + token),
    ),
  ]
  return {
    model: { ...before, loci, groups: [], tables },
    isAfter: (table) => table.index >= before.tables.length,
    common: ({ key, alleles, wildType }) => {
      const sides = [locusOf(before, key), locusOf(after, key)]
      const shared = alleles.flatMap((name, i) =>
        sides.every((side) => side?.alleles.includes(name) ?? true) ? [i] : [],
      )
      // Where only one knows the locus, the other's horses have its wild type.
      return sides.includes(undefined) ? [wildType ?? shared[0] ?? 0] : shared
    },
  }
}

function locusOf(model: Model, key: string): ModelLocus | undefined {
  return model.loci.find((locus) => locus.key === key)
}

function joinLocus(index: number, key: string, models: readonly Model[]): ModelLocus {
  const sides = models.flatMap((model) => locusOf(model, key) ?? [])
  const [base] = sides as [ModelLocus]
  const alleles = [...new Set(sides.flatMap((side) => side.alleles))]
  const wild = base.wildType === null ? undefined : base.alleles[base.wildType]
  return {
    ...base,
    index,
    alleles,
    wildType: wild === undefined ? null : alleles.indexOf(wild),
    cis: sides.some((side) => side.cis),
    required: sides.some((side) => side.required),
  }
}

/** A table as it stands in the joint model: joint loci, joint allele numbers, tokens marked. */
function adapted(
  table: CompiledTable,
  own: Model,
  loci: readonly ModelLocus[],
  offset: number,
  mark: (token: string) => string,
): CompiledTable {
  const rules = new Map(table.source.rules.map((rule) => [rule, marked(rule, mark)]))
  const ruleOf = (rule: RuleRow): RuleRow => rules.get(rule) as RuleRow
  return {
    ...table,
    index: offset + table.index,
    columns: table.columns.map((column) => {
      const locus = own.loci[column.locus] as ModelLocus
      const joint = loci.find((each) => each.key === locus.key) as ModelLocus
      const place = locus.alleles.map((name) => joint.alleles.indexOf(name))
      return {
        ...column,
        locus: joint.index,
        atoms: column.atoms.map((atom) => renumbered(atom, place)),
      }
    }),
    tokens: table.tokens.map(({ token, stride }) => ({ token: mark(token), stride })),
    outcomes: table.outcomes.map((outcome): Outcome => ({
      ...outcome,
      fired: outcome.fired.map(ruleOf),
      overridden: outcome.overridden.map(ruleOf),
      tokens: outcome.tokens.map(mark),
    })),
    source: { ...table.source, rules: table.source.rules.map(ruleOf) },
  }
}

function marked(rule: RuleRow, mark: (token: string) => string): RuleRow {
  return {
    ...rule,
    then: rule.then.map(mark),
    token: rule.token.map(mark),
    noToken: rule.noToken.map(mark),
    hides: rule.hides === 'all' ? 'all' : rule.hides.map(mark),
    but: rule.but.map(mark),
  }
}

function renumbered(atom: Atom, place: readonly number[]): Atom {
  const at = (allele: number): number => place[allele] ?? 0
  switch (atom.kind) {
    case 'pair':
      return { ...atom, alleles: [at(atom.alleles[0]), at(atom.alleles[1])] }
    case 'none_of':
      return { ...atom, alleles: atom.alleles.map(at) }
    case 'expression':
      return { ...atom, among: atom.among.map(at) }
    default:
      return { ...atom, allele: at(atom.allele) }
  }
}

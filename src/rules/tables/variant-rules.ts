/**
 * Rules that name the one variant they count: beside each such rule stands one more for every variant of its expression
 * class, which gives the token with the variant's name behind it.
 * Guarantees: where the rule holds, exactly one of these holds too.
 */
import type { Predicate } from '../file-types.js'
import { variantOf } from '../notation.js'
import type { DecisionTable, RuleRow } from './decision-table.js'
import type { AlleleRow, LocusTable } from './locus-table.js'

type Counting = Extract<Predicate, { readonly expression: unknown }>

export function withVariantRules(table: DecisionTable, loci: readonly LocusTable[]): DecisionTable {
  const rules = table.rules.flatMap((rule) => [
    rule,
    ...variantsOf(rule, loci).map((row) => ruleOf(rule, row)),
  ])
  return { ...table, rules }
}

/** The variant's own source, if the locus file cites one. */
function ruleOf({ variants = '', then, why: _, viability: __, ...rule }: RuleRow, row: AlleleRow): RuleRow {
  const name = nameOf(row)
  return {
    ...rule,
    id: `${rule.id}-${name.toLowerCase()}`,
    when: { ...rule.when, [variants]: { all: [{ has: row.allele }, rule.when[variants] as Counting] } },
    then: then.map((token) => `${token}/${name}`),
    hides: [],
    but: [],
    notes: [],
    remarks: { carries: [], health: [], reports: [] },
    cite: row.cite.length > 0 ? row.cite : rule.cite,
    verified: row.verified,
  }
}

/** The variants that such a rule counts; none where it names none. */
function variantsOf({ variants, when }: RuleRow, loci: readonly LocusTable[]): readonly AlleleRow[] {
  const locus = loci.find((each) => each.locus === variants)
  if (variants === undefined || locus === undefined) return []
  const classes = [(when[variants] as Counting).expression].flat()
  return locus.alleles.filter(({ expression }) => expression !== undefined && classes.includes(expression))
}

/** As laboratories print it. */
function nameOf({ allele, aliases }: AlleleRow): string {
  return aliases[0] ?? allele
}

/** Of a token whose variants are named: the tokens of which an animal shows one, and those that can stand beside it. */
export interface NamedVariants {
  readonly token: string
  readonly one: readonly string[]
  readonly further: readonly string[]
}

export function namedVariants(
  tables: readonly DecisionTable[],
  loci: readonly LocusTable[],
): readonly NamedVariants[] {
  const rules = tables.flatMap((table) => table.rules)
  const given = [...new Set(rules.flatMap(({ then }) => then))]
  return rules.flatMap((rule) => {
    const own = variantsOf(rule, loci).map(nameOf)
    const [token] = rule.then
    if (own.length === 0 || token === undefined) return []
    const named = given.filter((each) => variantOf(each)?.of === token)
    const [one, further] = [true, false].map((isOne) =>
      named.filter((each) => own.includes(variantOf(each)?.name ?? '') === isOne),
    )
    return [{ token, one: one ?? [], further: further ?? [] }]
  })
}

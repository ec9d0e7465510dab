/**
 * One table asked about one horse by the rule engine itself: every rule, and the truth of every condition of it.
 * For explaining to rule authors; requests read the tables that the engine has filled.
 */
import { dosageOf, type Pair } from '../../genetics/genotype.js'
import type { RuleRow } from '../../rules/tables.js'
import { buildEngine, type Finding } from '../compile/engine.js'
import type { CompiledTable, HorseGenotype, Model } from '../model.js'
import { resolveRules } from '../compile/resolve-rules.js'

export interface ExaminedRule extends Finding {
  readonly rule: RuleRow
}

/** @param given tokens of earlier tables @returns the table's rules in file order */
export async function examineTable(
  model: Model,
  table: CompiledTable,
  horse: HorseGenotype,
  given: ReadonlySet<string>,
): Promise<readonly ExaminedRule[]> {
  const dosages = new Map(
    horse.map(({ locus, layouts }) => [locus.key, dosageOf(locus, layouts[0] as Pair)] as const),
  )
  const rules = resolveRules(table.source, model.loci, model.sexes?.heterogametic, [])
  const findings = await buildEngine(rules)({ dosages, tokens: given })
  return table.source.rules.map((rule) => ({ rule, ...(findings.get(rule.id) as Finding) }))
}

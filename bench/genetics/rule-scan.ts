/**
 * A coat as a plain program finds it: it tests every rule of every table in turn, applies hit policy and hiding, and names
 * the result. Only names are cached.
 * Guarantees: the same coat as Robe; the row checks it.
 */
import type { Ruleset } from '../../src/operations/ruleset.js'
import { dosageOf } from '../../src/genetics/genotype.js'
import type { EngineRule } from '../../src/model/compile/engine.js'
import type { HorseGenotype } from '../../src/model/model.js'
import { conditionHolds } from '../../src/model/compile/predicate.js'
import { resolveRules } from '../../src/model/compile/resolve.js'
import type { Lexicon } from '../../src/naming/lexicon.js'
import { nameCoat } from '../../src/naming/name.js'
import type { RuleRow } from '../../src/rules/tables.js'

export function createRuleScan(ruleset: Ruleset, language: string): (horse: HorseGenotype) => string {
  const { source, loci } = ruleset.model
  const tables = source.tables.map((table) => ({
    hit: table.hit,
    rows: table.rules,
    rules: resolveRules(table, loci, undefined, []),
  }))
  const indexOf = new Map(loci.map((locus) => [locus.key, locus.index]))
  const lexicon = ruleset.lexicons.get(language) as Lexicon
  const names = new Map<string, string>()
  return (horse) => {
    const dosages = loci.map((locus) => dosageOf(locus, horse[locus.index]?.layouts[0] ?? [[], []]))
    const tokens: string[] = []
    const fired: RuleRow[] = []
    const holds = ({ conditions, token, noToken }: EngineRule): boolean =>
      conditions.every(({ locus, condition }) =>
        conditionHolds(condition, dosages[indexOf.get(locus) ?? 0] as Uint8Array),
      ) &&
      token.every((each) => tokens.includes(each)) &&
      !noToken.some((each) => tokens.includes(each))
    for (const { hit, rows, rules } of tables) {
      const holding: RuleRow[] = []
      for (let i = 0; i < rules.length; i++) {
        if (!holds(rules[i] as EngineRule)) continue
        holding.push(rows[i] as RuleRow)
        if (hit !== 'collect') break
      }
      for (const rule of holding) {
        fired.push(rule)
        for (const token of rule.then) if (!tokens.includes(token)) tokens.push(token)
      }
    }
    const sweeping = fired.find((rule) => rule.hides === 'all')
    const isHidden = (token: string): boolean =>
      fired.some((rule) =>
        rule.hides === 'all'
          ? rule === sweeping && !rule.then.includes(token) && !rule.but.includes(token)
          : rule.hides.includes(token),
      )
    const visible = tokens.filter((token) => !isHidden(token))
    const key = visible.join(' ')
    let name = names.get(key)
    if (name === undefined) names.set(key, (name = nameCoat(lexicon, visible)))
    return name
  }
}

/**
 * One horse, table by table: every rule tried, the truth of each of its conditions as the engine found it, what
 * it gave, and what came of it all in each language.
 * Guarantees: works on rule sets with gaps, conflicts and missing words too, since that is when it is wanted.
 */
import { citedReferences } from '../operations/wording.js'
import { explainCoat } from '../operations/result/explain.js'
import { lexiconOf, type Ruleset } from '../operations/ruleset.js'
import { examineTable, type ExaminedRule } from '../model/compile/fill-table.js'
import type { CompiledTable, HorseGenotype, Outcome } from '../model/model.js'
import type { Lexicon } from '../naming/lexicon.js'
import { entriesFor, nameFaultOf } from '../naming/name.js'
import { conditionTexts, effectTexts } from './check/rule-texts.js'

export type HorseExplained = Awaited<ReturnType<typeof explainHorse>>
export type TableExplained = ReturnType<typeof explainTable>
export type RuleExplained = TableExplained['rules'][number]

export async function explainHorse(ruleset: Ruleset, horse: HorseGenotype, language: string) {
  const phenotype = ruleset.phenotypes.of(horse)
  const { coat, outcomes } = phenotype
  const lexicon = lexiconOf(ruleset.lexicons, language)
  const tables = ruleset.model.tables.map(async (table, index) => {
    const given = new Set(outcomes.slice(0, index).flatMap(({ tokens }) => tokens))
    const examined = await examineTable(ruleset.model, table, horse, given)
    return explainTable(ruleset, table, outcomes[index] as Outcome, examined, lexicon)
  })
  const names = [...ruleset.lexicons].map(([code, words]) => [
    code,
    nameFaultOf(words, coat.tokens) ?? ruleset.nameOf(coat, code),
  ])
  return {
    genotype: genotypeText(horse),
    /** Language code → name, or what keeps it from being named. */
    names: Object.fromEntries(names) as Record<string, string>,
    /** Where the words of the name stand in the asked language, in the order in which they were chosen. */
    words: entriesFor(lexicon, coat.tokens).map(({ tokens, term, place }) => ({ tokens, term, place })),
    tables: await Promise.all(tables),
    summary: explainCoat(ruleset, phenotype, lexicon),
  }
}

/**
 * The rules that most of what is seen is decided by: those that give what is seen, first what hides something else, then
 * what asks for more; equals in the order of the tables.
 */
export function mostDeciding({ tables, summary }: HorseExplained, most: number): readonly RuleExplained[] {
  const { visible, hidden, rules } = summary
  const giving = new Set(
    rules.flatMap(({ rule, tokens }) => (tokens.some((token) => visible.includes(token)) ? [rule] : [])),
  )
  const hides = ({ rule }: RuleExplained): boolean => hidden.some(({ by }) => by === rule)
  return tables
    .flatMap((table) => table.rules)
    .filter(({ rule, status }) => status === 'decides' && giving.has(rule))
    .sort((a, b) => Number(hides(b)) - Number(hides(a)) || b.conditions.length - a.conditions.length)
    .slice(0, most)
}

/** What is wild type everywhere is left out. */
function genotypeText(horse: HorseGenotype): string {
  const genes = horse.flatMap(({ locus, alleles, layouts, text }) => {
    const wild = locus.alleles[locus.wildType ?? -1]
    if (!locus.required && text === `${wild}/${wild}`) return []
    return `${locus.key}=${layouts.length === 1 ? text : alleles.join('/')}`
  })
  return genes.join(' ')
}

function explainTable(
  ruleset: Ruleset,
  { name, source }: CompiledTable,
  outcome: Outcome,
  examined: readonly ExaminedRule[],
  lexicon: Lexicon,
) {
  const rules = examined.map(({ rule, holds, conditions }) => {
    const why = lexicon.why[rule.id] ?? rule.why
    return {
      rule: rule.id,
      place: rule.place,
      /** decides: it counts. overridden: it holds, but an earlier rule decides. fails: some condition does not hold. */
      status: !holds ? 'fails' : outcome.fired.includes(rule) ? 'decides' : 'overridden',
      conditions: conditionTexts(rule).map((text, i) => ({ text, holds: conditions[i] ?? false })),
      effects: effectTexts(rule, lexicon),
      ...(why !== undefined && { why }),
      verified: rule.verified,
      references: citedReferences(ruleset.model.source.references, rule.cite),
    }
  })
  return {
    table: name,
    place: source.place,
    hit: source.hit,
    /** In file order. */
    rules,
    /** Why the table decides nothing, where it should. */
    ...(outcome.undecided !== undefined && { fault: faultOf(outcome) }),
  }
}

function faultOf({ fired }: Outcome): string {
  return fired.length === 0 ? 'no rule holds, and one must' : 'two rules hold, and only one may'
}

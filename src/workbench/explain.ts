/**
 * One horse, table by table: every rule tried, the truth of each of its conditions as the engine found it, what
 * it gave, and what came of it all in each language.
 * Guarantees: works on rule sets with gaps, conflicts and missing words too, since that is when it is wanted.
 */
import type { CitedReference, Explanation } from '../coats/answers.js'
import { citedReferences } from '../coats/wording.js'
import { explainCoat } from '../coats/explain.js'
import { lexiconOf, type RuleBook } from '../coats/rule-book.js'
import { examineTable, type ExaminedRule } from '../model/compile/fill-table.js'
import type { CompiledTable, HorseGenotype, Outcome } from '../model/model.js'
import type { Lexicon } from '../naming/lexicon.js'
import { entriesFor, nameFaultOf } from '../naming/name.js'
import type { Place } from '../rules/tables.js'
import { conditionTexts, effectTexts } from './check/wording.js'

export interface HorseExplained {
  readonly genotype: string
  /** Language code → name, or what keeps it from being named. */
  readonly names: Readonly<Record<string, string>>
  /** Where the words of the name stand in the asked language, in the order in which they were chosen. */
  readonly words: readonly {
    readonly tokens: readonly string[]
    readonly term: string
    readonly place: Place
  }[]
  readonly tables: readonly TableExplained[]
  readonly summary: Explanation
}

export interface TableExplained {
  readonly table: string
  readonly hit: string
  /** In file order. */
  readonly rules: readonly RuleExplained[]
  /** Why the table decides nothing, where it should. */
  readonly fault?: string
}

export interface RuleExplained {
  readonly rule: string
  /** decides: it counts. overridden: it holds, but an earlier rule decides. fails: some condition does not hold. */
  readonly status: 'decides' | 'overridden' | 'fails'
  readonly conditions: readonly { readonly text: string; readonly holds: boolean }[]
  readonly effects: readonly string[]
  readonly why?: string
  readonly verified: boolean
  readonly references: readonly CitedReference[]
}

export async function explainHorse(
  book: RuleBook,
  horse: HorseGenotype,
  language: string,
): Promise<HorseExplained> {
  const phenotype = book.phenotypes.of(horse)
  const { coat, outcomes } = phenotype
  const lexicon = lexiconOf(book.lexicons, language)
  const tables = book.model.tables.map(async (table, index) => {
    const given = new Set(outcomes.slice(0, index).flatMap(({ tokens }) => tokens))
    const examined = await examineTable(book.model, table, horse, given)
    return explainTable(book, table, outcomes[index] as Outcome, examined, lexicon)
  })
  const names = [...book.lexicons].map(([code, words]) => [
    code,
    nameFaultOf(words, coat.tokens) ?? book.nameOf(coat, code),
  ])
  return {
    genotype: genotypeText(horse),
    names: Object.fromEntries(names) as Record<string, string>,
    words: wordsOf(lexicon, coat.tokens),
    tables: await Promise.all(tables),
    summary: explainCoat(book, phenotype, lexicon),
  }
}

function wordsOf(lexicon: Lexicon, tokens: readonly string[]): HorseExplained['words'] {
  if (nameFaultOf(lexicon, tokens) !== undefined) return []
  return entriesFor(lexicon, tokens).map(({ tokens, term, place }) => ({ tokens, term, place }))
}

/** What is wild type everywhere is left out. */
function genotypeText(horse: HorseGenotype): string {
  return horse
    .filter(({ locus, text }) => {
      const wild = locus.alleles[locus.wildType ?? -1]
      return locus.required || text !== `${wild}/${wild}`
    })
    .map(({ locus, alleles, layouts, text }) =>
      layouts.length === 1 ? `${locus.key}=${text}` : `${locus.key}=${alleles.join('/')}`,
    )
    .join(' ')
}

function explainTable(
  book: RuleBook,
  { name, source }: CompiledTable,
  outcome: Outcome,
  examined: readonly ExaminedRule[],
  lexicon: Lexicon,
): TableExplained {
  const rules = examined.map(({ rule, holds, conditions }): RuleExplained => {
    const why = lexicon.why[rule.id] ?? rule.why
    return {
      rule: rule.id,
      status: !holds ? 'fails' : outcome.fired.includes(rule) ? 'decides' : 'overridden',
      conditions: conditionTexts(rule).map((text, i) => ({ text, holds: conditions[i] ?? false })),
      effects: effectTexts(rule, lexicon),
      ...(why === undefined ? {} : { why }),
      verified: rule.verified,
      references: citedReferences(book.model.source.references, rule.cite),
    }
  })
  const table = { table: name, hit: source.hit, rules }
  if (outcome.undecided === undefined) return table
  const isGap = outcome.fired.length === 0
  return { ...table, fault: isGap ? 'no rule holds, and one must' : 'two rules hold, and only one may' }
}

/**
 * Adapter to json-rules-engine, which evaluates the conditions of rules. Hit policies and order are applied by
 * fill-table.ts.
 * Guarantees: all rules have the same priority; runs never share state. The engine is too slow for requests, which
 * read the outcomes that compile.ts stores.
 */
import { Engine, type NestedCondition, type RuleProperties, type RuleResult } from 'json-rules-engine'
import { atomHolds, type Atom, type Condition, type Dosage } from './predicate.js'

/** A rule ready for the engine: conditions by locus key, required and excluded tokens of earlier tables. */
export interface EngineRule {
  readonly id: string
  readonly conditions: readonly { readonly locus: string; readonly condition: Condition }[]
  readonly token: readonly string[]
  readonly noToken: readonly string[]
}

/** Input of one run: dosages by locus key, and the tokens that earlier tables gave. */
export interface EngineFacts {
  readonly dosages: ReadonlyMap<string, Dosage>
  readonly tokens: ReadonlySet<string>
}

/** The engine's result for one rule. */
export interface Finding {
  readonly holds: boolean
  /** Truth of each condition: loci in the rule's order, then required tokens, then excluded tokens. */
  readonly conditions: readonly boolean[]
}

/** The fact that holds the tokens. Locus keys contain no colon, so the name cannot clash. */
const TOKENS = 'tokens:given'

/** @returns every rule's finding by rule id */
export function buildEngine(rules: readonly EngineRule[]) {
  const engine = new Engine(rules.map(toEngineRule), {
    // Rule files have no paths; refuse them anyway, because they would pass author text to a query language.
    pathResolver: () => {
      throw new Error('paths are not part of the rule language')
    },
  })
  engine.addOperator<Dosage, Atom>('holds', (dosage, atom) => atomHolds(atom, dosage))
  engine.addOperator<ReadonlySet<string>, string>('given', (tokens, token) => tokens.has(token))
  return async (facts: EngineFacts): Promise<ReadonlyMap<string, Finding>> => {
    // The engine stores run state on itself, so each run gets its own object.
    const run = Object.create(engine) as Engine
    const { results, failureResults } = await run.run({
      ...Object.fromEntries(facts.dosages),
      [TOKENS]: facts.tokens,
    })
    return new Map([...results, ...failureResults].map((result) => [result.name, findingOf(result)]))
  }
}

function findingOf({ result, conditions }: RuleResult): Finding {
  const parts: readonly { readonly result?: boolean }[] = 'all' in conditions ? conditions.all : []
  return { holds: result === true, conditions: parts.map((part) => part.result === true) }
}

function toEngineRule(rule: EngineRule): RuleProperties {
  return {
    name: rule.id,
    event: { type: rule.id },
    conditions: {
      all: [
        ...rule.conditions.map(({ locus, condition }) => toEngineCondition(locus, condition)),
        ...rule.token.map((token) => ({ fact: TOKENS, operator: 'given', value: token })),
        ...rule.noToken.map((token) => ({ not: { fact: TOKENS, operator: 'given', value: token } })),
      ],
    },
  }
}

function toEngineCondition(locus: string, condition: Condition): NestedCondition {
  switch (condition.kind) {
    case 'any':
      return { any: condition.of.map((part) => toEngineCondition(locus, part)) }
    case 'all':
      return { all: condition.of.map((part) => toEngineCondition(locus, part)) }
    case 'not':
      return { not: toEngineCondition(locus, condition.of) }
    default:
      return { fact: locus, operator: 'holds', value: condition }
  }
}

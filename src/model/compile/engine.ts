/**
 * The adapter to json-rules-engine, which alone decides which rules hold; hit policies and order are ours.
 * Guarantees: one priority and one run at a time per engine object, so that runs never mix.
 * Far too slow for requests, and never used by one: they read the outcomes that compile.ts keeps.
 */
import { Engine, type NestedCondition, type RuleProperties, type RuleResult } from 'json-rules-engine'
import { atomHolds, type Atom, type Condition, type Dosage } from './predicate.js'

/** A rule ready for the engine: conditions by locus key, and tokens of earlier tables. */
export interface EngineRule {
  readonly id: string
  readonly conditions: readonly { readonly locus: string; readonly condition: Condition }[]
  readonly token: readonly string[]
  readonly noToken: readonly string[]
}

/** What one run is asked about: dosages by locus key, tokens given by earlier tables. */
export interface EngineFacts {
  readonly dosages: ReadonlyMap<string, Dosage>
  readonly tokens: ReadonlySet<string>
}

/** What the engine found of one rule. */
export interface Finding {
  readonly holds: boolean
  /** Truth of each condition: loci in the rule's order, then tokens asked for, then tokens asked to be absent. */
  readonly conditions: readonly boolean[]
}

/** The fact that holds the tokens; no locus can be called so, since locus keys have no colon. */
const TOKENS = 'tokens:given'

/** @returns every rule's finding by rule id */
export function buildEngine(rules: readonly EngineRule[]) {
  const engine = new Engine(rules.map(toEngineRule), {
    // `path` would hand author text to a query language; no rule file can contain one, and none would be obeyed.
    pathResolver: () => {
      throw new Error('paths are not part of the rule language')
    },
  })
  engine.addOperator<Dosage, Atom>('holds', (dosage, atom) => atomHolds(atom, dosage))
  engine.addOperator<ReadonlySet<string>, string>('given', (tokens, token) => tokens.has(token))
  return async (facts: EngineFacts): Promise<ReadonlyMap<string, Finding>> => {
    // The engine keeps its run state on itself; an object of its own per run keeps runs apart.
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

/**
 * Compile step 3, tokens: what a rule asks for must be given by an earlier table, what it hides by any.
 * Guarantees: each fault at its word, with a correction that can be made.
 * Leaves to others: loci and alleles (resolve-rules.ts).
 */
import { fault, type Diagnostic, type Wording } from '../../rules/diagnostic.js'
import type { DecisionTable, Place, RuleRow } from '../../rules/tables.js'
import { placeOfItem } from '../../rules/yaml/word-places.js'
import { didYouMean } from './unknown-words.js'

export function checkTokens(tables: readonly DecisionTable[], diagnostics: Diagnostic[]): void {
  const all = givenBy(tables)
  tables.forEach((table, index) => {
    const earlier = givenBy(tables.slice(0, index))
    for (const rule of table.rules) {
      for (const { token, place } of askedFor(rule)) {
        if (earlier.includes(token)) continue
        if (!all.includes(token)) diagnostics.push(unknownToken(token, rule, place, earlier))
        else
          diagnostics.push(fault('CYCLE', place, cycleWording(token, rule, table, tables.slice(index + 1))))
      }
      for (const { token, place } of hiddenBy(rule)) {
        if (!all.includes(token)) diagnostics.push(unknownToken(token, rule, place, all))
      }
    }
  })
}

interface TokenAt {
  readonly token: string
  readonly place: Place
}

function askedFor(rule: RuleRow): readonly TokenAt[] {
  return [...tokensAt(rule, rule.token, '/when/token'), ...tokensAt(rule, rule.noToken, '/when/no_token')]
}

function hiddenBy(rule: RuleRow): readonly TokenAt[] {
  const hidden = rule.hides === 'all' ? [] : tokensAt(rule, rule.hides, '/hides')
  return [...hidden, ...tokensAt(rule, rule.but, '/but')]
}

function tokensAt(rule: RuleRow, tokens: readonly string[], pointer: string): readonly TokenAt[] {
  return tokens.map((token, index) => ({ token, place: placeOfItem(rule, pointer, index) }))
}

function givenBy(tables: readonly DecisionTable[]): readonly string[] {
  return [...new Set(tables.flatMap((table) => table.rules.flatMap((rule) => rule.then)))]
}

function unknownToken(token: string, rule: RuleRow, place: Place, known: readonly string[]): Diagnostic {
  const what = `the rule ${rule.id} speaks of the token "${token}", which no rule gives.`
  const fix = known.length === 0 ? 'remove it: no token is given before.' : didYouMean(token, known)
  return fault('UNKNOWN_TOKEN', place, { what, fix })
}

/** @param later the tables behind the one whose rule asks */
function cycleWording(
  token: string,
  rule: RuleRow,
  table: DecisionTable,
  later: readonly DecisionTable[],
): Wording {
  const asks = `the rule ${rule.id} asks for the token "${token}", which`
  const giver = later.find((other) => givenBy([other]).includes(token))
  if (giver === undefined) {
    return {
      what: `${asks} only its own table ${table.table} gives.`,
      why: 'The rules of one table are all asked at once: none of them sees what another gives.',
      fix: `ask for the alleles behind "${token}", or move the rule into a table after ${table.table}.`,
    }
  }
  const what = `${asks} the later table ${giver.table} gives.`
  const back = giver.rules.flatMap(askedFor).find((asked) => givenBy([table]).includes(asked.token))?.token
  if (back !== undefined) {
    return {
      what,
      why: `And ${giver.table} asks for "${back}", which ${table.table} gives: neither can stand first.`,
      fix: `ask for the alleles behind "${token}" here, or for those behind "${back}" in ${giver.table}.`,
    }
  }
  return {
    what,
    why: 'Tables are asked in the order of the manifest, each once.',
    fix: `move ${giver.table} before ${table.table} in the tables of the manifest.`,
  }
}

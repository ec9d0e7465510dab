/**
 * The cells of a decision table: its rules, what they ask, what they give, hide and say, and the hit policy.
 */
import type { Predicate, Viability } from '../../src/rules/tables.js'
import type { RuleYaml, TableYaml } from '../../src/rules/file-types.js'
import { exchanged, others, replaced, shown, without, type Path, type Slip } from './cell.js'
import { predicateSlips, type LocusWords } from './predicate-slips.js'

/** What the whole rule set knows, to choose a wrong word from. */
export interface RuleWords {
  readonly loci: ReadonlyMap<string, LocusWords>
  /** Every token, and the table that gives it, in table order. */
  readonly tokens: readonly { readonly token: string; readonly table: string }[]
  readonly causes: readonly string[]
  /** Message ids by the key that names them in a rule: note, carries, health, reports. */
  readonly messages: Readonly<Record<string, readonly string[]>>
}

const HIT_POLICIES = ['unique', 'first', 'collect']
const EVIDENCE: readonly Viability['evidence'][] = ['established', 'suspected', 'weak']

export function tableSlips(value: TableYaml, words: RuleWords): readonly Slip[] {
  const { table, hit, rules } = value
  const slip = (kind: string, subject: string, what: string, at: Path, altered: unknown): Slip => ({
    kind,
    subject,
    what,
    at,
    value: altered,
  })
  return [
    ...HIT_POLICIES.filter((other) => other !== hit).map((other) =>
      slip('hit policy changed', table, `hit ${hit} → ${other}`, ['hit'], replaced(value, ['hit'], other)),
    ),
    ...(hit === 'first' ? rules.slice(1) : []).map(({ id }, i) => {
      const what = `stands before ${rules[i]?.id ?? ''}`
      return slip(
        'rules swapped',
        id,
        what,
        ['rules', i + 1],
        exchanged(value, ['rules', i], ['rules', i + 1]),
      )
    }),
    ...rules.flatMap((rule, i) => [
      {
        ...slip('rule deleted', rule.id, 'rule deleted', ['rules', i], without(value, ['rules', i])),
        gone: rule.id,
      },
      ...ruleSlips(rule, table, words).map(({ kind, what, at, value: altered }) => {
        const path = ['rules', i, ...at]
        return slip(kind, rule.id, what, path, replaced(value, ['rules', i], altered))
      }),
    ]),
  ]
}

/** A slip in one rule: its path and value are the rule's. */
type RuleSlip = Omit<Slip, 'subject'>

function ruleSlips(rule: RuleYaml, table: string, words: RuleWords): readonly RuleSlip[] {
  return [
    ...whenSlips(rule, table, words),
    ...thenSlips(rule, words),
    ...hidesSlips(rule, table, words),
    ...viabilitySlips(rule, words),
    ...messageSlips(rule, words),
  ]
}

function whenSlips(rule: RuleYaml, table: string, words: RuleWords): readonly RuleSlip[] {
  return Object.entries(rule.when).flatMap(([key, asked]): readonly RuleSlip[] => {
    const at = ['when', key]
    const dropped = {
      kind: 'condition dropped',
      what: `when without ${key}: ${shown(asked)}`,
      at,
      value: without(rule, at),
    }
    if (key === 'token' || key === 'no_token') {
      return [dropped, ...tokenConditionSlips(rule, key, asked as string | readonly string[], table, words)]
    }
    if (key === 'sex') {
      const other = asked === 'male' ? 'female' : 'male'
      return [
        dropped,
        {
          kind: 'sex swapped',
          what: `when sex: ${shown(asked)} → ${other}`,
          at,
          value: replaced(rule, at, other),
        },
      ]
    }
    const locus = words.loci.get(key)
    if (locus === undefined) return [dropped]
    return [
      dropped,
      ...predicateSlips(asked as Predicate, locus).map(({ kind, to }) => ({
        kind,
        what: `when ${key}: ${shown(asked)} → ${shown(to)}`,
        at,
        value: replaced(rule, at, to),
      })),
    ]
  })
}

/** `token` and `no_token`: one of several dropped, one swapped, or the condition turned round. */
function tokenConditionSlips(
  rule: RuleYaml,
  key: 'token' | 'no_token',
  asked: string | readonly string[],
  table: string,
  words: RuleWords,
): readonly RuleSlip[] {
  const at = ['when', key]
  const list = typeof asked === 'string' ? [asked] : asked
  const turned = key === 'token' ? 'no_token' : 'token'
  const earlier = words.tokens.filter((each) => each.table !== table).map(({ token }) => token)
  const lists = [
    ...(list.length > 1 ? list.map((_, i) => list.filter((_token, k) => k !== i)) : []),
    ...list.flatMap((token, i) =>
      others(earlier, token)
        .filter((other) => !list.includes(other))
        .map((other) => list.map((kept, k) => (k === i ? other : kept))),
    ),
  ]
  return [
    {
      kind: 'condition on tokens negated',
      what: `when ${key}: ${shown(asked)} → ${turned}`,
      at,
      value: replaced(without(rule, at), ['when', turned], asked),
    },
    ...lists.map((some) => ({
      kind: 'condition on tokens changed',
      what: `when ${key}: ${shown(asked)} → ${shown(some)}`,
      at,
      value: replaced(rule, at, some),
    })),
  ]
}

function thenSlips({ then, ...rest }: RuleYaml, words: RuleWords): readonly RuleSlip[] {
  const rule = { then, ...rest }
  const all = words.tokens.map(({ token }) => token)
  return then.flatMap((token, i) => {
    const at = ['then', i]
    return [
      { kind: 'token dropped', what: `then without ${token}`, at, value: without(rule, at) },
      ...others(all, token)
        .filter((other) => !then.includes(other))
        .map((other) => ({
          kind: 'token swapped',
          what: `then ${token} → ${other}`,
          at,
          value: replaced(rule, at, other),
        })),
    ]
  })
}

/** Of a rule that gives a token: what it hides forgotten, or something hidden that should be seen. */
function hidesSlips(rule: RuleYaml, table: string, words: RuleWords): readonly RuleSlip[] {
  const { then, hides, but = [] } = rule
  const elsewhere = words.tokens.filter((each) => each.table !== table).map(({ token }) => token)
  const set = (kind: string, what: string, altered: unknown): RuleSlip => ({
    kind,
    what,
    at: hides === undefined ? [] : ['hides'],
    value: altered,
  })
  if (hides === undefined) {
    const [first] = then
    if (first === undefined) return []
    const near = others(
      words.tokens.map(({ token }) => token),
      first,
    ).filter((token) => elsewhere.includes(token))
    return [
      set('hides added', 'hides nothing → all', replaced(rule, ['hides'], 'all')),
      ...near.map((token) =>
        set('hides added', `hides nothing → [${token}]`, replaced(rule, ['hides'], [token])),
      ),
    ]
  }
  const { hides: _, but: __, ...open } = rule
  const removed = set('hides removed', `hides ${shown(hides)} removed`, open)
  if (hides !== 'all') {
    return [
      removed,
      ...hides.map((token, i) => set('hides changed', `hides without ${token}`, without(rule, ['hides', i]))),
    ]
  }
  return [
    removed,
    ...but.map((token, i) => set('but changed', `but without ${token}`, without(rule, ['but', i]))),
    ...elsewhere
      .filter((token) => !but.includes(token))
      .map((token) => set('but changed', `but with ${token}`, replaced(rule, ['but'], [...but, token]))),
  ]
}

function viabilitySlips(rule: RuleYaml, words: RuleWords): readonly RuleSlip[] {
  const { viability } = rule
  if (viability === undefined) return []
  const { status, evidence, cause } = viability
  const change = (key: keyof Viability, from: string, to: string): RuleSlip => ({
    kind: `viability ${key} changed`,
    what: `viability ${key} ${from} → ${to}`,
    at: ['viability', key],
    value: replaced(rule, ['viability', key], to),
  })
  return [
    {
      kind: 'viability removed',
      what: 'viability removed',
      at: ['viability'],
      value: without(rule, ['viability']),
    },
    change('status', status, status === 'lethal' ? 'suspected' : 'lethal'),
    ...EVIDENCE.filter((other) => other !== evidence).map((other) => change('evidence', evidence, other)),
    ...others(words.causes, cause).map((other) => change('cause', cause, other)),
  ]
}

/** Notes and remarks: one forgotten, or another's told. */
function messageSlips(rule: RuleYaml, words: RuleWords): readonly RuleSlip[] {
  return (['note', 'carries', 'health', 'reports'] as const).flatMap((key) => {
    const told = rule[key]
    if (told === undefined) return []
    const list = typeof told === 'string' ? [told] : told
    return list.flatMap((id, i) => {
      const kept = list.filter((_, k) => k !== i)
      return [
        {
          kind: `${key} removed`,
          what: `${key} without ${id}`,
          at: [key],
          value: kept.length === 0 ? without(rule, [key]) : replaced(rule, [key], kept),
        },
        ...others(words.messages[key] ?? [], id)
          .filter((other) => !list.includes(other))
          .map((other) => ({
            kind: `${key} swapped`,
            what: `${key} ${id} → ${other}`,
            at: [key],
            value: replaced(
              rule,
              [key],
              list.map((each, k) => (k === i ? other : each)),
            ),
          })),
      ]
    })
  })
}

/**
 * Describes conditions and effects of rules in words, and as normalized texts for comparison.
 * Guarantees: complete descriptions; equal effect texts mean that answers can differ only in the stated reasons.
 */
import type { Lexicon } from '../../naming/lexicon.js'
import type { Predicate, RuleRow } from '../../rules/tables.js'

/** One phrase per condition, in the engine's order: loci, sex, tokens, absent tokens. */
export function conditionTexts(rule: RuleRow): readonly string[] {
  return [
    ...Object.entries(rule.when).map(([locus, predicate]) => `${locus} ${predicateText(predicate)}`),
    ...(rule.sex === undefined ? [] : [rule.sex]),
    ...rule.token.map((token) => `${token} given`),
    ...rule.noToken.map((token) => `${token} not given`),
  ]
}

export function predicateText(predicate: Predicate): string {
  if (Array.isArray(predicate)) return predicate.join('/')
  const each = predicate as Exclude<Predicate, readonly [string, string]>
  if ('has' in each) return `has ${each.has}`
  if ('of' in each) return `${each.copies} × ${each.of}`
  if ('none_of' in each) return `none of ${each.none_of.join(', ')}`
  if ('not' in each) return `not (${predicateText(each.not)})`
  if ('any' in each) return each.any.map(predicateText).join(' or ')
  if ('all' in each) return each.all.map((part) => `(${predicateText(part)})`).join(' and ')
  const which = [each.expression].flat().join(' or ')
  const copies =
    each.copies === undefined ? 'at least one' : each.copies === 2 ? 'two or more' : String(each.copies)
  const same = each.same === undefined ? '' : each.same ? ', of one variant' : ', of different variants'
  return `${copies} ${which}${same}`
}

/** The effects of a rule as phrases, with the texts of a language; `nothing` for a default rule. */
export function effectTexts(rule: RuleRow, lexicon: Lexicon): readonly string[] {
  const { then, hides, but, viability, penetrance, remarks, notes } = rule
  const exception = but.length === 0 ? '' : ` but ${but.join(', ')}`
  const parts = [
    ...then,
    ...present(
      hides === 'all' && `hides all${exception}`,
      hides !== 'all' && hides.length > 0 && `hides ${hides.join(', ')}`,
      viability &&
        `${viability.status} (${viability.evidence}): ${lexicon.causes[viability.cause] ?? viability.cause}`,
      penetrance !== undefined && `penetrance ${penetrance}`,
    ),
    ...remarks.carries.map((id) => `carried: ${lexicon.remarks.carries[id] ?? id}`),
    ...remarks.reports.map((id) => `reported: ${lexicon.remarks.reports[id] ?? id}`),
    ...remarks.health.map((id) => `health: ${lexicon.remarks.health[id] ?? id}`),
    ...notes.map((id) => `note: ${lexicon.notes[id] ?? id}`),
  ]
  return parts.length === 0 ? ['nothing'] : parts
}

/** Drops texts that are undefined or false. */
export function present(...texts: readonly (string | false | undefined)[]): readonly string[] {
  return texts.filter((text) => typeof text === 'string')
}

/** The combined effects of rules, independent of order and repetition. */
export function effectOf(fired: readonly RuleRow[]): string {
  const lines = fired.flatMap((rule) => [
    ...rule.then.map((token) => `then ${token}`),
    ...(rule.hides === 'all'
      ? [`hides all but ${[...rule.but, ...rule.then].sort().join(' ')}`]
      : rule.hides.map((token) => `hides ${token}`)),
    ...(rule.viability === undefined ? [] : [`viability ${JSON.stringify(rule.viability)}`]),
    ...remarksOf(rule),
    ...(rule.penetrance === undefined ? [] : [`penetrance ${rule.id} ${rule.penetrance}`]),
  ])
  return [...new Set(lines)].sort().join('\n')
}

/** The statements of a rule besides the coat. */
export function remarksOf({ remarks, notes }: RuleRow): readonly string[] {
  return [
    ...notes.map((id) => `note ${id}`),
    ...Object.entries(remarks).flatMap(([kind, ids]) => ids.map((id) => `${kind} ${id}`)),
  ]
}

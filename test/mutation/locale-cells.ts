/**
 * The cells of a locale file that make names: words for tokens, the order of modifiers, agreement, synonyms.
 * Texts of messages and names of genes are prose, which nobody can expect but by writing them twice.
 */
import type { LocaleYaml, ModifierYaml } from '../../src/rules/file-types.js'
import { exchanged, replaced, shown, without, type Path, type Slip } from './cell.js'

export function localeSlips(value: LocaleYaml): readonly Slip[] {
  return [...nameSlips(value), ...modifierSlips(value), ...synonymSlips(value), ...agreementSlips(value)]
}

function nameSlips(value: LocaleYaml): readonly Slip[] {
  const { names = [] } = value
  return names.flatMap(({ tokens, term }, i) => {
    const subject = `names [${tokens.join(', ')}]`
    const at: Path = ['names', i]
    const next = (i + 1) % names.length
    return [
      { kind: 'name removed', subject, what: 'removed', at, value: without(value, at) },
      ...swappedWith(value, subject, 'names', i, next, 'term', shown(term) === shown(names[next]?.term)),
      ...(tokens.length < 2 ? [] : tokens).map((token, k) => ({
        kind: 'token of a name dropped',
        subject,
        what: `without ${token}`,
        at: [...at, 'tokens', k],
        value: without(value, [...at, 'tokens', k]),
      })),
    ]
  })
}

function modifierSlips(value: LocaleYaml): readonly Slip[] {
  const { modifiers = [] } = value
  return modifiers.flatMap((modifier, i) => {
    const beside = modifier.beside === undefined ? '' : ` beside ${modifier.beside.join(', ')}`
    const subject = `modifier ${tokensOf(modifier)}${beside}`
    const at: Path = ['modifiers', i]
    // Only modifiers of one place have an order; only they could be taken for each other in it.
    const next = modifiers.findIndex(
      (other, k) => k > i && other.place === modifier.place && other.wrap === undefined,
    )
    const { place } = modifier
    const other = modifiers[next]
    return [
      { kind: 'modifier removed', subject, what: 'removed', at, value: without(value, at) },
      ...besideSlips(value, modifier, subject, at),
      ...(other === undefined || modifier.wrap !== undefined
        ? []
        : [
            {
              kind: 'order of modifiers swapped',
              subject,
              what: `stands after ${tokensOf(other)}`,
              at,
              value: exchanged(value, at, ['modifiers', next]),
            },
            ...swappedWith(value, subject, 'modifiers', i, next, 'term', false),
          ]),
      ...(place === undefined
        ? []
        : [
            {
              kind: 'place of a modifier changed',
              subject,
              what: `place ${place} → ${place === 'before' ? 'after' : 'before'}`,
              at: [...at, 'place'],
              value: replaced(value, [...at, 'place'], place === 'before' ? 'after' : 'before'),
            },
          ]),
    ]
  })
}

/** What a word stands beside: one of it forgotten, or all. */
function besideSlips(
  value: LocaleYaml,
  { beside = [] }: ModifierYaml,
  subject: string,
  at: Path,
): readonly Slip[] {
  if (beside.length === 0) return []
  const kind = 'beside changed'
  return [
    {
      kind,
      subject,
      what: 'beside removed',
      at: [...at, 'beside'],
      value: without(value, [...at, 'beside']),
    },
    ...(beside.length < 2 ? [] : beside).map((token, i) => ({
      kind,
      subject,
      what: `beside without ${token}`,
      at: [...at, 'beside', i],
      value: without(value, [...at, 'beside', i]),
    })),
  ]
}

function synonymSlips(value: LocaleYaml): readonly Slip[] {
  const { synonyms = [] } = value
  return synonyms.flatMap(({ of, terms }, i) => {
    const subject = `synonyms of [${of.join(', ')}]`
    const at: Path = ['synonyms', i]
    const next = (i + 1) % synonyms.length
    return [
      { kind: 'synonym removed', subject, what: 'removed', at, value: without(value, at) },
      ...(terms.length < 2 ? [] : terms).map((term, k) => ({
        kind: 'synonym removed',
        subject,
        what: `without "${term}"`,
        at: [...at, 'terms', k],
        value: without(value, [...at, 'terms', k]),
      })),
      ...swappedWith(
        value,
        subject,
        'synonyms',
        i,
        next,
        'terms',
        shown(terms) === shown(synonyms[next]?.terms),
      ),
    ]
  })
}

function agreementSlips(value: LocaleYaml): readonly Slip[] {
  if (value.agreement === undefined) return []
  const { gender, number } = value.agreement
  const change = (key: 'gender' | 'number', from: string, to: string): Slip => ({
    kind: 'agreement changed',
    subject: 'agreement',
    what: `${key} ${from} → ${to}`,
    at: ['agreement', key],
    value: replaced(value, ['agreement', key], to),
  })
  return [
    change('gender', gender, gender === 'm' ? 'f' : 'm'),
    change('number', number, number === 's' ? 'p' : 's'),
  ]
}

/** Two rows of a list with their words exchanged. */
function swappedWith(
  value: LocaleYaml,
  subject: string,
  list: 'names' | 'modifiers' | 'synonyms',
  one: number,
  other: number,
  key: 'term' | 'terms',
  alike: boolean,
): readonly Slip[] {
  if (alike || one === other) return []
  const row = value[list]?.[other] ?? {}
  const tokens = 'of' in row ? row.of.join(', ') : tokensOf(row)
  return [
    {
      kind: list === 'synonyms' ? 'synonyms swapped' : 'words swapped',
      subject,
      what: `${key} swapped with [${tokens}]`,
      at: [list, one, key],
      value: exchanged(value, [list, one, key], [list, other, key]),
    },
  ]
}

function tokensOf({ token, tokens = [] }: ModifierYaml): string {
  return token ?? tokens.join(', ')
}

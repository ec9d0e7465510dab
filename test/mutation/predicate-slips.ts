/**
 * The slips an author could make in one predicate: another allele, another number, another form.
 * Guarantees: each is a predicate that the file format accepts at this locus and differs from the original.
 */
import type { Predicate } from '../../src/rules/tables.js'
import { others, shown } from './cell.js'

/** What predicates on a locus can speak of. */
export interface LocusWords {
  /** Its own alleles in canonical order, but for a wild type that no rule may ask for. */
  readonly alleles: readonly string[]
  readonly classes: readonly string[]
  /** Whether exact pairs mean something here. */
  readonly hasPairs: boolean
}

export interface PredicateSlip {
  readonly kind: string
  readonly to: Predicate
}

/** Every slip, the one that negates the whole among them. */
export function predicateSlips(predicate: Predicate, words: LocusWords): readonly PredicateSlip[] {
  const negated = 'not' in predicate ? predicate.not : { not: predicate }
  const found = [{ kind: 'predicate negated', to: negated }, ...insideSlips(predicate, words)]
  const seen = new Set([shown(predicate)])
  return found.filter(({ to }) => {
    const text = shown(to)
    return !seen.has(text) && seen.add(text)
  })
}

function insideSlips(predicate: Predicate, words: LocusWords): readonly PredicateSlip[] {
  if (isPair(predicate)) return pairSlips(predicate, words)
  if ('has' in predicate) return hasSlips(predicate.has, words)
  if ('of' in predicate) return copiesSlips(predicate.copies, predicate.of, words)
  if ('expression' in predicate) return expressionSlips(predicate, words)
  if ('none_of' in predicate) {
    return listSlips('allele', predicate.none_of, words.alleles, (list) => ({ none_of: list }))
  }
  if ('not' in predicate) {
    return insideSlips(predicate.not, words).map(({ kind, to }) => ({ kind, to: { not: to } }))
  }
  const word = 'any' in predicate ? 'any' : 'all'
  const parts = 'any' in predicate ? predicate.any : predicate.all
  const written = (list: readonly Predicate[], as = word): Predicate =>
    as === 'any' ? { any: list } : { all: list }
  const without = parts.length > 1 ? parts.map((_, i) => parts.filter((_part, k) => k !== i)) : []
  return [
    { kind: 'any ↔ all', to: written(parts, word === 'any' ? 'all' : 'any') },
    ...without.map((list) => ({ kind: 'branch of any or all dropped', to: written(list) })),
    ...parts.flatMap((part, i) =>
      predicateSlips(part, words).map(({ kind, to }) => ({
        kind,
        to: written(parts.map((other, k) => (k === i ? to : other))),
      })),
    ),
  ]
}

function pairSlips(pair: readonly [string, string], { alleles }: LocusWords): readonly PredicateSlip[] {
  const [a, b] = pair
  return [
    ...others(alleles, b).map((other) => ({ kind: 'allele swapped', to: [a, other] as const })),
    ...others(alleles, a)
      .filter((other) => a !== b || other === a)
      .map((other) => ({ kind: 'allele swapped', to: [other, b] as const })),
    ...[...new Set(pair)].map((has) => ({ kind: 'exact pair → has', to: { has } })),
    ...[...new Set(pair)].map((of) => ({ kind: 'exact pair → copies', to: { copies: a === b ? 1 : 2, of } })),
  ].filter(({ to }) => shown(to) !== shown([b, a]))
}

function hasSlips(allele: string, { alleles, hasPairs }: LocusWords): readonly PredicateSlip[] {
  const pairs = hasPairs
    ? alleles.map((other) => ({ kind: 'has → exact pair', to: [allele, other] as const }))
    : []
  return [
    ...others(alleles, allele).map((has) => ({ kind: 'allele swapped', to: { has } })),
    ...[1, 2].map((copies) => ({ kind: 'has → copies', to: { copies, of: allele } })),
    ...pairs.slice(0, 3),
  ]
}

function copiesSlips(copies: number, of: string, { alleles }: LocusWords): readonly PredicateSlip[] {
  return [
    ...others(alleles, of).map((other) => ({ kind: 'allele swapped', to: { copies, of: other } })),
    ...nextTo(copies).map((other) => ({ kind: 'copies changed', to: { copies: other, of } })),
    { kind: 'copies → has', to: { has: of } },
  ]
}

type Expression = Extract<Predicate, { readonly expression: unknown }>

function expressionSlips(predicate: Expression, { classes }: LocusWords): readonly PredicateSlip[] {
  const { expression, copies, same, ...rest } = predicate
  const list = typeof expression === 'string' ? [expression] : expression
  const plain = (classes: readonly string[]): string | readonly string[] =>
    classes.length === 1 ? (classes[0] ?? '') : classes
  const stated = {
    ...(copies === undefined ? {} : { copies }),
    ...(same === undefined ? {} : { same }),
  }
  return [
    ...listSlips('expression class', list, classes, (some) => ({ ...predicate, expression: plain(some) })),
    ...(copies === undefined ? [1, 2] : nextTo(copies)).map((other) => ({
      kind: 'copies changed',
      to: { ...predicate, copies: other },
    })),
    ...(copies === undefined
      ? []
      : [{ kind: 'copies dropped', to: { ...rest, expression, ...only(stated, 'same') } }]),
    ...(same === undefined
      ? []
      : [
          { kind: 'same changed', to: { ...predicate, same: !same } },
          { kind: 'same dropped', to: { ...rest, expression, ...only(stated, 'copies') } },
        ]),
  ]
}

/** One entry of a list swapped, dropped, or one added. */
function listSlips(
  noun: string,
  list: readonly string[],
  all: readonly string[],
  written: (list: readonly string[]) => Predicate,
): readonly PredicateSlip[] {
  const free = all.filter((each) => !list.includes(each))
  const dropped = list.length > 1 ? list.map((_, i) => list.filter((_each, k) => k !== i)) : []
  return [
    ...list.flatMap((each, i) =>
      others([each, ...free], each).map((other) => ({
        kind: `${noun} swapped`,
        to: written(list.map((kept, k) => (k === i ? other : kept))),
      })),
    ),
    ...dropped.map((some) => ({ kind: `${noun} dropped`, to: written(some) })),
    ...free.slice(0, 3).map((other) => ({ kind: `${noun} added`, to: written([...list, other]) })),
  ]
}

function nextTo(copies: number): readonly number[] {
  return [copies - 1, copies + 1].filter((other) => other >= 0 && other <= 2)
}

function only<Value extends object>(value: Value, key: keyof Value): Partial<Value> {
  return (key in value ? { [key]: value[key] } : {}) as Partial<Value>
}

function isPair(predicate: Predicate): predicate is readonly [string, string] {
  return Array.isArray(predicate)
}

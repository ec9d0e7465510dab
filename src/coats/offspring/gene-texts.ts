/**
 * The genes of a foal as JSON, put together from texts that are made once for each choice of outcomes they depend on.
 * Guarantees: what JSON.stringify would write of the same genes; bounded.
 */
import { createBoundedMap } from '../../model/memo.js'
import { genotypeOfChoice, type FoalGroup } from '../../model/cross/zygotes.js'
import type { ShownGene } from '../rule-book.js'
import type { RowWriter } from './row-writer.js'

/** So many texts of a kind are kept at a time. */
export const MOST_KEPT = 4096

/** The texts of some genes of a foal, joined: those that are the same in all foals are looked up once. */
export function geneTexts(
  groups: readonly FoalGroup[],
  genes: readonly ShownGene[],
  writer: RowWriter,
): (choice: ArrayLike<number>) => string {
  const only = new Int32Array(groups.length)
  const varying: { readonly before: string; readonly textOf: (choice: ArrayLike<number>) => string }[] = []
  let constant = ''
  for (const [i, gene] of genes.entries()) {
    const { groups: needed, allelesOf } = gene
    const textOf = (choice: ArrayLike<number>): string =>
      writer.gene(gene, allelesOf(genotypeOfChoice(groups, choice, needed)))
    if (i > 0) constant += ','
    if (needed.every((g) => groups[g]?.outcomes.length === 1)) constant += textOf(only)
    else {
      varying.push({ before: constant, textOf: byChoice(groups, needed, MOST_KEPT, textOf) })
      constant = ''
    }
  }
  return (choice) => {
    let text = ''
    for (const { before, textOf } of varying) text += before + textOf(choice)
    return text + constant
  }
}

/**
 * What depends on the outcomes chosen in some linkage groups only, made once for each choice in them.
 * @param needed indices of the groups that `make` looks at @param most how many values are kept
 */
export function byChoice<Value>(
  groups: readonly FoalGroup[],
  needed: readonly number[],
  most: number,
  make: (choice: ArrayLike<number>) => Value,
): (choice: ArrayLike<number>) => Value {
  const sizes = needed.map((g) => groups[g]?.outcomes.length ?? 1)
  const size = sizes.reduce((product, own) => product * own, 1)
  if (size > Number.MAX_SAFE_INTEGER) return make
  const placeOf = (choice: ArrayLike<number>): number => {
    let place = 0
    for (let i = 0; i < needed.length; i++) place = place * (sizes[i] ?? 1) + (choice[needed[i] ?? 0] ?? 0)
    return place
  }
  if (size <= most) {
    const made = new Array<Value | undefined>(size)
    return (choice) => (made[placeOf(choice)] ??= make(choice))
  }
  const made = createBoundedMap<number, Value>(most)
  return (choice) => {
    const place = placeOf(choice)
    return made.known(place) ?? made.keep(place, make(choice))
  }
}

/**
 * The rows of an offspring answer: one a genotype, or one a coat, most probable first.
 * Guarantees: rows are made when they are taken, so that a large answer is never held as a whole.
 */
import { foalsOfSex, sexOf, sexOfChoice } from '../../model/cross/by-sex.js'
import { type CoatWeights, merged } from '../../model/by-coat/coats.js'
import type { Sexes } from '../../model/model.js'
import type { Ruleset } from '../ruleset.js'
import { sexLetter } from '../read/sex.js'
import { type FoalRow, type RowsWanted, rowValue, type Possibility } from './row.js'
import type { CoatLookup } from '../../model/phenotype/coat-automaton.js'
import type { CoatWeight } from '../../model/by-coat/chosen-parts.js'
import type { RankedFoal } from '../../model/cross/cross.js'
import { genotypeOfChoice } from '../../model/cross/zygotes.js'

export interface FoalRows {
  /** How many rows the answer has, and how many there are in all. */
  readonly count: number
  readonly total: bigint
  /** Sum of the weights of the answer's rows. */
  readonly returned: () => bigint
  readonly rows: Iterable<Possibility>
  readonly source: FoalRowSource
}

/** What rows are made of, for a writer that writes once what many rows have in common. */
export class FoalRowSource {
  constructor(
    readonly wanted: RowsWanted,
    /** How many rows the answer has. */
    readonly count: number,
    readonly made: MadeOfGenotypes | MadeOfCoats,
  ) {}
}

interface MadeOfGenotypes {
  readonly kind: 'genotypes'
  readonly coats: CoatLookup
  readonly rowOf: (foal: RankedFoal) => FoalRow
}

interface MadeOfCoats {
  readonly kind: 'coats'
  /** In the order of the rows. */
  readonly list: () => Iterable<FoalRow>
}

/** One row a genotype. */
export function genotypeRows(wanted: RowsWanted): FoalRows {
  const { ruleset, bySex, crosses } = wanted
  const [{ groups, genotypes }] = crosses
  const coats = ruleset.phenotypes.visible.ofFoals(groups)
  const rowOf = ({ choice, weights }: RankedFoal): FoalRow => ({
    coat: coats.coatOf(choice),
    weights,
    genotype: () => genotypeOfChoice(groups, choice),
    sex: bySex === undefined ? undefined : sexLetter(sexOfChoice(bySex.sexes, groups, choice)),
  })
  const rows = listed(wanted, genotypes, () => ruleset.offspring.foals(crosses), rowOf)
  return { ...rows, source: new FoalRowSource(wanted, rows.count, { kind: 'genotypes', coats, rowOf }) }
}

/** One row a coat, with its most probable genotype. */
export function coatRows(wanted: RowsWanted): FoalRows {
  const { ruleset, bySex, crosses } = wanted
  const isSexGiven = bySex?.isTold === true
  const { total, list } = isSexGiven
    ? percentagesBySex(ruleset, bySex.sexes, crosses)
    : ruleset.offspring.coats(crosses)
  const rowOf = ({ coat, weights, genotypes, representative }: CoatWeight): FoalRow => ({
    coat,
    weights,
    genotype: () => representative,
    sex: isSexGiven ? sexLetter(sexOf(bySex.sexes, representative)) : undefined,
    genotypes,
  })
  const rows = listed(wanted, total, list, rowOf)
  const ofCoats = (): Iterable<FoalRow> => firstOf(list(), rows.count, rowOf)
  return { ...rows, source: new FoalRowSource(wanted, rows.count, { kind: 'coats', list: ofCoats }) }
}

/** Each coat of a daughter and of a son by itself, most probable first, a daughter's before a son's of the same share. */
function percentagesBySex(ruleset: Ruleset, sexes: Sexes, crosses: RowsWanted['crosses']): CoatWeights {
  const [daughters, sons] = (['female', 'male'] as const).map((sex) =>
    ruleset.offspring.coats(crosses.map((cross) => foalsOfSex(sexes, sex, cross))),
  ) as [CoatWeights, CoatWeights]
  return {
    total: daughters.total + sons.total,
    list: () => merged(daughters.list(), sons.list(), byPercentage),
  }
}

function byPercentage({ weights: [one = 0n] }: CoatWeight, { weights: [other = 0n] }: CoatWeight): number {
  return one === other ? 0 : one > other ? -1 : 1
}

/** @param list all that rows are made of, most probable first */
function listed<Item extends { readonly weights: readonly bigint[] }>(
  wanted: RowsWanted,
  total: bigint,
  list: () => Iterable<Item>,
  rowOf: (item: Item) => FoalRow,
): Omit<FoalRows, 'source'> {
  const { limit } = wanted.options
  const count = limit === undefined || total < BigInt(limit) ? Number(total) : limit
  return {
    count,
    total,
    returned: () => {
      let sum = 0n
      for (const weight of firstOf(list(), count, ({ weights }) => weights[0] ?? 0n)) sum += weight
      return sum
    },
    rows: { [Symbol.iterator]: () => firstOf(list(), count, (item) => rowValue(wanted, rowOf(item))) },
  }
}

function* firstOf<From, To>(values: Iterable<From>, count: number, map: (value: From) => To): Generator<To> {
  let taken = 0
  for (const value of values) {
    yield map(value)
    if (++taken === count) return
  }
}

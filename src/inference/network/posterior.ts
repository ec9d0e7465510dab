/**
 * Probabilities of a question: of all its facts together, and of what one animal, or a foal, has over a linkage group.
 * Guarantees: the same in doubles and in exact fractions.
 */
import type { Animal } from '../facts/reading.js'
import type { Options } from '../facts/coats-seen.js'
import { build, type Built } from './build.js'
import type { Known } from './known.js'
import { elimination } from './eliminate.js'
import type { Factor, Variable } from './factor.js'
import type { GroupSpace, Purpose } from './lumps.js'
import type { Numbers } from './numbers.js'
import { tiedGroups } from './ties.js'

/** Work that was counted; see answer.ts. */
export interface Counted<Answer> {
  readonly operations: number
  readonly mostEntangled: number | undefined
  readonly run: () => Answer
}

export interface Total<N> {
  readonly value: N
  readonly log10: number
}

/** The probability of all facts together; 0 where they contradict each other. */
export function totalOf<N>(numbers: Numbers<N>, known: Known): Counted<Total<N>> {
  const parts = tiedGroups(known).map((groups) => {
    const built = build(numbers, known, NOTHING_TOLD, groups)
    return { built, work: elimination(numbers, built.network, []) }
  })
  return {
    operations: parts.reduce((sum, { work }) => sum + work.operations, 0),
    mostEntangled: mostEntangled(parts),
    run: () => {
      let [value, log10] = [numbers.one, 0]
      for (const { work } of parts) {
        const { factor, log10: scale } = work.run()
        value = numbers.times(value, factor.values[0] ?? numbers.zero)
        log10 += scale
        if (numbers.isZero(value)) return { value, log10: 0 }
      }
      return { value, log10 }
    },
  }
}

export const NOTHING_TOLD: Purpose = { coats: false, apart: new Set(), wanted: [] }

/** What some animals have over one linkage group, up to a constant factor, with the rectangles that tie it to other groups. */
export interface Shares<N> {
  readonly space: GroupSpace
  /** Variables of the first animal (mother's side, father's side), then of the next, then of `ties`. */
  readonly factor: Factor<N>
  /** By variable of the factor, the haplotypes. */
  readonly haplotypes: readonly (readonly number[])[]
  readonly ties: readonly { readonly all: Options; readonly size: number }[]
}

/**
 * @param asked animals of the question, or places behind them for foals
 * @param isTie whether a constraint stays told apart, since other groups depend on it too
 */
export function sharesOver<N>(
  numbers: Numbers<N>,
  known: Known,
  purpose: Purpose,
  groups: readonly number[],
  group: number,
  asked: readonly number[],
  foals: readonly Animal[] = [],
  isTie: (all: Options) => boolean = () => false,
): Counted<Shares<N>> {
  const built = build(numbers, known, purpose, groups, new Set(asked), foals)
  const own = asked.flatMap((animal) =>
    ([0, 1] as const).map((side) => built.variableOf(group, animal, side) as Variable),
  )
  const ties = [...built.choices].filter(([all]) => isTie(all))
  const variables = [...own, ...ties.map(([, variable]) => variable)]
  const work = elimination(numbers, built.network, variables)
  return {
    operations: work.operations,
    mostEntangled: mostEntangled([{ built, work }]),
    run: () => {
      const { factor } = work.run()
      return {
        space: built.spaces.get(group) as GroupSpace,
        factor,
        haplotypes: own.map(built.haplotypesOf),
        ties: ties.map(([all, variable]) => ({ all, size: built.network.sizes[variable] ?? 1 })),
      }
    },
  }
}

function mostEntangled(
  parts: readonly {
    readonly built: Built<unknown>
    readonly work: { readonly costliest: Variable | undefined; readonly operations: number }
  }[],
): number | undefined {
  const [first] = [...parts].sort((a, b) => b.work.operations - a.work.operations)
  const variable = first?.work.costliest
  return variable === undefined ? undefined : first?.built.animalOf(variable)
}

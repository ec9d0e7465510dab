/**
 * What was seen of a horse, as constraints on its genotype: each a list of disjoint rectangles of which one holds.
 * Guarantees: exact, computed from the tables; remembered for a few kinds of questions, and counted as if it were not.
 * Leaves to others: which parts of a coat fit a pattern (coat-patterns.ts).
 */
import { coatTables, groupOfOne, splitComponents, withAsked } from '../../model/by-coat/components.js'
import { hidesAll } from '../../model/by-coat/parts.js'
import { createTableSteps, type TableSteps } from '../../model/by-coat/table-steps.js'
import type { CompiledTable, Outcome } from '../../model/model.js'
import { coatFrom } from '../../model/phenotype/phenotype.js'
import { createBoundedMap, once, onceEach, onceFor } from '../../common/memo.js'
import type { CoatPattern } from '../question.js'
import type { Rules } from '../rules.js'
import { readPatterns, type CoatPart, type ReadPatterns } from './coat-patterns.js'
import type { LocusCopies } from './copies.js'
import { crossed, spaceOver, type Options, type Space } from './rectangles.js'

/** Tables with the steps through the loci that they read. */
interface Part {
  readonly loci: readonly number[]
  readonly steps: TableSteps
  /** All tokens that its tables can give. */
  readonly tokens: ReadonlySet<string>
}

/** Kinds of questions are told apart by the copies that they are about; each remembers patterns, in four megabytes or five. */
const MOST_KINDS = 4
const MOST_PATTERNS = 20

export type ReadCoats = Readonly<ReturnType<ReturnType<typeof createCoatReader>>>

/** @param most operations after which reading ends */
export function createCoatReader({ model, genotypes }: Rules, most: number) {
  const groups = model.loci.map(groupOfOne)
  const partOf = (loci: readonly number[], tables: readonly CompiledTable[]): Part => ({
    loci,
    steps: createTableSteps(
      loci.flatMap((locus) => groups[locus] ?? []),
      tables,
    ),
    tokens: new Set(tables.flatMap(({ outcomes }) => outcomes.flatMap(({ tokens }) => tokens))),
  })
  const parts = splitComponents(groups, coatTables(model.tables)).map((each) =>
    partOf(each.groups, each.tables),
  )
  const judging = withAsked(model.tables, ({ outcomes }) => outcomes.some(isLethal))
  const judged = new Set(judging.flatMap(({ columns }) => columns.map(({ locus }) => locus)))
  const lethal = partOf(
    [...groups.keys()].filter((locus) => judged.has(locus)),
    judging,
  )
  const readerOf = (copies: readonly LocusCopies[]) => {
    const spaceOf = ({ loci, steps }: Part): Space =>
      spaceOver(
        loci.map((locus) => copies[locus] as LocusCopies),
        genotypes,
        steps,
      )
    const shown = parts.map((part): CoatPart => ({
      tokens: part.tokens,
      space: once(() => {
        const { outcomes, rectangles, steps } = spaceOf(part)
        // Where it hides the others, what they are does not matter.
        const shown = outcomes.map((own) => ({
          isWhole: hidesAll(own),
          tokens: coatFrom(own).tokens,
        }))
        return { shown, rectangles, steps }
      }),
    }))
    const known = createBoundedMap<string, ReadPatterns>(MOST_PATTERNS)
    return {
      /** Not remembered where it was ended, having come to more than it may take. */
      read: (key: string, patterns: readonly CoatPattern[], left: number): ReadPatterns => {
        const remembered = known.known(key)
        if (remembered !== undefined) return remembered
        const read = readPatterns(shown, patterns, left)
        return read.operations > left ? read : known.keep(key, read)
      },
      alive: once((): Options => {
        const { outcomes, rectangles } = spaceOf(lethal)
        return rectangles((place) => outcomes[place]?.some(isLethal) !== true)
      }),
    }
  }
  const readers = createBoundedMap<string, ReturnType<typeof readerOf>>(MOST_KINDS)
  let next = 0
  const numberOf = onceFor<LocusCopies, number>(() => next++)
  return (copies: readonly LocusCopies[]) => {
    const key = copies.map(numberOf).join()
    const { read, alive } = readers.known(key) ?? readers.keep(key, readerOf(copies))
    let operations = 0
    const met = new Map<string, readonly Options[]>()
    const seen = onceEach((patterns: readonly CoatPattern[]): readonly Options[] => {
      const key = JSON.stringify(patterns)
      const known = met.get(key)
      if (known !== undefined) return known
      // Counted whether or not it was remembered, so that the same question always costs the same.
      const { lists, operations: own } =
        operations > most ? NOT_READ : read(key, patterns, Math.max(most - operations, ENOUGH))
      operations += own
      met.set(key, lists)
      return lists
    })
    return {
      /** That one of the patterns holds. */
      seen,
      /** The same as one list. */
      seenAsOne: (patterns: readonly CoatPattern[]): Options => crossed(seen(patterns)),
      /** What reading has cost so far. Once it is more than is allowed, nothing further is read. */
      operations: () => operations,
      /** That nothing is lethal. */
      alive,
    }
  }
}

/** Operations that each coat may take while any are left: a plain one is always read whole, and its refusal says what it takes. */
const ENOUGH = 50_000

const NOT_READ: ReadPatterns = { lists: [], operations: 0 }

function isLethal({ fired }: Outcome): boolean {
  return fired.some(({ viability }) => viability?.status === 'lethal')
}

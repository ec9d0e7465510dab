/**
 * What was seen of a horse, as constraints on its genotype: each a list of disjoint rectangles of which one holds.
 * Guarantees: exact, computed from the tables; parts of a coat that vary independently are constraints of their own,
 * unless the facts themselves tie them.
 */
import { coatTables, groupOfOne, splitComponents, withAsked } from '../../model/by-coat/components.js'
import { hidesAll } from '../../model/by-coat/parts.js'
import { createTableSteps, type TableSteps } from '../../model/by-coat/table-steps.js'
import type { CompiledTable, Outcome } from '../../model/model.js'
import { createBoundedMap, once } from '../../model/memo.js'
import { A_STEP } from '../network/cost.js'
import type { CoatPattern } from '../question.js'
import type { Rules } from '../rules.js'
import { isSome, patternHolds, type Class, type ShownPart, type Sorted } from './coat-patterns.js'
import type { LocusCopies } from './copies.js'
import { crossed, spaceOver, type Options, type Space } from './rectangles.js'

export interface ReadCoats {
  /** That one of the patterns holds. */
  readonly seen: (patterns: readonly CoatPattern[]) => readonly Options[]
  /** The same as one list. */
  readonly seenAsOne: (patterns: readonly CoatPattern[]) => Options
  /** That nothing is lethal. */
  readonly alive: () => Options
  /** What reading has cost so far. Once it is more than is allowed, nothing further is read. */
  readonly operations: () => number
}

/** Tables with the steps through the loci that they read. */
interface Part {
  readonly loci: readonly number[]
  readonly steps: TableSteps
  /** All tokens that its tables can give. */
  readonly tokens: ReadonlySet<string>
}

/** What patterns come to for the same copies, and what reading them costs, whether or not it was remembered. */
interface Patterns {
  readonly lists: readonly Options[]
  readonly operations: number
}

/** Kinds of questions, by the copies that they are about, and patterns of each: about a megabyte a kind. */
const MOST_REMEMBERED = 8
const MOST_PATTERNS = 20

/** @param most operations after which reading may end */
export function createCoatReader(
  { model, genotypes, phenotypes }: Rules,
  most: number,
): (copies: readonly LocusCopies[]) => ReadCoats {
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
  const everyToken = new Set(parts.flatMap(({ tokens }) => [...tokens]))
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
    const shown = parts.map((part) =>
      once(() => {
        const { outcomes, rectangles, steps } = spaceOf(part)
        // Where it hides the others, what they are does not matter.
        const looks = outcomes.map((own): ShownPart => ({
          isWhole: hidesAll(own),
          tokens: phenotypes.coatFrom(own).tokens,
        }))
        return { looks, rectangles, among: part.tokens, steps }
      }),
    )
    const read = (all: readonly CoatPattern[]): Patterns => {
      let operations = 0
      const patterns = all.filter(({ exactly = [], has }) =>
        [...exactly, ...has].every((token) => everyToken.has(token)),
      )
      if (patterns.length === 0) return { lists: [[]], operations }
      const whole = '1'.repeat(patterns.length)
      const sorted = shown.flatMap((part): readonly Sorted[] => {
        const { looks, rectangles, among, steps } = part()
        operations += (steps + looks.length * patterns.length) * A_STEP
        const classes = looks.map(({ isWhole, tokens }): Class => {
          const fits = patterns.map((each) => patternHolds(each, tokens, isWhole ? undefined : among))
          return {
            whole: isWhole && fits.includes(true),
            mask: fits.map((holds) => (!isWhole && holds ? '1' : '0')).join(''),
          }
        })
        // Every outcome of this part fits, so that it constrains nothing.
        if (classes.every(({ mask }) => mask === whole)) return []
        return [
          {
            masks: [...new Set(classes.map(({ mask }) => mask))].filter(isSome),
            canHide: classes.some((each) => each.whole),
            among: (wanted) => {
              operations += steps * A_STEP
              return rectangles((place) => wanted(classes[place] as Class))
            },
          },
        ]
      })
      const every = sorted.reduce<readonly (readonly string[])[]>(
        (some, { masks }) => some.flatMap((choice) => masks.map((mask) => [...choice, mask])),
        [[]],
      )
      const meeting = every.filter((choice) =>
        [...whole].some((_, i) => choice.every((mask) => mask[i] === '1')),
      )
      const isFree = meeting.length === every.length
      const hiding = sorted.find(({ canHide }) => canHide)
      if (isFree && (hiding === undefined || sorted.length === 1))
        return {
          lists: sorted.map(({ among }) => among((each) => each.whole || isSome(each.mask))),
          operations,
        }
      const unhidden = (isFree ? [undefined] : meeting).flatMap((choice) =>
        crossed(
          sorted.map(({ among }, i) =>
            among(({ mask }) => (choice === undefined ? isSome(mask) : mask === choice[i])),
          ),
        ),
      )
      const lists = [[...(hiding?.among((each) => each.whole) ?? []), ...unhidden]]
      return { lists, operations }
    }
    const known = createBoundedMap<string, Patterns>(MOST_PATTERNS)
    return {
      read: (patterns: readonly CoatPattern[]): Patterns => {
        const key = JSON.stringify(patterns)
        return known.known(key) ?? known.keep(key, read(patterns))
      },
      alive: once((): Options => {
        const { outcomes, rectangles } = spaceOf(lethal)
        return rectangles((place) => outcomes[place]?.some(isLethal) !== true)
      }),
    }
  }
  const readers = createBoundedMap<string, ReturnType<typeof readerOf>>(MOST_REMEMBERED)
  const numberOf = createNumbers<LocusCopies>()
  return (copies) => {
    const key = copies.map(numberOf).join()
    const { read, alive } = readers.known(key) ?? readers.keep(key, readerOf(copies))
    let operations = 0
    const met = new Map<string, readonly Options[]>()
    const seen = (patterns: readonly CoatPattern[]): readonly Options[] => {
      const key = JSON.stringify(patterns)
      const known = met.get(key)
      if (known !== undefined) return known
      const { lists, operations: own } = operations > most ? NOT_READ : read(patterns)
      operations += own
      met.set(key, lists)
      return lists
    }
    return {
      seen,
      seenAsOne: (patterns) => crossed(seen(patterns)),
      operations: () => operations,
      alive,
    }
  }
}

const NOT_READ: Patterns = { lists: [], operations: 0 }

/** A number for each object, the same as long as it lives. */
function createNumbers<Thing extends object>(): (thing: Thing) => number {
  const numbers = new WeakMap<Thing, number>()
  let next = 0
  return (thing) => {
    const number = numbers.get(thing) ?? next++
    numbers.set(thing, number)
    return number
  }
}

function isLethal({ fired }: Outcome): boolean {
  return fired.some(({ viability }) => viability?.status === 'lethal')
}

/**
 * What was seen of a horse, as constraints on its genotype: each a list of disjoint rectangles of which one holds.
 * Guarantees: exact, computed from the tables; parts of a coat that vary independently are constraints of their own,
 * unless the facts themselves tie them.
 */
import { coatTables, groupOfOne, splitComponents, withAsked } from '../../model/by-coat/components.js'
import { hidesAll } from '../../model/by-coat/parts.js'
import { createTableSteps, type TableSteps } from '../../model/by-coat/table-steps.js'
import type { CompiledTable, Outcome } from '../../model/model.js'
import { once } from '../../model/memo.js'
import { A_STEP } from '../network/cost.js'
import type { CoatPattern } from '../question.js'
import type { Rules } from '../rules.js'
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
  return (copies) => {
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
        const looks = outcomes.map((own): Look => ({
          isWhole: hidesAll(own),
          tokens: phenotypes.coatFrom(own).tokens,
        }))
        return { looks, rectangles, among: part.tokens, steps }
      }),
    )
    let operations = 0
    const read = (all: readonly CoatPattern[]): readonly Options[] => {
      const patterns = all.filter(({ exactly = [], has }) =>
        [...exactly, ...has].every((token) => everyToken.has(token)),
      )
      if (patterns.length === 0) return [[]]
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
        return sorted.map(({ among }) => among((each) => each.whole || isSome(each.mask)))
      const unhidden = (isFree ? [undefined] : meeting).flatMap((choice) =>
        crossed(
          sorted.map(({ among }, i) =>
            among(({ mask }) => (choice === undefined ? isSome(mask) : mask === choice[i])),
          ),
        ),
      )
      return [[...(hiding?.among((each) => each.whole) ?? []), ...unhidden]]
    }
    const known = new Map<string, readonly Options[]>()
    const seen = (patterns: readonly CoatPattern[]): readonly Options[] => {
      const key = JSON.stringify(patterns)
      const lists = known.get(key) ?? (operations > most ? [] : read(patterns))
      known.set(key, lists)
      return lists
    }
    return {
      seen,
      seenAsOne: (patterns) => crossed(seen(patterns)),
      operations: () => operations,
      alive: () => {
        const { outcomes, rectangles } = spaceOf(lethal)
        return rectangles((place) => outcomes[place]?.some(isLethal) !== true)
      },
    }
  }
}

/** What a part of a coat shows. */
interface Look {
  readonly isWhole: boolean
  readonly tokens: readonly string[]
}

/** What a part of a coat is to some patterns: whether it is a whole coat that fits, and which it fits as a part. */
interface Class {
  readonly whole: boolean
  /** One 0 or 1 for each. */
  readonly mask: string
}

interface Sorted {
  readonly masks: readonly string[]
  readonly canHide: boolean
  readonly among: (wanted: (each: Class) => boolean) => Options
}

/** @param among the tokens that this part of the coat could give; undefined where it is the whole coat */
function patternHolds(
  { exactly, has, lacks }: CoatPattern,
  tokens: readonly string[],
  among: ReadonlySet<string> | undefined,
): boolean {
  const asked = (all: readonly string[]): readonly string[] =>
    among === undefined ? all : all.filter((token) => among.has(token))
  if (!asked(has).every((token) => tokens.includes(token))) return false
  if (lacks.some((token) => tokens.includes(token))) return false
  if (exactly === undefined) return true
  const own = asked(exactly)
  return own.every((token) => tokens.includes(token)) && tokens.every((token) => own.includes(token))
}

function isSome(mask: string): boolean {
  return mask.includes('1')
}

function isLethal({ fired }: Outcome): boolean {
  return fired.some(({ viability }) => viability?.status === 'lethal')
}

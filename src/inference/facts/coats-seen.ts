/**
 * What was seen of a horse, as constraints on its genotype: each a list of disjoint rectangles of which one holds.
 * Guarantees: exact, computed from the tables; parts of a coat that vary independently are constraints of their own,
 * unless the facts themselves tie them.
 */
import { coatTables, splitComponents, withAsked } from '../../model/by-coat/components.js'
import { hidesAll } from '../../model/by-coat/parts.js'
import { createTableSteps, type TableSteps } from '../../model/by-coat/table-steps.js'
import { groupsTiedBySex } from '../../model/compile/sex.js'
import type { CompiledTable, Model, Outcome } from '../../model/model.js'
import type { Phenotypes } from '../../model/phenotype/phenotype.js'
import type { CoatPattern } from '../question.js'
import { choicesThatMeet, everyChoiceMeets, patternHolds } from './coat-patterns.js'
import type { Level } from './levels.js'
import { spaceOver, type Rectangle, type Space } from './rectangles.js'

/** One of the rectangles holds. None: nothing can be so. */
export type Options = readonly Rectangle[]

export interface ReadCoats {
  /** That one of the patterns holds. */
  readonly seen: (patterns: readonly CoatPattern[]) => readonly Options[]
  /** The same as one list. */
  readonly seenAsOne: (patterns: readonly CoatPattern[]) => Options
  /** That nothing is lethal. */
  readonly alive: () => Options
}

/** Tables with the steps through the levels that they read. */
interface Part {
  readonly levels: readonly number[]
  readonly steps: TableSteps
  /** All tokens that its tables can give. */
  readonly tokens: ReadonlySet<string>
}

export function createCoatReader(
  model: Model,
  phenotypes: Phenotypes,
): (levels: readonly Level[]) => ReadCoats {
  const groups = groupsTiedBySex(model.loci)
  const partOf = (levels: readonly number[], tables: readonly CompiledTable[]): Part => ({
    levels,
    steps: createTableSteps(
      levels.flatMap((level) => groups[level] ?? []),
      tables,
    ),
    tokens: new Set(tables.flatMap(({ outcomes }) => outcomes.flatMap(({ tokens }) => tokens))),
  })
  const parts = splitComponents(groups, coatTables(model.tables)).map((each) =>
    partOf(each.groups, each.tables),
  )
  const judging = withAsked(model.tables, ({ outcomes }) => outcomes.some(isLethal))
  const lethal = partOf(
    [...groups.keys()].filter((level) =>
      judging.some(({ columns }) =>
        columns.some(({ locus }) => groups[level]?.loci.some(({ index }) => index === locus)),
      ),
    ),
    judging,
  )
  return (levels) => {
    const spaces = new Map<Part, Space>()
    const spaceOf = (part: Part): Space => {
      const own = part.levels.map((level) => levels[level] as Level)
      const space = spaces.get(part) ?? spaceOver(own, part.steps)
      spaces.set(part, space)
      return space
    }
    const classify =
      (part: Part, patterns: readonly CoatPattern[]) =>
      (outcomes: readonly Outcome[]): Class => {
        // Where it hides the others, what they are does not matter.
        const isWhole = hidesAll(outcomes)
        const { tokens } = phenotypes.coatFrom(outcomes)
        const fits = patterns.map((pattern) =>
          patternHolds(pattern, tokens, isWhole ? undefined : part.tokens),
        )
        return {
          whole: isWhole && fits.includes(true),
          patterns: fits.map((holds) => (!isWhole && holds ? '1' : '0')).join(''),
        }
      }
    const everyToken = new Set(parts.flatMap(({ tokens }) => [...tokens]))
    const read = (
      all: readonly CoatPattern[],
    ): { readonly apart: readonly Options[]; readonly asOne: () => Options } => {
      const patterns = all.filter(({ exactly = [], has }) =>
        [...exactly, ...has].every((token) => everyToken.has(token)),
      )
      if (patterns.length === 0) return { apart: [[]], asOne: () => [] }
      const whole = '1'.repeat(patterns.length)
      const sorted = parts.map((part) => {
        const classOf = classify(part, patterns)
        const space = spaceOf(part)
        const classes = new Map<string, Class>()
        for (const outcomes of space.outcomes) {
          const each = classOf(outcomes)
          classes.set(keyOf(each), each)
        }
        const among = (wanted: (each: Class) => boolean): Options =>
          space.rectangles((outcomes) => wanted(classOf(outcomes)))
        return { classes: [...classes.values()], among }
      })
      const masks = sorted.map(({ classes }) =>
        [...new Set(classes.map((each) => each.patterns))].filter(isSome),
      )
      const hiding = sorted.findIndex(({ classes }) => classes.some((each) => each.whole))
      const constrained = sorted.flatMap(({ classes }, p) =>
        classes.every((each) => each.patterns === whole) ? [] : [p],
      )
      const isFree = everyChoiceMeets(constrained.map((p) => masks[p] ?? []))
      const ofOthers = constrained.filter((p) => p !== hiding)
      if (isFree && (hiding < 0 || ofOthers.length === 0)) {
        const apart = constrained.map((p) =>
          (sorted[p] as Sorted).among((each) => each.whole || isSome(each.patterns)),
        )
        return { apart, asOne: () => crossed(apart) }
      }
      const choices = isFree
        ? [constrained.map((): ((mask: string) => boolean) => isSome)]
        : choicesThatMeet(constrained.map((p) => masks[p] ?? [])).map((choice) =>
            choice.map((own) => (mask: string) => mask === own),
          )
      const unhidden = choices.flatMap((choice) =>
        crossed(
          constrained.map((p, i) =>
            (sorted[p] as Sorted).among((each) => choice[i]?.(each.patterns) === true && !each.whole),
          ),
        ),
      )
      const hidden = hiding < 0 ? [] : (sorted[hiding] as Sorted).among((each) => each.whole)
      const asOne = [...hidden, ...unhidden]
      return { apart: [asOne], asOne: () => asOne }
    }
    return {
      seen: (patterns) => read(patterns).apart,
      seenAsOne: (patterns) => read(patterns).asOne(),
      alive: () => spaceOf(lethal).rectangles((outcomes) => !outcomes.some(isLethal)),
    }
  }
}

/** What a part of a coat is to some patterns: whether it is a whole coat that fits, and which it fits as a part. */
interface Class {
  readonly whole: boolean
  /** One 0 or 1 for each. */
  readonly patterns: string
}

interface Sorted {
  readonly among: (wanted: (each: Class) => boolean) => Options
}

function keyOf({ whole, patterns }: Class): string {
  return `${whole} ${patterns}`
}

function isSome(mask: string): boolean {
  return mask.includes('1')
}

/** One rectangle of each list, in every combination; the lists are about different levels. */
export function crossed(lists: readonly Options[]): Options {
  return lists.reduce<Options>(
    (all, own) => all.flatMap((one) => own.map((other): Rectangle => new Map([...one, ...other]))),
    [new Map()],
  )
}

function isLethal({ fired }: Outcome): boolean {
  return fired.some(({ viability }) => viability?.status === 'lethal')
}

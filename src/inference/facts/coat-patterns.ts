/**
 * Patterns of a coat that was seen, held against each part of it that varies by itself.
 * Guarantees: parts that vary independently are constraints of their own, unless the patterns themselves tie them.
 * Leaves to others: what each part can show (coats-seen.ts).
 */
import { A_STEP } from '../planning/cost.js'
import type { CoatPattern } from '../question.js'
import { choicesFrom, crossed, type Options, type Space } from './rectangles.js'

/** A part of a coat. */
export interface CoatPart {
  /** All tokens that it can give. */
  readonly tokens: ReadonlySet<string>
  readonly space: () => ShownSpace
}

/** What genotypes make a part of a coat show. */
export interface ShownSpace extends Pick<Space, 'rectangles' | 'steps'> {
  /** What it shows, by place among the outcomes. */
  readonly shown: readonly { readonly isWhole: boolean; readonly tokens: readonly string[] }[]
}

export type ReadPatterns = Readonly<ReturnType<typeof readPatterns>>

/** That one of the patterns holds: of each list one rectangle does. */
export function readPatterns(parts: readonly CoatPart[], all: readonly CoatPattern[]) {
  /** What reading them costs. */
  let operations = 0
  // Called with lists that are made already, so that all that they cost is counted.
  const told = (lists: readonly Options[]) => ({ lists, operations })
  const isGiven = (token: string): boolean => parts.some(({ tokens }) => tokens.has(token))
  const patterns = all.filter(({ exactly = [], has }) => [...exactly, ...has].every(isGiven))
  if (patterns.length === 0) return told([[]])
  const whole = '1'.repeat(patterns.length)
  const sorted = parts.flatMap(({ tokens: among, space }): readonly Sorted[] => {
    const { shown, rectangles, steps } = space()
    operations += (steps + shown.length * patterns.length) * A_STEP
    const classes = shown.map(({ isWhole, tokens }): Class => {
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
  const every = [...choicesFrom(sorted.map(({ masks }) => masks))]
  const meeting = every.filter((choice) => [...whole].some((_, i) => choice.every((mask) => mask[i] === '1')))
  const isFree = meeting.length === every.length
  const hiding = sorted.find(({ canHide }) => canHide)
  if (isFree && (hiding === undefined || sorted.length === 1))
    return told(sorted.map(({ among }) => among((each) => each.whole || isSome(each.mask))))
  const unhidden = (isFree ? [undefined] : meeting).flatMap((choice) =>
    crossed(
      sorted.map(({ among }, i) =>
        among(({ mask }) => (choice === undefined ? isSome(mask) : mask === choice[i])),
      ),
    ),
  )
  return told([[...(hiding?.among((each) => each.whole) ?? []), ...unhidden]])
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

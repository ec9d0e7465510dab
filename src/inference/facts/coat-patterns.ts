/**
 * Patterns of a coat that was seen, held against each part of it that varies by itself.
 * Guarantees: parts that vary independently are constraints of their own, unless the patterns themselves tie them.
 * Leaves to others: what each part can show (coats-seen.ts).
 */
import { onceEach } from '../../common/memo.js'
import { A_STEP } from '../planning/cost.js'
import type { CoatPattern } from '../question.js'
import { crossed, type Options, type Space } from './rectangles.js'

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

type Spend = (operations: number) => void

const SPENT = new Error('these patterns take more operations than are left')

/**
 * That one of the patterns holds: of each list one rectangle does.
 * @param left operations that this may take; what would come to more is not worked out, and its lists are empty
 */
export function readPatterns(parts: readonly CoatPart[], all: readonly CoatPattern[], left = Infinity) {
  /** What reading them costs, each piece counted before it is done. */
  let operations = 0
  const spend: Spend = (more) => {
    operations += more
    if (operations > left) throw SPENT
  }
  try {
    const lists = listsOf(parts, all, spend)
    return { lists, operations }
  } catch (error) {
    if (error !== SPENT) throw error
    return { lists: [], operations }
  }
}

function listsOf(parts: readonly CoatPart[], all: readonly CoatPattern[], spend: Spend): readonly Options[] {
  const isGiven = (token: string): boolean => parts.some(({ tokens }) => tokens.has(token))
  const patterns = all.filter(({ exactly = [], has }) => [...exactly, ...has].every(isGiven))
  if (patterns.length === 0) return [[]]
  const whole = '1'.repeat(patterns.length)
  const sorted = parts.flatMap(({ tokens: among, space }): readonly Sorted[] => {
    const { shown, rectangles, steps } = space()
    spend((steps + shown.length * patterns.length) * A_STEP)
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
          spend(steps * A_STEP)
          return rectangles((place) => wanted(classes[place] as Class))
        },
      },
    ]
  })
  const meeting = choicesMeeting(
    sorted.map(({ masks }) => masks),
    whole,
    spend,
  )
  const isFree = meeting.length === sorted.reduce((product, { masks }) => product * masks.length, 1)
  const hiding = sorted.find(({ canHide }) => canHide)
  if (isFree && (hiding === undefined || sorted.length === 1))
    return sorted.map(({ among }) => among((each) => each.whole || isSome(each.mask)))
  // By part and mask; undefined stands for any mask.
  const withMask = sorted.map(({ among }) =>
    onceEach((wanted: string | undefined) =>
      among(({ mask }) => (wanted === undefined ? isSome(mask) : mask === wanted)),
    ),
  )
  const unhidden = (isFree ? [undefined] : meeting).flatMap((choice) => {
    const lists = withMask.map((optionsOf, i) => optionsOf(choice?.[i]))
    spend(lists.reduce((product, { length }) => product * length, 1) * A_STEP)
    return crossed(lists)
  })
  return [[...(hiding?.among((each) => each.whole) ?? []), ...unhidden]]
}

/** One mask of each list, in every combination in which some pattern fits all of them. @param whole the mask of all patterns */
function choicesMeeting(
  lists: readonly (readonly string[])[],
  whole: string,
  spend: Spend,
): readonly (readonly string[])[] {
  const bits = lists.map((masks) => masks.map((mask) => ({ mask, fitting: BigInt(`0b${mask}`) })))
  const found: (readonly string[])[] = []
  const from = (choice: readonly string[], fitting: bigint): void => {
    const own = bits[choice.length]
    if (own === undefined) {
      found.push(choice)
      return
    }
    spend(own.length * A_STEP)
    for (const each of own) {
      const both = fitting & each.fitting
      if (both !== 0n) from([...choice, each.mask], both)
    }
  }
  from([], BigInt(`0b${whole}`))
  return found
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

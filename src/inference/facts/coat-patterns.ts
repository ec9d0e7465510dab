/**
 * The genotypes that show one of some coat patterns, from the parts of a coat that vary independently.
 * Guarantees: parts that vary independently become separate constraints, unless the patterns themselves couple them.
 * Leaves to others: what each part can show (observed-coats.ts).
 */
import { onceEach } from '../../common/memo.js'
import { A_STEP } from '../planning/weights.js'
import type { CoatPattern } from '../question.js'
import type { DecisionDiagram } from './decision-diagram.js'
import { intersection, type GenotypeSet } from './genotype-sets.js'

/** A part of a coat. */
export interface CoatPart {
  /** All tokens that it can give. */
  readonly tokens: ReadonlySet<string>
  readonly diagram: () => PartDiagram
}

export interface PartDiagram extends Pick<DecisionDiagram, 'genotypesWith' | 'steps'> {
  /** What the part shows, by place among the outcomes. `isWhole`: it hides all other parts. */
  readonly shown: readonly { readonly isWhole: boolean; readonly tokens: readonly string[] }[]
}

export type ReadPatterns = Readonly<ReturnType<typeof readPatterns>>

type Spend = (operations: number) => void

const SPENT = new Error('these patterns take more operations than are left')

/**
 * The genotypes that match one of the patterns: those in all of `constraints`.
 * @param left operations that this may take; where it would take more, it stops and `constraints` is empty
 */
export function readPatterns(parts: readonly CoatPart[], all: readonly CoatPattern[], left = Infinity) {
  /** What reading them costs; each step is counted before it is done. */
  let operations = 0
  const spend: Spend = (more) => {
    operations += more
    if (operations > left) throw SPENT
  }
  try {
    const constraints = constraintsOf(parts, all, spend)
    return { constraints, operations }
  } catch (error) {
    if (error !== SPENT) throw error
    return { constraints: [], operations }
  }
}

function constraintsOf(
  parts: readonly CoatPart[],
  all: readonly CoatPattern[],
  spend: Spend,
): readonly GenotypeSet[] {
  const isGiven = (token: string): boolean => parts.some(({ tokens }) => tokens.has(token))
  const patterns = all.filter(({ exactly = [], has }) => [...exactly, ...has].every(isGiven))
  if (patterns.length === 0) return [[]]
  const whole = '1'.repeat(patterns.length)
  const sorted = parts.flatMap(({ tokens: among, diagram }): readonly Sorted[] => {
    const { shown, genotypesWith, steps } = diagram()
    spend((steps + shown.length * patterns.length) * A_STEP)
    const classes = shown.map(({ isWhole, tokens }): Class => {
      const matches = patterns.map((each) => patternHolds(each, tokens, isWhole ? undefined : among))
      return {
        whole: isWhole && matches.includes(true),
        mask: matches.map((holds) => (!isWhole && holds ? '1' : '0')).join(''),
      }
    })
    // Every outcome of this part matches, so that it constrains nothing.
    if (classes.every(({ mask }) => mask === whole)) return []
    return [
      {
        masks: [...new Set(classes.map(({ mask }) => mask))].filter(isSome),
        canHide: classes.some((each) => each.whole),
        among: (wanted) => {
          spend(steps * A_STEP)
          return genotypesWith((place) => wanted(classes[place] as Class))
        },
      },
    ]
  })
  const matching = masksMatching(
    sorted.map(({ masks }) => masks),
    whole,
    spend,
  )
  const isFree = matching.length === sorted.reduce((product, { masks }) => product * masks.length, 1)
  const hiding = sorted.find(({ canHide }) => canHide)
  if (isFree && (hiding === undefined || sorted.length === 1))
    return sorted.map(({ among }) => among((each) => each.whole || isSome(each.mask)))
  // By part and mask; undefined stands for any mask.
  const withMask = sorted.map(({ among }) =>
    onceEach((wanted: string | undefined) =>
      among(({ mask }) => (wanted === undefined ? isSome(mask) : mask === wanted)),
    ),
  )
  const unhidden = (isFree ? [undefined] : matching).flatMap((masks) => {
    const lists = withMask.map((genotypesOf, i) => genotypesOf(masks?.[i]))
    spend(lists.reduce((product, { length }) => product * length, 1) * A_STEP)
    return intersection(lists)
  })
  return [[...(hiding?.among((each) => each.whole) ?? []), ...unhidden]]
}

/** One mask of each list, in every combination that some pattern matches. @param whole the mask of all patterns */
function masksMatching(
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

/** How an outcome of a part matches the patterns. */
interface Class {
  /** It is a whole coat that matches one of them. */
  readonly whole: boolean
  /** One 0 or 1 for each pattern: whether it matches as a part. */
  readonly mask: string
}

interface Sorted {
  readonly masks: readonly string[]
  readonly canHide: boolean
  readonly among: (wanted: (each: Class) => boolean) => GenotypeSet
}

/** @param among the tokens that this part of the coat could give; undefined where it is the whole coat */
function patternHolds(
  { exactly, has, lacks }: CoatPattern,
  tokens: readonly string[],
  among: ReadonlySet<string> | undefined,
): boolean {
  const own = (all: readonly string[]): readonly string[] =>
    among === undefined ? all : all.filter((token) => among.has(token))
  if (!own(has).every((token) => tokens.includes(token))) return false
  if (lacks.some((token) => tokens.includes(token))) return false
  if (exactly === undefined) return true
  const all = own(exactly)
  return all.every((token) => tokens.includes(token)) && tokens.every((token) => all.includes(token))
}

function isSome(mask: string): boolean {
  return mask.includes('1')
}

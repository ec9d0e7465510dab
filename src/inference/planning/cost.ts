/**
 * What things cost, in operations of about a microsecond each: weights for counts that are known before any work is done.
 * Measured once on ordinary hardware; what matters is that all kinds of work are weighed alike.
 */

/** One product of two numbers, added up. */
export const A_PRODUCT = 0.2
/** A factor that is planned, made and multiplied, however small. */
export const A_FACTOR = 60
/** A row of a factor that is made. */
export const A_ROW = 2
/** A state of the sums by coat, and one more lane of it. */
export const A_STATE = 8
export const A_LANE = 0.2
/** Each frequency that the band of a coat is worked out under. */
export const A_BAND = 0.3
/** A state of the exact sums by coat of one cross. */
export const A_TALLIED = 14
/** A row of what an animal may have, added to those of the same pair. */
export const A_SHARE = 1.5
/** What may lie together on two copies, named, put in order and told. */
export const A_PHASE = 4
/** A step of what tables make of genotypes, once when they are read and once for each coat that was seen. */
export const A_STEP = 0.5
/** A pattern that an observed coat may be besides the one that was named. */
export const A_PATTERN = 3
/** A step of reading text. */
export const A_TEXT_STEP = 0.25
/** A pair of copies that an animal may have at a locus. */
export const A_PAIR = 0.3
/** One cross of two genotypes, however small, and two of its gametes that meet. */
export const A_CROSS = 50
export const A_MEETING = 0.25
/** Two classes of parents' genotypes joined, and one share of them. */
export const A_JOIN = 1
export const A_JOINED = 0.15
/** One coat that can come out, with its share, and with its least and greatest share. */
export const A_COAT = 4
export const A_BOUND = 30

/** Something of which it is known what it takes at least, before it is planned. */
export interface Draft<Plan> {
  readonly least: number
  /** @param left operations beyond which planning may end: what it comes to is more then, and it is never run */
  readonly plan: (left: number) => Plan
}

/** Drafts, until they come to more at least than may be spent: then none of them is ever planned. */
export function draftsWithin<Item, Plan>(
  most: number,
  items: Iterable<Item>,
  draft: (item: Item) => Draft<Plan>,
): readonly Draft<Plan>[] {
  let left = most
  const drafts: Draft<Plan>[] = []
  for (const item of items) {
    if (left < 0) break
    const made = draft(item)
    left -= made.least
    drafts.push(made)
  }
  return drafts
}

/** Several things as one, planned one after the other until they come to more than may be spent. */
export function drafted<Plan extends { readonly operations: number }>(
  drafts: readonly Draft<Plan>[],
): Draft<{ readonly operations: number; readonly plans: readonly Plan[] }> {
  const least = drafts.reduce((sum, each) => sum + each.least, 0)
  return {
    least,
    plan: (left) => {
      const plans: Plan[] = []
      let over = 0
      for (const each of drafts) {
        if (least + over > left + ROUNDING) break
        const plan = each.plan(left - least - over + each.least)
        over += plan.operations - each.least
        plans.push(plan)
      }
      const isWhole = plans.length === drafts.length
      return {
        operations: isWhole ? plans.reduce((sum, each) => sum + each.operations, 0) : least + over,
        plans,
      }
    },
  }
}

/** What was planned, with more that only then is known; what it takes at least stays. */
export function furthered<Plan, Further>(
  { least, plan }: Draft<Plan>,
  further: (plan: Plan) => Further,
): Draft<Further> {
  return { least, plan: (left) => further(plan(left)) }
}

/** The same with operations that are known before it is planned. */
export function costingMore<Plan extends { readonly operations: number }>(
  more: number,
  { least, plan }: Draft<Plan>,
): Draft<Plan> {
  return {
    least: least + more,
    plan: (left) => {
      const planned = plan(left - more)
      return { ...planned, operations: planned.operations + more }
    },
  }
}

/** What sums of operations differ by is less. */
const ROUNDING = 1e-6

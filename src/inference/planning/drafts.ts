/**
 * Combines drafts into drafts.
 * Guarantees: lower bounds and costs add up; planning several drafts stops as soon as they exceed the budget.
 */
import { costliestAnimal, type AnswerDraft, type Draft, type Plan } from './planning.js'

interface Costed {
  readonly operations: number
}

/**
 * Drafts the items one by one; stops once the lower bounds exceed the budget, because then nothing will be planned.
 */
export function draftsWithin<Item, Planned>(
  left: number,
  items: Iterable<Item>,
  draft: (item: Item) => Draft<Planned>,
): readonly Draft<Planned>[] {
  let rest = left
  const drafts: Draft<Planned>[] = []
  for (const item of items) {
    if (rest < 0) break
    const made = draft(item)
    rest -= made.least
    drafts.push(made)
  }
  return drafts
}

/** Tolerance for rounding in sums of operations. */
const ROUNDING = 1e-6

/** Several drafts as one, planned in sequence. */
export function inTurn<Planned extends Costed>(
  drafts: readonly Draft<Planned>[],
): Draft<Costed & { readonly plans: readonly Planned[] }> {
  const least = drafts.reduce((sum, each) => sum + each.least, 0)
  return {
    least,
    plan: (left) => {
      const plans: Planned[] = []
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

/** Combines the results of several drafts into one answer. */
export function combined<Part, Answer>(
  drafts: readonly Draft<Plan<Part>>[],
  combine: (parts: readonly Part[]) => Answer,
): AnswerDraft<Answer> {
  const all = inTurn(drafts)
  return {
    least: all.least,
    plan: (left) => {
      const { operations, plans } = all.plan(left)
      return {
        operations: Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(operations)),
        costliestAnimal: plans.length > 0 ? animalOfCostliest(plans) : animalOfLargest(drafts),
        run: () => combine(plans.map(({ run }) => run())),
      }
    },
  }
}

function animalOfCostliest(plans: readonly Plan<unknown>[]): number | undefined {
  const [costliest] = plans
    .filter((plan) => plan.costliestAnimal !== undefined)
    .sort((a, b) => b.operations - a.operations)
  return costliest?.costliestAnimal
}

/** Used when nothing was planned. */
function animalOfLargest(drafts: readonly Draft<Plan<unknown>>[]): number | undefined {
  const [largest] = [...drafts].sort((a, b) => b.least - a.least)
  return largest && costliestAnimal(largest)
}

/** Transforms the plan of a draft. */
export function mapPlan<Planned, Changed>(
  { least, plan }: Draft<Planned>,
  change: (plan: Planned) => Changed,
): Draft<Changed> {
  return { least, plan: (left) => change(plan(left)) }
}

/** Adds operations that are known before planning. */
export function withOperations<Planned extends Costed>(
  more: number,
  { least, plan }: Draft<Planned>,
): Draft<Planned> {
  return {
    least: least + more,
    plan: (left) => {
      const planned = plan(left - more)
      return { ...planned, operations: planned.operations + more }
    },
  }
}

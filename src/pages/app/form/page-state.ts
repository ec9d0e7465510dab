/** What the page shows, and what is entered in each of its views. The address holds all of it (address.ts). */
import type { Sex } from './choice.js'
import type { PlanState } from './plan/plan.js'
import type { Facts, Relatives } from './relatives.js'

export const VIEWS = ['horse', 'foal', 'known', 'herd', 'mates', 'parentage', 'test'] as const
export type View = (typeof VIEWS)[number]

export const ORDERS = ['chance', 'name', 'base'] as const
export type Order = (typeof ORDERS)[number]

/** What is known of a parent. */
export interface ParentState extends Facts {
  /** Alleles on the same chromosome by linkage group; the phase of other groups is unknown. */
  readonly together: Readonly<Record<string, readonly string[]>>
}

export interface PageState extends PlanState {
  readonly view: View
  readonly horse: Facts
  readonly sex: Sex
  /** Age of the picture in years; undefined: adult. */
  readonly age: number | undefined
  readonly mother: ParentState
  readonly father: ParentState
  readonly order: Order
  /** Population whose allele frequencies apply to untested genes. */
  readonly population: string
  readonly relatives: Relatives
}

/** The part of a state that its view shows. */
export function shownPart(state: PageState): Partial<PageState> {
  const { view, horse, sex, age, mother, father, order, population, relatives } = state
  const { sires, wanted, child, mate, goal } = state
  const parts: Readonly<Record<View, Partial<PageState>>> = {
    horse: { horse, sex, age, population },
    foal: { mother, father, order, population },
    known: { relatives, sex, population },
    herd: { wanted, population },
    mates: { mother, sires, wanted, population },
    parentage: { mother, father, child },
    test: { horse, sex, goal, mate, wanted, population },
  }
  return { view, ...parts[view] }
}

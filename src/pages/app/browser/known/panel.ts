/** The parts common to the panels of all animals of a family. */
import type { Sex } from '../../form/choice.js'
import type { Facts } from '../../form/relatives.js'

/** An animal of the family. */
export interface Panel {
  /** Its id in the question. */
  readonly id: string
  readonly facts: () => Facts
  readonly sex: () => Sex | undefined
  readonly set: (facts: Facts) => void
  readonly remove?: () => void
  /** Fields of offspring only. */
  readonly young?: {
    readonly by: () => number | undefined
    readonly setBy: (by: number | undefined) => void
    readonly setSex: (sex: Sex | undefined) => void
  }
}

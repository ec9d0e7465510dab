/** What the panel of an animal shows and changes, whoever it is. */
import type { Sex } from '../../form/choice.js'
import type { Facts } from '../../form/relatives.js'

/** An animal of the family. */
export interface Panel {
  /** As the question names it. */
  readonly id: string
  readonly facts: () => Facts
  readonly sex: () => Sex | undefined
  readonly set: (facts: Facts) => void
  readonly remove?: () => void
  /** What is asked of young alone. */
  readonly young?: {
    readonly by: () => number | undefined
    readonly setBy: (by: number | undefined) => void
    readonly setSex: (sex: Sex | undefined) => void
  }
}

/**
 * Which loci vary in random questions, and the copies that are met, for each kind of difficulty.
 */
import type { Scene } from './random-questions.js'

/** With the most horses that plain enumeration can bear. */
export const SCENES: readonly (readonly [scene: Scene, horses: number])[] = [
  // Linked.
  [{ extension: ['E', 'e'], kit: ['Rn', 'n'] }, 4],
  [{ extension: ['E', 'e'], kit: ['To', 'n'], patn1: ['PATN1', 'n'] }, 3],
  // Alleles that no table tells apart.
  [{ agouti: ['A', 'a'], extension: ['E', 'e', 'ea'] }, 3],
  // Splashed white: two rectangles, in two linkage groups.
  [{ mitf: ['SW1', 'n'], pax3: ['SW2', 'n'] }, 4],
  [{ pax3: ['SW2', 'n'], mitf: ['SW1', 'n'], silver: ['Z', 'n'] }, 3],
  [{ extension: ['E', 'e'], grey: ['G', 'n'] }, 4],
  // Lethal.
  [{ frame: ['O', 'n'], extension: ['E', 'e'] }, 4],
  [{ matp: ['Cr', 'Prl', 'n'] }, 4],
  [{ lp: ['Lp', 'n'], patn1: ['PATN1', 'n'] }, 4],
  // On the sex chromosome; lethal in males.
  [{ extension: ['E', 'e'], brindle: ['BR1', 'n'] }, 3],
  [{ incontinentia: ['IP', 'n'], extension: ['E', 'e'] }, 3],
  [{ brindle: ['BR1', 'n'], incontinentia: ['IP', 'n'] }, 3],
  // White hides what other linkage groups give.
  [{ kit: ['DW1', 'To', 'n'], matp: ['Cr', 'n'] }, 3],
  [{ kit: ['DW1', 'n'], grey: ['G', 'n'], extension: ['E', 'e'] }, 3],
  // Several variants on one copy.
  [{ kit: ['To', 'DW20', 'To+DW20', 'n'], extension: ['E', 'e'] }, 2],
]

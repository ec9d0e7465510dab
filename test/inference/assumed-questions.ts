/**
 * Random questions under a convention: which variants are usual is drawn, every gene that varies is unknown where no test
 * says what it is, and some genes keep their measured figures.
 */
import { compareCopies } from '../../src/genetics/locus.js'
import type { Population } from '../../src/model/population.js'
import { untested } from '../../src/operations/read/facts/tests.js'
import type { Ruleset } from '../../src/operations/ruleset.js'
import { copyOf, locusOf, ratio } from './questions.js'
import { randomQuestion, type Random, type RandomQuestion, type Scene } from './random-questions.js'

/** With the most horses that plain enumeration can bear: a locus has all its variants here. */
export const ASSUMED_SCENES: readonly (readonly [scene: Scene, horses: number])[] = [
  [{ extension: ['E', 'e'], grey: ['G', 'G2', 'n'] }, 2],
  [{ grey: ['G', 'n'], frame: ['O', 'n'] }, 3],
  [{ matp: ['Cr', 'Prl', 'n'] }, 3],
  [{ matp: ['Cr', 'Sun', 'n'], extension: ['E', 'e'] }, 2],
  [{ mitf: ['SW1', 'SW5', 'n'], pax3: ['SW2', 'n'] }, 1],
  [{ pax3: ['SW2', 'SW4', 'n'], silver: ['Z', 'n'] }, 2],
  [{ pax3: ['SW2', 'n'], frame: ['O', 'n'], mushroom: ['Mu', 'n'] }, 1],
  [{ extension: ['E', 'e'], agouti: ['A', 'a'], silver: ['Z', 'n'] }, 2],
  [{ lp: ['Lp', 'n'], patn1: ['PATN1', 'n'] }, 4],
  [{ extension: ['E', 'e'], brindle: ['BR1', 'n'] }, 3],
  [{ brindle: ['BR1', 'n'], incontinentia: ['IP', 'n'] }, 3],
  [{ kit: ['To', 'Rn', 'RN1', 'SB1', 'DW1', 'n'], grey: ['G', 'n'] }, 1],
  [{ champagne: ['Ch', 'n'], silver: ['Z', 'n'], dun: ['D', 'nd1', 'nd2'] }, 1],
]

export function assumedQuestion(
  ruleset: Ruleset,
  scene: Scene,
  most: number,
  random: Random,
  isWeighed = false,
): RandomQuestion {
  const { question, open } = randomQuestion(ruleset, scene, most, random, isWeighed)
  const { sexes, loci } = ruleset.model
  const horses = question.horses.map((horse) => {
    const tests = new Map(horse.tests)
    const copies = horse.sex === undefined ? undefined : horse.sex === sexes?.heterogametic ? 1 : 2
    for (const index of open) {
      const locus = loci[index]
      if (locus !== undefined && !tests.has(index)) tests.set(index, untested(locus, locus.key, copies))
    }
    return { ...horse, tests }
  })
  const measured = new Map(
    [...(question.population?.loci ?? [])].filter(([index]) =>
      loci[index]?.wildType === null ? !(loci[index].key in scene) : random() < 0.2,
    ),
  )
  const equal = Object.entries(scene).flatMap(([key, copies]) => {
    const locus = locusOf(ruleset, key)
    if (locus.wildType !== null) return []
    const best = ratio(1, copies.length)
    const rows = copies.map((text) => ({ copy: copyOf(locus, text), best, low: best, high: best }))
    return [[locus.index, rows.sort((a, b) => compareCopies(a.copy, b.copy))] as const]
  })
  const usual = new Map(
    open.map((index) => {
      const { alleles = [], wildType, noCopy } = loci[index] ?? {}
      const variants = [...alleles.keys()].filter((allele) => allele !== wildType && allele !== noCopy)
      return [index, variants.filter(() => random() < 0.4)] as const
    }),
  )
  const population: Population = {
    key: 'test',
    name: 'test',
    sampled: undefined,
    loci: new Map([...measured, ...equal]),
    others: 'absent',
    convention: { name: 'test', loci: equal.map(([index]) => index), usual },
  }
  return { question: { population, horses }, open }
}

/**
 * One part of a coat with the likelihoods of its outcomes.
 * Guarantees: each step is counted before it is done.
 */
import { A_STEP } from '../../planning/weights.js'
import type { CoatPattern } from '../../question.js'
import type { DecisionDiagram } from '../decision-diagram.js'
import type { GenotypeSet } from '../genotype-sets.js'
import { likelihoodOf, partOfPattern, type Shown } from './of-pattern.js'
import { sumOf, type Vector } from './vectors.js'

export type Spend = (operations: number) => void

/** A part of a coat. */
export interface CoatPart {
  /** All tokens that it can give. */
  readonly tokens: ReadonlySet<string>
  readonly diagram: () => PartDiagram
}

export interface PartDiagram extends Pick<DecisionDiagram, 'genotypesWith' | 'steps'> {
  /** What the part shows, by place among the outcomes. */
  readonly shown: readonly Shown[]
}

/** A part of a coat with the likelihoods of its outcomes. */
export interface ReadPart {
  /** By outcome: how likely the observation is where this is the whole coat; 0 where it is not whole. */
  readonly wholes: readonly number[]
  /** By outcome: how likely the observation is by pattern; zeros where it is a whole coat. */
  readonly vectors: readonly Vector[]
  /** The genotypes with some of the outcomes. */
  readonly among: (places: readonly number[]) => GenotypeSet
}

export function readPart(
  { tokens: among, diagram }: CoatPart,
  patterns: readonly CoatPattern[],
  spend: Spend,
): ReadPart {
  const { shown, genotypesWith, steps } = diagram()
  // Many patterns say the same of one part; of a whole coat only those that speak of nothing else.
  const keys = patterns.map((pattern) => JSON.stringify(partOfPattern(pattern, among)))
  const distinct = [...new Set(keys)]
  const places = keys.map((key) => distinct.indexOf(key))
  const examples = distinct.map((key) => patterns[keys.indexOf(key)] as CoatPattern)
  const ofWholes = patterns.filter(({ exactly = [], has }) =>
    [...exactly, ...has].every((token) => among.has(token)),
  )
  spend((steps + shown.length * Math.max(distinct.length, ofWholes.length)) * A_STEP)
  const none = patterns.map(() => 0)
  const wholeWeight = (whole: Shown): number =>
    sumOf(ofWholes.map((pattern) => (pattern.weight ?? 1) * likelihoodOf(pattern, whole, undefined)))
  const vectorOf = (part: Shown): Vector => {
    const own = examples.map((pattern) => likelihoodOf(pattern, part, among))
    return places.map((place) => own[place] ?? 0)
  }
  return {
    wholes: shown.map((each) => (each.isWhole ? wholeWeight(each) : 0)),
    vectors: shown.map((each) => (each.isWhole ? none : vectorOf(each))),
    among: (places) => {
      spend(steps * A_STEP)
      const wanted = new Set(places)
      return genotypesWith((place) => wanted.has(place))
    },
  }
}

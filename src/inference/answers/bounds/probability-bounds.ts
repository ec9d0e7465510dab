/**
 * The least and the greatest probability of each coat, over every cross of the parents' completions.
 * Guarantees: exact; phases that nobody declared are equally likely.
 * Leaves to others: the completions (completions.ts), what it costs (foal-bounds.ts).
 */
import { createCoatOfParts } from '../../../model/by-coat/chosen-parts.js'
import type { Component } from '../../../model/by-coat/components.js'
import { sumParts, type Part } from '../../../model/by-coat/parts.js'
import { createTally } from '../../../model/by-coat/tally.js'
import { genotypeOfChoice, type FoalGroup, type Parent } from '../../../model/cross/zygotes.js'
import type { Coat, HorseGenotype, LocusGenotype } from '../../../model/model.js'
import { coatFrom } from '../../../model/phenotype/phenotype.js'
import type { Ratio } from '../../../model/population.js'
import { ALL, compare, NOTHING, product, sum } from '../../../model/ratio.js'
import type { BoundedRow } from '../../answer.js'
import { withDeclared } from '../../facts/declared-phase.js'
import { combinationsOf } from '../../facts/genotype-sets.js'
import type { Rules } from '../../rules.js'
import { crossedCompletions, type Completions } from './completions.js'
import { isPlainer } from './row-order.js'

const NO_PHASE: Parent['together'] = new Map()

/** A part of a coat, with its probability in each cross of the parents' completions. */
interface BoundedPart {
  readonly part: Part
  readonly byCross: Map<number, Ratio>
  example: HorseGenotype
  least: Ratio
  greatest: Ratio
}

/** @param together declared phase, by parent */
export function boundsOf(
  { model, offspring }: Rules,
  components: readonly Component[],
  dam: Completions,
  sire: Completions,
  together: readonly Parent['together'][],
): ReadonlyMap<string, BoundedRow> {
  const [ofDam = NO_PHASE, ofSire = NO_PHASE] = together
  const parts = components.map((component) => {
    const tally = createTally(model.groups, component.groups, component.tables)
    const loci = component.groups.flatMap((g) => model.groups[g]?.loci ?? []).map(({ index }) => index)
    const found = new Map<string, BoundedPart>()
    let crosses = 0
    for (const mother of crossedCompletions(dam, loci)) {
      for (const father of crossedCompletions(sire, loci)) {
        const { groups } = offspring.cross(
          withDeclared(model, mother, ofDam),
          withDeclared(model, father, ofSire),
        )
        const denominator = component.groups.reduce((product, g) => product * (groups[g]?.total ?? 1n), 1n)
        const keyOf = (outcomes: Part['outcomes']): string => coatFrom(outcomes).key
        for (const part of sumParts(tally, [groups], keyOf)) {
          const key = `${part.hidesRest} ${keyOf(part.outcomes)}`
          const probability = { numerator: part.weights[0] ?? 0n, denominator }
          const known = found.get(key) ?? {
            part,
            byCross: new Map<number, Ratio>(),
            example: [],
            least: ALL,
            greatest: NOTHING,
          }
          const example = exampleOf(component, groups, part)
          if (known.byCross.size === 0 || isPlainer(example, known.example)) known.example = example
          known.byCross.set(crosses, probability)
          if (compare(probability, known.least) < 0) known.least = probability
          if (compare(probability, known.greatest) > 0) known.greatest = probability
          found.set(key, known)
        }
        crosses += 1
      }
    }
    for (const each of found.values()) if (each.byCross.size < crosses) each.least = NOTHING
    return [...found.values()]
  })
  return coatsFrom(components, parts, createCoatOfParts(components))
}

function exampleOf({ groups: own }: Component, groups: readonly FoalGroup[], { best }: Part): HorseGenotype {
  const choice: number[] = []
  own.forEach((g, i) => (choice[g] = best.path[i] ?? 0))
  return genotypeOfChoice(groups, choice, own)
}

/** Every choice of one part of each component; a part that hides the rest is a coat by itself. */
function coatsFrom(
  components: readonly Component[],
  parts: readonly (readonly BoundedPart[])[],
  coatOf: (chosen: readonly Part[]) => Coat,
): ReadonlyMap<string, BoundedRow> {
  const found = new Map<string, { readonly coat: Coat; readonly choices: (readonly BoundedPart[])[] }>()
  const add = (chosen: readonly BoundedPart[]): void => {
    const coat = coatOf(chosen.map(({ part }) => part))
    const own = found.get(coat.key) ?? { coat, choices: [] }
    own.choices.push(chosen)
    found.set(coat.key, own)
  }
  const any = parts.map(([first]) => first as BoundedPart)
  const hiding = parts.findIndex((own) => own.some(({ part }) => part.hidesRest))
  for (const each of parts[hiding] ?? []) if (each.part.hidesRest) add(any.with(hiding, each))
  const unhidden = parts.map((own) => own.filter(({ part }) => !part.hidesRest))
  for (const chosen of combinationsOf(unhidden)) add(chosen)
  return new Map(
    [...found].map(([key, { coat, choices }]) => {
      const examples = choices.map((chosen) =>
        components.reduce<LocusGenotype[]>((whole, _, c) => {
          for (const each of chosen[c]?.example ?? []) if (each !== undefined) whole[each.locus.index] = each
          return whole
        }, []),
      )
      const genotype = examples.reduce((best, each) => (isPlainer(each, best) ? each : best))
      const end = (which: 'least' | 'greatest'): Ratio => endOf(choices, Math.max(hiding, 0), which)
      return [key, { coat, least: end('least'), greatest: end('greatest'), genotype }]
    }),
  )
}

/** One end of the probability of all these choices together, which differ only in the hiding component. */
function endOf(
  choices: readonly (readonly BoundedPart[])[],
  hiding: number,
  end: 'least' | 'greatest',
): Ratio {
  const others = choices.map((chosen) =>
    chosen.reduce(
      (all, each, c) =>
        c === hiding || chosen[hiding]?.part.hidesRest === true ? all : product(all, each[end]),
      ALL,
    ),
  )
  const [only] = choices
  if (choices.length === 1 && only !== undefined) return product(only[hiding]?.[end] ?? ALL, others[0] ?? ALL)
  const crosses = new Set(choices.flatMap((chosen) => [...(chosen[hiding]?.byCross.keys() ?? [])]))
  const sums = [...crosses].map((cross) =>
    choices.reduce(
      (all, chosen, i) => sum(all, product(chosen[hiding]?.byCross.get(cross) ?? NOTHING, others[i] ?? ALL)),
      NOTHING,
    ),
  )
  return sums.reduce((best, each) => (compare(each, best) < 0 === (end === 'least') ? each : best))
}

/** The least of the least and the greatest of the greatest, over cases of which one is true. */
export function overall(cases: readonly ReadonlyMap<string, BoundedRow>[]): readonly BoundedRow[] {
  const keys = new Set(cases.flatMap((rows) => [...rows.keys()]))
  return [...keys].map((key) => {
    const own = cases.map((rows) => rows.get(key))
    const rows = own.filter((row) => row !== undefined)
    const first = rows.reduce((best, row) => (isPlainer(row.genotype, best.genotype) ? row : best))
    const least = own.map((row) => row?.least ?? NOTHING).reduce((a, b) => (compare(b, a) < 0 ? b : a))
    const greatest = own.map((row) => row?.greatest ?? NOTHING).reduce((a, b) => (compare(b, a) > 0 ? b : a))
    return { ...first, least, greatest }
  })
}

/**
 * Without a population: how small and how large the share of each coat can be, over everything that is not known.
 * Guarantees: exact. A share is linear in what is known of either parent, so that its extremes lie where each is one
 * genotype; components of a coat vary independently, so that the least product is the product of the least.
 * What is not known of phase stays equally likely.
 */
import { createCoatOfParts } from '../../../model/by-coat/chosen-parts.js'
import { coatTables, splitComponents, type Component } from '../../../model/by-coat/components.js'
import { sumParts, type Part } from '../../../model/by-coat/parts.js'
import { createTally } from '../../../model/by-coat/tally.js'
import { genotypeOfChoice, type FoalGroup, type Parent } from '../../../model/cross/zygotes.js'
import type { Coat, HorseGenotype, LocusGenotype } from '../../../model/model.js'
import type { Ratio } from '../../../model/population.js'
import type { BoundedAnswer, BoundedRow, Work } from '../../answer.js'
import type { Rules } from '../../rules.js'
import { A_BOUND, A_CROSS, A_MEETING, A_TALLIED, planned } from '../../network/cost.js'
import { withDeclared } from '../../facts/declared.js'
import type { Known } from '../../facts/known.js'
import { completionsOf, crossedCompletions, sizeIn, withoutMiddle, type Completions } from './completions.js'
import { ALL, compare, NOTHING, product, sum } from '../../../model/ratio.js'
import { ordered } from './row-order.js'

/** @param most operations after which planning may end */
export function foalBounds(
  rules: Rules,
  known: Known,
  mother: number,
  father: number,
  most: number,
): Work<BoundedAnswer> {
  const { model } = rules
  const components = splitComponents(model.groups, coatTables(model.tables))
  const together = [mother, father].map(
    (horse) => known.reading.question.horses[horse]?.together ?? new Map(),
  )
  const completions = [mother, father].map((horse) => completionsOf(rules, known, horse))
  const few = completions.reduce((product, { count }) => product * count, A_CROSS)
  if (few > most) return { operations: few, run: () => ({ rows: [] }) }
  const [dams = [], sires = []] = completions.map(({ list }, p) =>
    list().map((each) => (together[p]?.size === 0 ? withoutMiddle(each) : each)),
  )
  const cases = dams.flatMap((dam) => sires.map((sire) => [dam, sire] as const))
  const sizeOf = (all: Completions, { groups }: Component): number =>
    groups.reduce((product, g) => product * sizeIn(rules, all, g), 1)
  const works = planned(most, cases, ([dam, sire], left) => {
    const crosses = components.reduce((some, each) => some + sizeOf(dam, each) * sizeOf(sire, each), 0)
    if (crosses * A_CROSS > left) return { operations: crosses * A_CROSS, coats: 0 }
    const { meetings, sums } = rules.estimateWork(dearest(dam), dearest(sire))
    const { states, coats } = sums()
    const summing = crosses * (A_CROSS + meetings * A_MEETING + states * A_TALLIED)
    return { operations: summing + coats * A_BOUND, coats }
  })
  return {
    operations: Math.ceil(works.reduce((sum, { operations }) => sum + operations, 0)),
    rows: { most: works.reduce((sum, { coats }) => sum + coats, 0), operations: 0 },
    run: () => {
      const tables = cases.map(([dam, sire]) => boundsOf(rules, components, dam, sire, together))
      return { rows: ordered(overall(tables)) }
    },
  }
}

/** Of each locus the genotype that can hand on the most. */
function dearest(all: Completions): HorseGenotype {
  const handed = ({ layouts }: LocusGenotype): number =>
    new Set(layouts.flat().map((copy) => copy.join())).size
  return all.map((own) => own.reduce((most, each) => (handed(each) > handed(most) ? each : most)))
}

const NO_PHASE: Parent['together'] = new Map()

/** A part of a coat: its share in each cross of the parents' completions. */
interface BoundedPart {
  readonly part: Part
  readonly shares: Map<number, Ratio>
  readonly example: HorseGenotype
  least: Ratio
  greatest: Ratio
}

function boundsOf(
  { model, phenotypes, offspring }: Rules,
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
        const keyOf = (outcomes: Part['outcomes']): string => phenotypes.coatFrom(outcomes).key
        for (const part of sumParts(tally, [groups], keyOf)) {
          const key = `${part.hidesRest} ${keyOf(part.outcomes)}`
          const share = { numerator: part.weights[0] ?? 0n, denominator }
          const known = found.get(key) ?? {
            part,
            shares: new Map<number, Ratio>(),
            example: exampleOf(component, groups, part),
            least: ALL,
            greatest: NOTHING,
          }
          known.shares.set(crosses, share)
          if (compare(share, known.least) < 0) known.least = share
          if (compare(share, known.greatest) > 0) known.greatest = share
          found.set(key, known)
        }
        crosses += 1
      }
    }
    for (const each of found.values()) if (each.shares.size < crosses) each.least = NOTHING
    return [...found.values()]
  })
  return coatsFrom(components, parts, createCoatOfParts(components, phenotypes))
}

function exampleOf({ groups: own }: Component, groups: readonly FoalGroup[], { best }: Part): HorseGenotype {
  const choice: number[] = []
  own.forEach((g, i) => (choice[g] = best.path[i] ?? 0))
  return genotypeOfChoice(groups, choice, own)
}

/** Every choice of one part of each component, those that hide the rest by themselves. */
function coatsFrom(
  components: readonly Component[],
  parts: readonly (readonly BoundedPart[])[],
  coatOf: (chosen: readonly Part[]) => Coat,
): ReadonlyMap<string, BoundedRow> {
  const found = new Map<string, readonly (readonly BoundedPart[])[]>()
  const add = (chosen: readonly BoundedPart[], coat: Coat): void => {
    coats.set(coat.key, coat)
    found.set(coat.key, [...(found.get(coat.key) ?? []), chosen])
  }
  const coats = new Map<string, Coat>()
  const any = parts.map(([first]) => first as BoundedPart)
  const hiding = parts.findIndex((own) => own.some(({ part }) => part.hidesRest))
  for (const each of parts[hiding] ?? []) {
    if (!each.part.hidesRest) continue
    const chosen = any.with(hiding, each)
    add(chosen, coatOf(chosen.map(({ part }) => part)))
  }
  const unhidden = parts.reduce<readonly (readonly BoundedPart[])[]>(
    (all, own) =>
      all.flatMap((some) => own.flatMap((each) => (each.part.hidesRest ? [] : [[...some, each]]))),
    [[]],
  )
  for (const chosen of unhidden) add(chosen, coatOf(chosen.map(({ part }) => part)))
  return new Map(
    [...found].map(([key, choices]) => {
      const genotype = components.reduce<LocusGenotype[]>((whole, _, c) => {
        for (const each of choices[0]?.[c]?.example ?? [])
          if (each !== undefined) whole[each.locus.index] = each
        return whole
      }, [])
      const [least, greatest] = (['least', 'greatest'] as const).map((end) =>
        endOf(choices, Math.max(hiding, 0), end),
      )
      return [
        key,
        { coat: coats.get(key) as Coat, least: least ?? NOTHING, greatest: greatest ?? NOTHING, genotype },
      ]
    }),
  )
}

/** One end of the share of all these choices together; only what hides can differ between them. */
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
  const crosses = new Set(choices.flatMap((chosen) => [...(chosen[hiding]?.shares.keys() ?? [])]))
  const sums = [...crosses].map((cross) =>
    choices.reduce(
      (all, chosen, i) => sum(all, product(chosen[hiding]?.shares.get(cross) ?? NOTHING, others[i] ?? ALL)),
      NOTHING,
    ),
  )
  return sums.reduce((best, each) => (compare(each, best) < 0 === (end === 'least') ? each : best))
}

/** Over cases of which one holds: the least of the least, the greatest of the greatest. */
function overall(cases: readonly ReadonlyMap<string, BoundedRow>[]): readonly BoundedRow[] {
  const keys = new Set(cases.flatMap((rows) => [...rows.keys()]))
  return [...keys].map((key) => {
    const own = cases.map((rows) => rows.get(key))
    const first = own.find((row) => row !== undefined) as BoundedRow
    const least = own.map((row) => row?.least ?? NOTHING).reduce((a, b) => (compare(b, a) < 0 ? b : a))
    const greatest = own.map((row) => row?.greatest ?? NOTHING).reduce((a, b) => (compare(b, a) > 0 ? b : a))
    return { ...first, least, greatest }
  })
}

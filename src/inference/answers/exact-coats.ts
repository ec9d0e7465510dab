/**
 * Where the facts alone settle both parents, their foals are an ordinary cross: its exact figures, digit for digit.
 */
import { dosageOf, pairOf } from '../../genetics/genotype.js'
import type { CoatShare } from '../../model/by-coat/chosen-parts.js'
import { foalsOfSex } from '../../model/cross/by-sex.js'
import type { Parent } from '../../model/cross/zygotes.js'
import { percentOf } from '../../genetics/probability.js'
import type { CoatAnswer, CoatRow } from '../answer.js'
import type { Rules } from '../rules.js'
import type { LocusGenotype } from '../../model/model.js'
import type { Sex } from '../../rules/tables.js'
import { withDeclared } from '../facts/declared.js'
import type { Known } from '../network/known.js'

/** Undefined where something of it is open. @param known by the facts alone */
export function settledParent({ genotypes }: Rules, known: Known, horse: number): Parent | undefined {
  const { reading, possible } = known
  const { question, copies, model } = reading
  const found: LocusGenotype[] = []
  for (const { locus, copies: own } of copies) {
    const pairs = new Map<string, readonly [number, number]>()
    possible.pairs[locus.index]?.[horse]?.forEach((is, i) => {
      const [a, b] = [Math.floor(i / own.length), i % own.length]
      if (is === 1) pairs.set(`${Math.min(a, b)} ${Math.max(a, b)}`, [Math.min(a, b), Math.max(a, b)])
    })
    const [first] = pairs.values()
    if (pairs.size !== 1 || first === undefined) return undefined
    const pair = pairOf(own[first[0]] ?? [], own[first[1]] ?? [])
    // What may be several layouts of one list is left to frequencies.
    if (locus.cis && dosageOf(locus, pair).some((copies) => copies > 2)) return undefined
    found.push(genotypes.of(locus, [pair]))
  }
  const own = question.horses[horse]
  const isAlone =
    own?.mother === undefined &&
    own?.father === undefined &&
    question.horses.every(({ mother, father }) => mother !== horse && father !== horse)
  const isPhaseOpen = model.groups.some(
    ({ loci }) => loci.filter(({ index }) => isMixed(found[index])).length > 1,
  )
  if (isPhaseOpen && !isAlone) return undefined
  return withDeclared(model, found, own?.together ?? new Map())
}

export function exactCoats(
  { offspring }: Rules,
  mother: Parent,
  father: Parent,
  known: Known,
  sex: Sex | undefined,
): CoatAnswer {
  const whole = offspring.cross(mother, father)
  const { sexes } = known.reading.model
  const cross = sex === undefined || sexes === undefined ? whole : foalsOfSex(sexes, sex, whole)
  const { total, list } = offspring.coats([cross])
  const { lethal, suspected, notes } = offspring.safety(cross)
  return {
    total,
    list: () => exactRows(list(), whole.total),
    lethal: percentOf(lethal, whole.total) / 100,
    suspected: percentOf(suspected, whole.total) / 100,
    notes,
  }
}

function* exactRows(shares: Iterable<CoatShare>, total: bigint): Generator<CoatRow> {
  for (const { coat, weights, representative } of shares) {
    const exact = { weight: weights[0] ?? 0n, total }
    yield { coat, probability: percentOf(exact.weight, total) / 100, exact, genotype: representative }
  }
}

function isMixed(genotype: LocusGenotype | undefined): boolean {
  const [pair] = genotype?.layouts ?? []
  return pair !== undefined && pair[0].join() !== pair[1].join()
}

/**
 * The genotypes of a mate that reach a percentage of wanted offspring, over the genes that the wanted coats depend on; its
 * other genes are wild type.
 * Guarantees: alleles that no table tells apart stand for each other; alleles that a convention of the rules calls usual are tried
 * first, all of them only if no mate with these gives a wanted coat.
 */
import { coatTables, safetyTables } from '../../model/by-coat/components.js'
import { pairOf } from '../../genetics/genotype.js'
import { completeCopy, type Copy } from '../../genetics/locus.js'
import type { ModelLocus } from '../../model/model.js'
import { ClientError } from '../client-error.js'
import { integers, valuesOf } from '../read/accepted.js'
import { lociBehind } from '../read/observed/genes-seen.js'
import { usualPopulation } from '../read/population/population.js'
import { faultAt } from '../read/refusals.js'
import { TextBudget } from '../read/text-budget.js'
import type { Ruleset } from '../ruleset.js'
import { readMate } from './animals.js'
import { exactCrosses } from './exact-crosses.js'
import { rounded, type Judges, type Outcome } from './outcome.js'
import { MAX_PAIRS, type MateQuestion } from './question.js'

export interface IdealMate {
  readonly genotype: Readonly<Record<string, readonly string[]>>
  readonly outcome: Outcome
}

interface Found {
  readonly rows: readonly IdealMate[]
  readonly operations: number
}

/** Throws ClientError. @param most budget in operations */
export function idealMates(ruleset: Ruleset, asked: MateQuestion, judges: Judges, most: number): Found {
  const { wanted, pairs, ideal = 0 } = asked
  const [own] = pairs.candidates === 'fathers' ? pairs.mothers.distinct : pairs.fathers.distinct
  if (own?.animal.kind !== 'genotyped')
    throw faultAt('horse', null, 'ideal needs a horse without unknown alleles and without seen', [
      'a tested horse',
    ])
  const tokens = wanted.texts.flatMap(({ coats }) =>
    coats.flatMap(({ exactly = [], has }) => [...exactly, ...has]),
  )
  const behind = lociBehind(ruleset.model, new Set(tokens)).filter(({ noCopy }) => noCopy === null)
  const horse = own.animal
  const usual = usualAlleles(ruleset)
  const carried = ({ index, wildType }: ModelLocus): readonly number[] => {
    const layouts = horse.genotype[index]?.layouts ?? []
    return [...layouts.flat(2), ...(wildType === null ? [] : [wildType])]
  }
  const crossesOver = (copiesAt: (locus: ModelLocus) => readonly Copy[]): Found => {
    const genes = ruleset.model.loci.flatMap((locus): readonly Gene[] => {
      if (behind.includes(locus)) return [{ locus, genotypes: pairsOf(locus, copiesAt(locus)) }]
      // Without an effect on what is wanted, one genotype stands for all.
      return locus.required ? [{ locus, genotypes: pairsOf(locus, copiesAt(locus)).slice(0, 1) }] : []
    })
    return crossed(ruleset, asked, judges, genes, most)
  }
  const few = crossesOver((locus) => {
    const kept = usual.get(locus.index)
    const all = distinctCopies(ruleset, locus)
    return kept === undefined
      ? all
      : all.filter((copy) => [...kept, ...carried(locus)].includes(copy[0] ?? -1))
  })
  const isReached = few.rows.some(({ outcome }) => outcome.wanted > 0)
  const { rows, operations } = isReached ? few : crossesOver((locus) => distinctCopies(ruleset, locus))
  return {
    rows: rows
      .filter(({ outcome }) => rounded(outcome.wanted) * 100 >= ideal)
      .sort((a, b) => rounded(b.outcome.wanted) - rounded(a.outcome.wanted)),
    operations,
  }
}

interface Gene {
  readonly locus: ModelLocus
  readonly genotypes: readonly (readonly string[])[]
}

function crossed(
  ruleset: Ruleset,
  { pairs, language }: MateQuestion,
  judges: Judges,
  genes: readonly Gene[],
  most: number,
): Found {
  const count = genes.reduce((product, { genotypes }) => product * genotypes.length, 1)
  const names = genes.map(({ locus }) => locus.key).join(', ')
  if (count > MAX_PAIRS)
    throw new ClientError(
      'RESULT_TOO_LARGE',
      `A mate has ${count} genotypes of the genes that the wanted coats depend on (${names}), more than ${MAX_PAIRS}: name fewer coats, or a token instead of a coat`,
      { field: 'wanted', value: count, expected: valuesOf([integers(1, MAX_PAIRS)]) },
    )
  const exact = exactCrosses(ruleset, judges)
  const isMother = pairs.candidates === 'fathers'
  const [own] = isMother ? pairs.mothers.distinct : pairs.fathers.distinct
  const context = {
    text: { language, budget: new TextBudget() },
    isUntested: false,
    sex: isMother ? 'male' : 'female',
  } as const
  const runs: { readonly genotype: IdealMate['genotype']; readonly run: () => Outcome }[] = []
  let operations = 0
  for (const genotype of combinations(genes)) {
    const groupOf = (group: string) =>
      Object.fromEntries(
        genes.filter(({ locus }) => locus.group === group).map(({ locus: { key } }) => [key, genotype[key]]),
      )
    const mate = readMate(
      ruleset,
      { base: groupOf('base'), others: groupOf('others') },
      'candidates.0',
      context,
    )
    if (own?.animal.kind !== 'genotyped' || mate.animal.kind !== 'genotyped') continue
    const cross = exact(isMother ? [own.animal, mate.animal] : [mate.animal, own.animal])
    operations += cross.operations
    if (operations > most)
      throw new ClientError(
        'RESULT_TOO_LARGE',
        `These crosses take more than ${most} operations: send a horse with fewer heterozygous genes`,
        {
          field: 'horse',
          value: Math.ceil(operations),
          expected: valuesOf([integers(1, most)]),
        },
      )
    runs.push({ genotype, run: cross.run })
  }
  return { rows: runs.map(({ genotype, run }) => ({ genotype, outcome: run() })), operations }
}

function combinations(genes: readonly Gene[]): readonly Readonly<Record<string, readonly string[]>>[] {
  return genes.reduce<readonly Readonly<Record<string, readonly string[]>>[]>(
    (all, { locus, genotypes }) =>
      all.flatMap((one) => genotypes.map((alleles) => ({ ...one, [locus.key]: alleles }))),
    [{}],
  )
}

/** Every pair of these copies, as requests write it. */
function pairsOf({ alleles }: ModelLocus, copies: readonly Copy[]): readonly (readonly string[])[] {
  const texts = copies.map((copy) => copy.map((allele) => alleles[allele] ?? '').join('+'))
  return texts.flatMap((one, i) => texts.slice(i).map((other) => [one, other]))
}

/** One copy for each effect on coats and viability; the wild type stands for those without one. */
function distinctCopies({ model, genotypes }: Ruleset, locus: ModelLocus): readonly Copy[] {
  const tables = new Set([...coatTables(model.tables), ...safetyTables(model.tables)])
  const copies = [...locus.alleles.keys()]
    .filter((allele) => allele !== locus.noCopy)
    .map((allele) => completeCopy(locus, [allele]))
  const effectOf = (copy: Copy): string =>
    copies
      .map((other) => {
        const { classes } = genotypes.of(locus, [pairOf(copy, other)])
        return [...tables].map(({ index }) => classes[index]).join()
      })
      .join('|')
  const byEffect = new Map<string, Copy>()
  const isWild = (copy: Copy): boolean => copy.join() === String(locus.wildType)
  for (const copy of copies) {
    const effect = effectOf(copy)
    if (!byEffect.has(effect) || isWild(copy)) byEffect.set(effect, copy)
  }
  return copies.filter((copy) => [...byEffect.values()].includes(copy))
}

/** By locus, the alleles that the convention of the rules takes as usual. */
function usualAlleles({ model }: Ruleset): ReadonlyMap<number, readonly number[]> {
  return (
    model.populations.get(usualPopulation(model) ?? '')?.convention?.usual ??
    new Map<number, readonly number[]>()
  )
}

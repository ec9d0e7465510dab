/**
 * Builds a question of `coats.infer` from what the page knows of an animal and its relatives.
 * Guarantees: animals without any information are in the question only if others refer to them.
 */
import type { Fields } from '../../../operations/read/decode-fields.js'
import type { GenesAnswer } from '../../../operations/genes/genes.js'
import { testedCopies, untestedCopies, type Choice, type Sex } from './choice.js'

/** The observed coat and test results of an animal. */
export interface Facts {
  /** Coat names, today and at birth; may be empty. */
  readonly coat: string
  readonly born: string
  /** Tokens of visible and missing parts. */
  readonly has: readonly string[]
  readonly lacks: readonly string[]
  /** Whether look-alikes are ruled out. */
  readonly isCertain: boolean
  /** Test results; absent genes are not mentioned. */
  readonly tests: Choice
}

export const NOTHING: Facts = { coat: '', born: '', has: [], lacks: [], isCertain: false, tests: {} }

export interface Young extends Facts {
  readonly sex: Sex | undefined
  /** Index of the partner that is its other parent; undefined: unknown. */
  readonly by: number | undefined
}

export interface Relatives {
  readonly self: Facts
  readonly mother: Facts | undefined
  readonly father: Facts | undefined
  readonly partners: readonly Facts[]
  readonly young: readonly Young[]
  /** Index of the partner for the next foal. */
  readonly next: number | undefined
}

export const NO_RELATIVES: Relatives = {
  self: NOTHING,
  mother: undefined,
  father: undefined,
  partners: [],
  young: [],
  next: undefined,
}

/** Ids of the animals in the question. */
export const ID = {
  self: 'animal',
  mother: 'mother',
  father: 'father',
  partner: (index: number) => `partner-${index + 1}`,
  young: (index: number) => `young-${index + 1}`,
}

/** A population's name for bounds. */
export const NONE = 'none'

export interface InferFields extends Fields {
  readonly horses: readonly Fields[]
  readonly ask: readonly Fields[]
}

/** What the page knows of the subject of the question. */
export interface Asked {
  readonly relatives: Relatives
  readonly sex: Sex
  readonly population: string
}

/** The question about the animal and its next foal. @param areBounds whether to ask for bounds without frequencies */
export function questionOf(
  { relatives, sex, population }: Asked,
  { genes, language }: GenesAnswer,
  areBounds: boolean,
): InferFields {
  const { self, mother, father, partners, young, next } = relatives
  const [own, other] = sex === 'f' ? ['mother', 'father'] : ['father', 'mother']
  const facts = (known: Facts, of: Sex | undefined): Fields => factsOf(known, genes, of)
  const asParents = Object.fromEntries(
    Object.entries({ mother, father }).flatMap(([role, parent]) =>
      parent === undefined || isEmpty(parent) ? [] : [[role, ID[role as 'mother']]],
    ),
  )
  const isNeeded = (index: number): boolean =>
    next === index || young.some(({ by }) => by === index) || !isEmpty(partners[index] ?? NOTHING)
  const otherSex = sex === 'f' ? 'm' : 'f'
  const horses: readonly Fields[] = [
    { id: ID.self, sex, ...asParents, ...facts(self, sex) },
    ...('mother' in asParents ? [{ id: ID.mother, sex: 'f', ...facts(mother ?? NOTHING, 'f') }] : []),
    ...('father' in asParents ? [{ id: ID.father, sex: 'm', ...facts(father ?? NOTHING, 'm') }] : []),
    ...partners.flatMap((partner, i) =>
      isNeeded(i) ? [{ id: ID.partner(i), sex: otherSex, ...facts(partner, otherSex) }] : [],
    ),
    ...young.flatMap((each, i) =>
      isEmpty(each)
        ? []
        : [
            {
              id: ID.young(i),
              ...(each.sex === undefined ? {} : { sex: each.sex }),
              [own ?? '']: ID.self,
              ...(each.by === undefined ? {} : { [other ?? '']: ID.partner(each.by) }),
              ...facts(each, each.sex),
            },
          ],
    ),
  ]
  const mate = next === undefined ? undefined : ID.partner(next)
  const pair = sex === 'f' ? [ID.self, mate] : [mate, ID.self]
  const ask: readonly Fields[] = [
    ...(areBounds ? [] : [{ genotype: ID.self }]),
    ...(areBounds || !areLinked(genes, horses) ? [] : [{ phase: ID.self }]),
    { coat: ID.self },
    ...(mate === undefined ? [] : [{ foal: pair }]),
  ]
  return { population, lang: language, horses, ask }
}

/**
 * Marks the genes behind an observed coat as untested, unless they have test results. Sex-linked genes of an animal of unknown sex
 * are left out, because it may have one copy or two.
 * @param genesSeen returns the genes behind an observed coat
 */
export function withGenesSeen(
  { horses, ...rest }: InferFields,
  genes: GenesAnswer['genes'],
  genesSeen: (seen: unknown, field: string) => readonly string[],
): InferFields {
  const opened = horses.map((horse, index) => {
    const { seen, others = {}, ...known } = horse
    if (seen === undefined) return horse
    const sex = known['sex'] as Sex | undefined
    const speaksOf = genesSeen(seen, `horses.${index}.seen.coat`)
    const open = genes
      .filter(({ gene, inheritance }) => speaksOf.includes(gene) && (inheritance === 'autosomal' || sex))
      .map((gene) => [gene.gene, untestedCopies(gene, sex ?? 'f')])
    const all = { ...(Object.fromEntries(open) as Fields), ...(others as Fields) }
    return { ...known, seen, ...(Object.keys(all).length === 0 ? {} : { others: all }) }
  })
  return { ...rest, ask: rest.ask, horses: opened }
}

export function isEmpty({ coat, born, has, lacks, tests }: Facts): boolean {
  return [coat, born, ...has, ...lacks, ...Object.keys(tests)].every((each) => each === '')
}

/** The fields of a question about an animal: what was seen of it, and its test results. */
export function factsOf(
  { coat, born, has, lacks, isCertain, tests }: Facts,
  genes: GenesAnswer['genes'],
  sex?: Sex,
) {
  const isSeen = [coat, born, ...has, ...lacks].some((each) => each !== '')
  const seen = {
    ...(coat === '' ? {} : { coat }),
    ...(born === '' ? {} : { born }),
    ...(has.length === 0 ? {} : { has }),
    ...(lacks.length === 0 ? {} : { lacks }),
    ...(isCertain ? { certain: true } : {}),
  }
  const group = (name: string): Fields =>
    Object.fromEntries(
      genes.flatMap((gene) => {
        const copies = tests[gene.gene]
        if (gene.group !== name || copies === undefined) return []
        return [[gene.gene, sex === undefined ? copies : testedCopies(copies, gene, sex)]]
      }),
    )
  const [base, others] = [group('base'), group('others')]
  return {
    ...(isSeen ? { seen } : {}),
    ...(Object.keys(base).length === 0 ? {} : { base }),
    ...(Object.keys(others).length === 0 ? {} : { others }),
  }
}

/** Whether two genes of one linkage group are mentioned, so that the phase can matter. */
function areLinked(genes: GenesAnswer['genes'], horses: readonly Fields[]): boolean {
  const named = new Set(horses.flatMap(({ others }) => Object.keys(others ?? {})))
  const groups = genes
    .filter(({ gene, required }) => required || named.has(gene))
    .flatMap(({ linkage_group: group }) => group ?? [])
  return new Set(groups).size < groups.length
}

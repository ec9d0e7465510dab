/**
 * Requests about a pedigree as the search sees them: animals of which genes are open, tested or half told, relatives,
 * several things asked, with figures for every gene. Neighbours differ in one animal, one gene or one thing asked.
 * Guarantees: knows no gene by name; mothers are female, fathers male, nobody is their own ancestor.
 * Leaves to others: what may be said of a gene (gene-choices.ts).
 */
import type { Ask } from '../support/ask.js'
import { oneOf, type Random } from '../phenotypes/random-horse.js'
import { anyAlleles, variantsOf, type Catalogue, type Gene, type Horse } from './gene-choices.js'
import type { Point } from './point.js'

interface Animal {
  readonly id: string
  readonly sex: 'f' | 'm'
  /** Both or neither. */
  readonly mother?: string
  readonly father?: string
  readonly genes: Horse
}

type Asked =
  | { readonly genotype: string }
  | { readonly phase: string }
  | { readonly coat: string }
  | { readonly foal: readonly [string, string]; readonly foals?: number }

interface Pedigree {
  readonly animals: readonly Animal[]
  readonly asks: readonly Asked[]
  readonly bounds: boolean
  readonly limit: string | undefined
}

const MOST_ANIMALS = 60
const MOST_ASKS = 60
const LIMITS = [undefined, '1', '100', '10000']
const OPEN = ['?', '?']

/** A mare and a stallion of whom some genes are open, and their foals. */
export function firstPedigree(all: Catalogue, random: Random): Point {
  const catalogue = autosomal(all)
  const founders = (['f', 'm'] as const).map((sex, i) => ({
    id: `a${i}`,
    sex,
    genes: anyGenes(catalogue.genes, random),
  }))
  return pointOf(catalogue, {
    animals: founders,
    asks: [{ foal: ['a0', 'a1'] }],
    bounds: false,
    limit: undefined,
  })
}

/** Genes of which any animal has two copies, and their own alleles, which figures and tests are about. */
function autosomal(catalogue: Catalogue): Catalogue {
  const genes = catalogue.genes.flatMap((gene) =>
    gene.inheritance === 'autosomal'
      ? [{ ...gene, alleles: gene.alleles.filter((allele) => allele.stands_for === undefined) }]
      : [],
  )
  return { ...catalogue, genes }
}

function pointOf(catalogue: Catalogue, pedigree: Pedigree): Point {
  const { animals, asks, bounds, limit } = pedigree
  const said = ({ genes }: Animal): string =>
    Object.entries(genes)
      .map(([gene, alleles]) => `${gene} ${alleles.join('/')}`)
      .join(', ')
  return {
    ask: askOf(catalogue, pedigree),
    says: {
      bounds,
      limit,
      ...Object.fromEntries(asks.map((ask, i) => [`ask ${i}`, ask])),
      ...Object.fromEntries(
        animals.flatMap((animal) => [
          [`parents of ${animal.id}`, [animal.mother, animal.father]],
          ...Object.entries(animal.genes).map(([gene, alleles]) => [`${animal.id} ${gene}`, alleles]),
        ]),
      ),
    },
    inWords: [
      `\`/coats/infer\` ${bounds ? 'bounds' : 'own figures'}${limit === undefined ? '' : ` limit=${limit}`}`,
      `${animals.length} animals, ${animals.filter(({ mother }) => mother !== undefined).length} of known parents`,
      `asked ${JSON.stringify(asks)}`,
      ...animals.slice(0, 2).map(said),
    ].join('; '),
    neighbour: (random) => pointOf(catalogue, neighbour(catalogue, pedigree, random)),
  }
}

function neighbour({ genes }: Catalogue, pedigree: Pedigree, random: Random): Pedigree {
  const { animals, asks } = pedigree
  const what = random()
  if (what < 0.05) return { ...pedigree, bounds: !pedigree.bounds }
  if (what < 0.1) return { ...pedigree, limit: oneOf(random, LIMITS) }
  if (what < 0.2) return { ...pedigree, asks: otherAsks(animals, asks, random) }
  if (what < 0.4 && animals.length < MOST_ANIMALS)
    return { ...pedigree, animals: [...animals, anotherAnimal(animals, genes, random)] }
  const changed = oneOf(random, animals)
  const gene = oneOf(random, genes)
  const all = random() < 0.3
  const said = saidOf(gene, random)
  const withSaid = (animal: Animal): Animal => {
    const { [gene.gene]: _, ...rest } = animal.genes
    return { ...animal, genes: said === undefined ? rest : { ...rest, [gene.gene]: said } }
  }
  return {
    ...pedigree,
    animals: animals.map((animal) => (all || animal === changed ? withSaid(animal) : animal)),
  }
}

function anotherAnimal(animals: readonly Animal[], genes: readonly Gene[], random: Random): Animal {
  const sex = oneOf(random, ['f', 'm'] as const)
  const own = { id: `a${animals.length}`, sex, genes: random() < 0.5 ? {} : anyGenes(genes, random) }
  if (random() < 0.2) return own
  const parent = (of: 'f' | 'm'): string =>
    oneOf(
      random,
      animals.filter((each) => each.sex === of),
    ).id
  return { ...own, mother: parent('f'), father: parent('m') }
}

function otherAsks(animals: readonly Animal[], asks: readonly Asked[], random: Random): readonly Asked[] {
  if (asks.length > 1 && random() < 0.3) return asks.slice(1)
  const { id } = oneOf(random, animals)
  const of = (sex: 'f' | 'm'): string =>
    oneOf(
      random,
      animals.filter((each) => each.sex === sex),
    ).id
  const foal = { foal: [of('f'), of('m')] as const }
  const kinds: readonly Asked[] = [{ genotype: id }, { phase: id }, { coat: id }, foal, foal]
  return [...asks, oneOf(random, kinds)].slice(-MOST_ASKS)
}

function anyGenes(genes: readonly Gene[], random: Random): Horse {
  return Object.fromEntries(
    genes.flatMap((gene) => {
      const said = saidOf(gene, random)
      return said === undefined ? [] : [[gene.gene, said]]
    }),
  )
}

/** Open, a test for one allele, or all told; undefined: not named. */
function saidOf(gene: Gene, random: Random): readonly string[] | undefined {
  const kind = random()
  if (kind < 0.5) return OPEN
  if (kind < 0.65) return [oneOf(random, variantsOf(gene)), '?']
  if (kind < 0.7) return OPEN.map(() => `!${oneOf(random, variantsOf(gene))}`)
  return anyAlleles(gene, random)
}

function askOf({ genes }: Catalogue, { animals, asks, bounds, limit }: Pedigree): Ask {
  const group = (horse: Horse, wanted: string): Horse =>
    Object.fromEntries(
      genes.flatMap(({ gene, group: own }) => {
        const said = horse[gene]
        return own === wanted && said !== undefined ? [[gene, said] as const] : []
      }),
    )
  const figures = {
    loci: Object.fromEntries(
      genes.map(({ gene, alleles }) => [
        gene,
        { counts: Object.fromEntries(alleles.map(({ allele }, i) => [allele, 1 + i])) },
      ]),
    ),
  }
  const fields = {
    horses: JSON.stringify(
      animals.map(({ genes: horse, ...animal }) => ({
        ...animal,
        base: group(horse, 'base'),
        others: group(horse, 'others'),
      })),
    ),
    ask: JSON.stringify(asks),
    population: bounds ? 'none' : JSON.stringify(figures),
    ...(limit !== undefined && { limit }),
  }
  return { path: '/coats/infer', body: new URLSearchParams(fields).toString() }
}

/** The pedigree that a kept request tells. */
export function pedigreeOf(catalogue: Catalogue, { body }: Ask): Point {
  const { horses = '[]', ask = '[]', population, limit } = Object.fromEntries(new URLSearchParams(body))
  type Sent = Animal & { readonly base: Horse; readonly others: Horse }
  return pointOf(autosomal(catalogue), {
    animals: (JSON.parse(horses) as Sent[]).map(({ base, others, ...animal }) => ({
      ...animal,
      genes: { ...base, ...others },
    })),
    asks: JSON.parse(ask) as Asked[],
    bounds: population === 'none',
    limit,
  })
}

/**
 * Requests about one animal or a cross as the search sees them: points in the space of genotypes, options and
 * languages, whose neighbours differ in one gene or one option.
 * Guarantees: the same random numbers give the same questions; a question and its request can be read from each other.
 * Leaves to others: what may be said of a gene (gene-choices.ts), which questions are heavy (cost-search.ts).
 */
import type { Ask } from '../support/ask.js'
import { oneOf, type Random } from '../phenotypes/random-horse.js'
import type { Point } from './point.js'
import { anyAlleles, anyDeclaration, heterozygousAt, type Catalogue, type Horse } from './gene-choices.js'

type Parent = 'mother' | 'father'
const PARENTS: readonly Parent[] = ['mother', 'father']

export interface Question {
  readonly path: '/coats/result' | '/coats/generateChild'
  /** Of a single coat the father is not sent. */
  readonly horses: Readonly<Record<Parent, Horse>>
  readonly linkage: Readonly<Record<Parent, readonly string[]>>
  readonly options: Readonly<Record<string, string>>
}

const CROSS_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  group_by: ['coat'],
  recombination_band: ['true'],
  tokens: ['true'],
  has_IDK: ['true', 'false'],
  limit: ['1', '10', '100', '1000', '10000', '50000'],
}
const COAT_OPTIONS: Readonly<Record<string, readonly string[]>> = { explain: ['true'], tokens: ['true'] }

export function firstQuestion(catalogue: Catalogue, path: Question['path'], random: Random): Question {
  const horse = heterozygousAt(catalogue.genes, random)
  const isCross = path === '/coats/generateChild'
  return {
    path,
    horses: { mother: horse, father: random() < 0.5 ? horse : heterozygousAt(catalogue.genes, random) },
    linkage: { mother: [], father: [] },
    options: {
      lang: oneOf(random, catalogue.languages),
      ...(isCross ? { group_by: 'coat', recombination_band: 'true' } : { explain: 'true' }),
    },
  }
}

/** One thing is different. */
function neighbour(catalogue: Catalogue, question: Question, random: Random): Question {
  const { horses, linkage } = question
  const parent = oneOf(random, PARENTS)
  const what = random()
  if (what < 0.2) return { ...question, options: otherOptions(catalogue, question, random) }
  if (what < 0.35) {
    const declared = anyDeclaration(catalogue.genes, horses[parent], random)
    return { ...question, linkage: { ...linkage, [parent]: declared } }
  }
  const gene = oneOf(random, catalogue.genes)
  const said = anyAlleles(gene, random)
  const withSaid = (horse: Horse): Horse => {
    const { [gene.gene]: _, ...rest } = horse
    return said === undefined ? rest : { ...rest, [gene.gene]: said }
  }
  const both = what < 0.6
  return {
    ...question,
    // What was declared of alleles that are gone would be refused.
    linkage: both ? { mother: [], father: [] } : { ...linkage, [parent]: [] },
    horses: {
      mother: both || parent === 'mother' ? withSaid(horses.mother) : horses.mother,
      father: both || parent === 'father' ? withSaid(horses.father) : horses.father,
    },
  }
}

function otherOptions(
  catalogue: Catalogue,
  { path, options }: Question,
  random: Random,
): Question['options'] {
  const all = { lang: catalogue.languages, ...(path === '/coats/result' ? COAT_OPTIONS : CROSS_OPTIONS) }
  const [name, values] = oneOf(random, Object.entries<readonly string[]>(all))
  const { [name]: before, ...rest } = options
  return before !== undefined && random() < 0.5 ? rest : { ...rest, [name]: oneOf(random, values) }
}

function askOf(catalogue: Catalogue, { path, horses, linkage, options }: Question): Ask {
  const [mother, father] = PARENTS.map((parent) => groupsOf(catalogue, horses[parent]))
  const fields =
    path === '/coats/result'
      ? { base: JSON.stringify(mother?.base), others: JSON.stringify(mother?.others) }
      : {
          mother: JSON.stringify(mother),
          father: JSON.stringify(father),
          ...(PARENTS.some((parent) => linkage[parent].length > 0) && {
            kit_linkage: JSON.stringify(linkage),
          }),
        }
  return { path, body: new URLSearchParams({ ...fields, ...options }).toString() }
}

interface Groups {
  readonly base: Horse
  readonly others: Horse
}

function groupsOf({ genes }: Catalogue, horse: Horse): Groups {
  const of = (wanted: string): Horse =>
    Object.fromEntries(
      genes.flatMap(({ gene, group }) => {
        const said = horse[gene]
        return group === wanted && said !== undefined ? [[gene, said] as const] : []
      }),
    )
  return { base: of('base'), others: of('others') }
}

/** The question that a kept request asks. */
export function questionOf({ path, body }: Ask): Question {
  const {
    mother,
    father,
    base,
    others,
    kit_linkage: linkage,
    ...options
  } = Object.fromEntries(new URLSearchParams(body))
  const horse = (text: string | undefined): Horse => {
    if (text === undefined) return {}
    const groups = JSON.parse(text) as Groups
    return { ...groups.base, ...groups.others }
  }
  const alone = { ...(JSON.parse(base ?? '{}') as Horse), ...(JSON.parse(others ?? '{}') as Horse) }
  return {
    path: path === '/coats/result' ? path : '/coats/generateChild',
    horses: { mother: mother === undefined ? alone : horse(mother), father: horse(father) },
    linkage: { mother: [], father: [], ...(JSON.parse(linkage ?? '{}') as object) },
    options,
  }
}

export function pointOf(catalogue: Catalogue, question: Question): Point {
  const { path, horses, linkage, options } = question
  return {
    ask: askOf(catalogue, question),
    says: {
      path,
      ...options,
      ...Object.fromEntries(
        PARENTS.flatMap((parent) => [
          [`${parent} together`, linkage[parent]] as const,
          ...Object.entries(horses[parent]).map(([gene, said]) => [`${parent} ${gene}`, said] as const),
        ]),
      ),
    },
    inWords: inWords(question),
    neighbour: (random) => pointOf(catalogue, neighbour(catalogue, question, random)),
  }
}

function inWords({ path, horses, linkage, options }: Question): string {
  const horse = (each: Horse): string =>
    Object.entries(each)
      .map(([gene, said]) => `${gene} ${said.join('/')}`)
      .join(', ')
  const settings = Object.entries(options).map(([name, value]) => `${name}=${value}`)
  const together = PARENTS.flatMap((parent) =>
    linkage[parent].length > 0 ? [`${parent} together ${linkage[parent].join(' ')}`] : [],
  )
  const parents =
    path === '/coats/result' ? [horse(horses.mother)] : [horse(horses.mother), horse(horses.father)]
  return [`\`${path}\` ${settings.join(' ')}`, ...together, parents.join(' × ')].join('; ')
}

/**
 * Without a population: the least and the greatest share of each coat, against plain enumeration of everything that the two
 * parents can be, and examples that can be followed with a pencil.
 */
import t, { type Test } from 'tap'
import type { BoundedAnswer } from '../../src/inference/answer.js'
import { createInference } from '../../src/inference/create-inference.js'
import type { KnownHorse } from '../../src/inference/question.js'
import type { HorseGenotype } from '../../src/model/model.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { shows } from './brute-force.js'
import { horse, locusOf, seen, tested, testOf } from './questions.js'
import { randomNumbers } from './random-questions.js'

const ruleset = await shippedRuleset()
const inference = createInference(ruleset)
const { model, genotypes, phenotypes, offspring } = ruleset

type Pairs = Readonly<Record<string, readonly [string, string]>>

/** Unordered pairs of the alleles that a gene has here; others are not asked about. */
const ALLELES: Readonly<Record<string, readonly string[]>> = {
  extension: ['E', 'e', 'ea'],
  agouti: ['A', 'a'],
  kit: ['To', 'Rn', 'n'],
  grey: ['G', 'n'],
  matp: ['Cr', 'Prl', 'n'],
  lp: ['Lp', 'n'],
  patn1: ['PATN1', 'n'],
}

/** A genotype of these pairs; wild type elsewhere. */
function genotypeOf(pairs: Pairs): HorseGenotype {
  return model.loci.map((locus) => {
    const texts = pairs[locus.key]
    if (texts === undefined) return genotypes.wildType(locus)
    const [a = 0, b = 0] = texts.map((text) => locus.alleles.indexOf(text)).sort((x, y) => x - y)
    return genotypes.of(locus, [[[a], [b]]])
  })
}

/** Every genotype that an animal can have by its tests and by what was seen of it. */
function completions(tests: Pairs, { seen: facts }: KnownHorse): readonly HorseGenotype[] {
  const all = Object.entries(tests).reduce<readonly Pairs[]>(
    (some, [key, [one, other]]) =>
      some.flatMap((each) => {
        const alleles = ALLELES[key] ?? []
        const options = (text: string): readonly string[] => (text === '?' ? alleles : text.split('|'))
        const pairs = options(one).flatMap((a) => options(other).map((b) => [a, b] as const))
        return pairs.map((pair) => ({ ...each, [key]: pair }))
      }),
    [{}],
  )
  return all.map(genotypeOf).filter((genotype) => {
    const { coat } = phenotypes.of(genotype)
    const isAlive = coat.viability?.status !== 'lethal'
    return isAlive && facts.every(({ coats }) => coats.some((pattern) => shows(pattern, coat.tokens)))
  })
}

/** Least and greatest share of each coat, by the cross of every genotype of one parent with every one of the other. */
function enumerated(
  dams: readonly HorseGenotype[],
  sires: readonly HorseGenotype[],
): ReadonlyMap<string, Ends> {
  const ends = new Map<string, [number, number, number]>()
  let crosses = 0
  for (const dam of dams) {
    for (const sire of sires) {
      crosses += 1
      const together = new Map<number, never[]>()
      const cross = offspring.cross({ genotype: dam, together }, { genotype: sire, together })
      for (const { coat, weights } of offspring.coats([cross]).list()) {
        const share = Number(weights[0]) / Number(cross.total)
        const [least, greatest, met] = ends.get(coat.key) ?? [1, 0, 0]
        ends.set(coat.key, [Math.min(least, share), Math.max(greatest, share), met + 1])
      }
    }
  }
  return new Map(
    [...ends].map(([key, [least, greatest, met]]) => [key, [met < crosses ? 0 : least, greatest]]),
  )
}

type Ends = readonly [least: number, greatest: number]

function endsIn({ rows }: BoundedAnswer): ReadonlyMap<string, Ends> {
  const share = ({ numerator, denominator }: (typeof rows)[number]['least']): number =>
    Number(numerator) / Number(denominator)
  return new Map(rows.map(({ coat, least, greatest }) => [coat.key, [share(least), share(greatest)]]))
}

function same(
  t: Test,
  own: ReadonlyMap<string, Ends>,
  expected: ReadonlyMap<string, Ends>,
  name: string,
): void {
  t.same([...own.keys()].sort(), [...expected.keys()].sort(), `${name}: the same coats`)
  for (const [key, [least, greatest]] of expected) {
    const [low = -1, high = -1] = own.get(key) ?? []
    t.ok(
      Math.abs(low - least) < 1e-12 && Math.abs(high - greatest) < 1e-12,
      `${name}, ${key}: ${low} to ${high}, expected ${least} to ${greatest}`,
    )
  }
}

/** Genes that vary together, some of them linked: extension with KIT, and with PATN1 elsewhere. */
const SCENES: readonly (readonly string[])[] = [
  ['extension', 'kit'],
  ['extension', 'agouti'],
  ['grey', 'agouti', 'extension'],
  ['matp', 'extension'],
  ['lp', 'patn1'],
  ['kit', 'matp'],
]

t.test('random parents have the bounds of plain enumeration, linked genes too', async (t) => {
  let compared = 0
  for (let i = 0; i < 60; i++) {
    const random = randomNumbers(900 + i)
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
    const keys = SCENES[i % SCENES.length] ?? []
    const parents = ['mare', 'sire'].map((id) => {
      const said = keys.map((key) => {
        const alleles = ALLELES[key] ?? []
        const one = (): string => (random() < 0.4 ? alleles.join('|') : pick(alleles))
        return [key, [one(), one()]] as const
      })
      const tests: Pairs = { extension: ['E', 'e'], agouti: ['A', 'a'], ...Object.fromEntries(said) }
      const truth = completions(tests, horse(id))
      const coat = phenotypes.of(pick(truth)).coat
      const facts = random() < 0.5 ? [seen({ exactly: coat.tokens })] : []
      return { tests, known: horse(id, { tests: testsOf(tests), seen: facts }) }
    })
    const [dam, sire] = parents.map(({ tests, known }) => completions(tests, known))
    const study = inference.study({ population: undefined, horses: parents.map(({ known }) => known) })
    same(t, endsIn(study.foalBounds(0, 1).run()), enumerated(dam ?? [], sire ?? []), `question ${i}`)
    compared += 1
  }
  t.equal(compared, 60)
})

function testsOf(tests: Pairs): KnownHorse['tests'] {
  return new Map(
    Object.entries(tests).map(([key, pair]) => [locusOf(ruleset, key).index, testOf(ruleset, key, pair)]),
  )
}

function bounds(mare: Partial<KnownHorse>, sire: Partial<KnownHorse>): Readonly<Record<string, string>> {
  const study = inference.study({ population: undefined, horses: [horse('mare', mare), horse('sire', sire)] })
  const rows = study.foalBounds(0, 1).run().rows
  const percent = ({ numerator, denominator }: (typeof rows)[number]['least']): number =>
    (100 * Number(numerator)) / Number(denominator)
  return Object.fromEntries(
    rows.map(({ coat, least, greatest }) => [
      ruleset.nameOf(coat, 'en'),
      `${percent(least)} to ${percent(greatest)}`,
    ]),
  )
}

t.test('examples to follow with a pencil', async (t) => {
  const chestnut = { extension: ['e', 'e'], agouti: ['A', 'A'] } as const
  const red = tested(ruleset, chestnut)
  t.same(
    bounds({ tests: tested(ruleset, { extension: ['E', '?'], agouti: ['A', 'A'] }) }, { tests: red }),
    { Bay: '50 to 100', Chestnut: '0 to 50' },
    'a mare who has one E for certain: all her foals get E if she is E/E, half of them if she is E/e',
  )
  t.same(
    bounds(
      { tests: tested(ruleset, { extension: ['E', 'e'], agouti: ['A', 'A'], grey: ['G', '?'] }) },
      { tests: tested(ruleset, { ...chestnut, grey: ['n', 'n'] }) },
    ),
    {
      'Grey (born bay)': '25 to 50',
      'Grey (born chestnut)': '25 to 50',
      Bay: '0 to 25',
      Chestnut: '0 to 25',
    },
    'grey goes its own way: half or all of the foals of each base colour',
  )
  const noRoan = tested(ruleset, { ...chestnut, kit: ['n', 'n'] })
  const linked = tested(ruleset, { extension: ['E', 'e'], agouti: ['A', 'A'], kit: ['Rn', 'n'] })
  t.same(
    bounds({ tests: linked }, { tests: noRoan }),
    { 'Bay roan': '25 to 25', 'Red roan': '25 to 25', Bay: '25 to 25', Chestnut: '25 to 25' },
    'everything is tested, and which alleles lie together counts as equally likely either way: nothing to bound',
  )
  t.same(
    bounds(
      { tests: tested(ruleset, { extension: ['E', 'e'], agouti: ['A', 'A'], kit: ['Rn', 'Rn|n'] }) },
      { tests: noRoan },
    )['Bay roan'],
    '25 to 50',
    'a roan mare: half of her foals are roan, or all',
  )
})

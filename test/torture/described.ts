/**
 * Requests that describe coats in words, as the search sees them: a herd of untested animals with observed coats, two
 * such parents with coats wanted of their foals, or one such animal. Neighbours differ in one description, in all of
 * them, or in how many there are.
 * Guarantees: knows no gene and no coat by name.
 */
import type { Ask } from '../support/ask.js'
import { oneOf, type Random } from '../phenotypes/random-horse.js'
import { anyName, anyObserved, type CoatWords, type Observed } from './coat-words.js'
import type { Catalogue } from './gene-choices.js'
import type { Point } from './point.js'

interface Described {
  readonly path: '/coats/infer' | '/coats/generateChild' | '/coats/result'
  readonly language: string
  readonly observed: readonly Observed[]
  /** Of the foals of the first two animals; none: no foal is asked for. */
  readonly wanted: readonly string[]
  /** The default population, or bounds. */
  readonly population: string
}

interface Vocabulary {
  readonly catalogue: Catalogue
  readonly words: CoatWords
}

const MAX_ANIMALS = 60
/** More than one list may hold, so that its limit is met too. */
const MAX_WANTED = 700

export function firstDescription(vocabulary: Vocabulary, random: Random): Point {
  const { catalogue, words } = vocabulary
  const observed = anyObserved(words, random)
  return pointOf(vocabulary, {
    path: oneOf(random, ['/coats/infer', '/coats/infer', '/coats/generateChild', '/coats/result']),
    language: oneOf(random, catalogue.languages),
    observed: Array.from({ length: oneOf(random, [2, MAX_ANIMALS]) }, () => observed),
    wanted: random() < 0.5 ? [] : [anyName(words, random)],
    population: oneOf(random, populationsOf(catalogue)),
  })
}

/** The description that a kept request holds; undefined: it describes no coat in words. */
export function descriptionOf(vocabulary: Vocabulary, { path, body }: Ask): Point | undefined {
  type Sent = { readonly seen?: Observed; readonly wanted?: readonly string[] }
  const fields = Object.fromEntries(new URLSearchParams(body))
  const parsed = <Value>(name: string, otherwise: Value): Value =>
    fields[name] === undefined ? otherwise : (JSON.parse(fields[name]) as Value)
  const alone = fields['seen'] === undefined ? [] : [{ seen: asObserved(fields['seen']) }]
  const parents = [parsed<Sent>('mother', {}), parsed<Sent>('father', {})]
  const observed = [...alone, ...parents, ...parsed<readonly Sent[]>('horses', [])].flatMap(
    ({ seen }) => seen ?? [],
  )
  if (observed.length === 0) return undefined
  const asked = parsed<readonly Sent[]>('ask', []).flatMap(({ wanted = [] }) => wanted)
  const { lang: language = '', population = 'none' } = fields
  const wanted = parsed<readonly string[]>('wanted', asked)
  return pointOf(vocabulary, { path: path as Described['path'], language, observed, wanted, population })
}

/** A form holds an object as JSON and a name as it is. */
function asObserved(text: string): Observed {
  return text.startsWith('{') ? (JSON.parse(text) as Observed) : text
}

function populationsOf({ populations = [] }: Catalogue): readonly string[] {
  return ['none', ...populations.map(({ population }) => population)]
}

function neighbour({ catalogue, words }: Vocabulary, described: Described, random: Random): Described {
  const { observed, wanted } = described
  const what = random()
  if (what < 0.1) return { ...described, language: oneOf(random, catalogue.languages) }
  if (what < 0.15) return { ...described, population: oneOf(random, populationsOf(catalogue)) }
  if (what < 0.25) return { ...described, wanted: otherNames(words, wanted, random) }
  if (what < 0.35) return { ...described, wanted: wanted.length === 0 ? [] : doubled(wanted, MAX_WANTED) }
  if (what < 0.45) return { ...described, observed: doubled(observed, MAX_ANIMALS) }
  const another = anyObserved(words, random)
  if (what < 0.75) return { ...described, observed: observed.map(() => another) }
  const changed = Math.floor(random() * observed.length)
  return { ...described, observed: observed.map((each, i) => (i === changed ? another : each)) }
}

function otherNames(words: CoatWords, wanted: readonly string[], random: Random): readonly string[] {
  if (wanted.length === 0) return [anyName(words, random)]
  return random() < 0.2 ? [] : wanted.map(() => anyName(words, random))
}

function doubled<Value>(values: readonly Value[], most: number): readonly Value[] {
  return [...values, ...values].slice(0, most)
}

function pointOf(vocabulary: Vocabulary, described: Described): Point {
  const { path, language, observed, wanted, population } = described
  return {
    ask: askOf(vocabulary.catalogue, described),
    says: {
      path,
      language,
      population,
      wanted,
      ...Object.fromEntries(observed.map((each, i) => [`observed ${i}`, each])),
    },
    inWords: [
      `\`${path}\` lang=${language} population=${population}`,
      `${observed.length} animals observed as ${JSON.stringify(observed[0])}`,
      ...(wanted.length === 0 ? [] : [`${wanted.length} wanted, such as ${JSON.stringify(wanted[0])}`]),
    ].join('; '),
    neighbour: (random) => pointOf(vocabulary, neighbour(vocabulary, described, random)),
  }
}

function askOf({ genes }: Catalogue, described: Described): Ask {
  const { path, language, observed, wanted, population } = described
  const untested = (group: 'base' | 'others'): Readonly<Record<string, readonly string[]>> =>
    Object.fromEntries(
      genes.flatMap(({ gene, group: own, required }) =>
        own === group && required ? [[gene, ['?', '?']]] : [],
      ),
    )
  const animal = { base: untested('base'), others: untested('others'), untested: 'population' }
  const [first, second = first] = observed
  const foals = wanted.length === 0 ? {} : { foals: 3, wanted }
  const common = { lang: language, population }
  const formOf = (fields: Readonly<Record<string, unknown>>): Ask => ({
    path,
    body: new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ).toString(),
  })
  if (path === '/coats/result') return formOf({ ...common, ...animal, seen: first })
  if (path === '/coats/generateChild') {
    const [mother, father] = [first, second].map((seen) => ({ ...animal, seen }))
    return formOf({ ...common, mother, father, ...foals })
  }
  return formOf({
    ...common,
    horses: observed.map((seen, i) => ({ id: `a${i}`, sex: i % 2 === 0 ? 'f' : 'm', ...animal, seen })),
    ask: [{ genotype: 'a0' }, ...(observed.length > 1 ? [{ foal: ['a0', 'a1'], ...foals }] : [])],
  })
}

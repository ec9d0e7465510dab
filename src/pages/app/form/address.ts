/**
 * The state of the page in the fragment of its address, which browsers never send to a server.
 * Guarantees: reading inverts writing; any other fragment is read without an error, and words unknown to the rules are reported.
 */
import type { GenesAnswer } from '../../../operations/genes/genes.js'
import { isExact, withUntested } from './animal-fields.js'
import {
  ORDERS,
  shownPart,
  VIEWS,
  type Order,
  type PageState,
  type ParentState,
  type View,
} from './page-state.js'
import { isWay, phaseQuestions } from './phase.js'
import { readPlan, sireFields, testFields, wantedFields } from './plan/plan-address.js'
import { factFields, factsReader, readRelatives, relativesFields, tokensReader } from './relatives-address.js'
import { NO_RELATIVES, NONE, NOTHING, isEmpty, type Facts } from './relatives.js'

export { ORDERS, shownPart, VIEWS }
export type { Order, PageState, ParentState, View }

/** Pictures do not change beyond this age. */
const OLDEST = 40

/** The content of an address. */
export interface ReadState {
  readonly state: PageState
  /** As named in the link. */
  readonly language: string | undefined
  /** The version of the rules that the link was made with. */
  readonly rules: string | undefined
  /** Words that are unknown here. */
  readonly unknown: readonly string[]
}

/** @returns what follows `#` */
export function writeAddress(
  state: PageState,
  { genes, language, ruleset_version: rules }: GenesAnswer,
): string {
  const { view, horse, sex, age, mother, father, order, population, relatives, sires, wanted, child } = state
  const parent = (name: string, { together, ...facts }: ParentState): [string, string][] => [
    ...animalFields(name, facts),
    ...Object.entries(together).map(([group, alleles]): [string, string] => [
      `${name}.${group}`,
      alleles.join(','),
    ]),
  ]
  const areExact = (...animals: readonly Facts[]): boolean =>
    animals.every((facts) => isExact(facts, genes) || isEmpty(facts))
  const stated = (...animals: readonly Facts[]): readonly (readonly string[])[] =>
    pair('population', areExact(...animals) ? undefined : population)
  const fields: Readonly<Record<View, () => readonly (readonly string[])[]>> = {
    horse: () => [
      ...animalFields('horse', horse),
      ...pair('sex', sex === 'm' ? sex : undefined),
      ...pair('age', age),
      ...stated(horse),
    ],
    foal: () => [
      ...parent('mother', mother),
      ...parent('father', father),
      ...stated(mother, father),
      ...pair('order', order === 'chance' ? undefined : order),
    ],
    known: () => [
      ['population', population],
      ...pair('sex', sex === 'm' ? sex : undefined),
      ...relativesFields(relatives),
    ],
    herd: () => [...wantedFields(wanted), ['population', population]],
    mates: () => [
      ...animalFields('mother', mother),
      ...sireFields(sires),
      ...wantedFields(wanted),
      ...stated(mother, ...sires),
    ],
    parentage: () => [
      ...animalFields('mother', mother),
      ...animalFields('father', father),
      ...animalFields('foal', child),
    ],
    test: () => [
      ...animalFields('horse', horse),
      ...pair('sex', sex === 'm' ? sex : undefined),
      ...testFields(state),
      ['population', population],
    ],
  }

  return [
    view,
    ...[...fields[view](), ['lang', language], ['rules', rules]].map((each) => each.map(escaped).join('=')),
  ].join('&')
}

/** An animal that has a view of its own, or is a parent: its test results need no name beside its own. */
function animalFields(name: string, facts: Facts): [string, string][] {
  return factFields(name, facts, false, name).map(([field, text]) => [field, text])
}

function pair(name: string, value: string | number | undefined): readonly [string, string][] {
  return value === undefined ? [] : [[name, String(value)]]
}

/** Separators of fields, and characters that programs take for the end of an address. */
function escaped(text = ''): string {
  return encodeURIComponent(text).replace(/%(?:2C|2F|2B|3D|40|3A)/g, decodeURIComponent)
}

/** @param hash the fragment, with or without `#` */
export function readAddress(
  hash: string,
  catalogue: Pick<GenesAnswer, 'genes' | 'tokens' | 'populations'>,
  usual: PageState,
): ReadState {
  const { genes, populations } = catalogue
  const [first = '', ...parts] = hash.replace(/^#/, '').split('&')
  const fields = new Map(
    parts.map((part) => {
      const at = part.indexOf('=')
      return [decoded(part.slice(0, at < 0 ? undefined : at)), at < 0 ? '' : decoded(part.slice(at + 1))]
    }),
  )
  const view = VIEWS.find((each) => each === first)
  const unknown: string[] = view === undefined && first !== '' ? [decoded(first)] : []
  const take = (name: string): string | undefined => {
    const value = fields.get(name)
    fields.delete(name)
    return value
  }
  const unknownWords = (words: readonly string[]): void => void unknown.push(...words)
  const facts = factsReader(take, catalogue, unknownWords)
  const parent = (name: 'mother' | 'father'): ParentState => {
    const known = facts(name, name) ?? NOTHING
    const groups = [...new Set(genes.flatMap(({ linkage_group: group }) => group ?? []))]
    const questions = phaseQuestions(withUntested(known.tests, genes), genes, name === 'mother' ? 'f' : 'm')
    const together = groups.flatMap((group) => {
      const text = take(`${name}.${group}`)
      if (text === undefined) return []
      const alleles = text.split(',')
      const question = questions.find((each) => each.group === group)
      if (question?.ways.some((way) => isWay(way, alleles)) === true) return [[group, alleles]]
      unknown.push(`${name}.${group}=${text}`)
      return []
    })
    return { ...known, together: Object.fromEntries(together) as ParentState['together'] }
  }
  // Links of earlier versions name a scale.
  const [order, , population] = [take('order'), take('scale'), take('population')]
  const isKnown = population === NONE || populations.some((each) => each.population === population)
  if (population !== undefined && !isKnown) unknown.push(`population=${population}`)
  const state: PageState = {
    view: view ?? usual.view,
    horse: facts('horse', 'horse') ?? usual.horse,
    sex: take('sex') === 'm' ? 'm' : 'f',
    age: readAge(take('age')),
    // In the view of an animal and its relatives, these are its parents.
    mother: view === 'known' ? usual.mother : parent('mother'),
    father: view === 'known' ? usual.father : parent('father'),
    order: ORDERS.find((each) => each === order) ?? usual.order,
    population: population !== undefined && isKnown ? population : usual.population,
    relatives: view === 'known' ? readRelatives(take, facts) : NO_RELATIVES,
    ...readPlan(take, facts, tokensReader(take, catalogue.tokens, unknownWords), usual),
  }
  const [language, rules] = [take('lang'), take('rules')]
  return {
    state,
    language,
    rules,
    unknown: [...unknown, ...[...fields].map(([key, own]) => `${key}=${own}`)],
  }
}

function readAge(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,2}$/.test(text) ? Math.min(Number(text), OLDEST) : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

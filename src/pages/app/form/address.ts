/**
 * The state of the page in the fragment of its address, which browsers never send to a server.
 * Guarantees: reading inverts writing; any other fragment is read without an error, and words unknown to the rules are reported.
 */
import type { GenesAnswer } from '../../../operations/genes/genes.js'
import { openGenes, readText, textOf, type Choice, type Sex } from './choice.js'
import { isWay, phaseQuestions } from './phase.js'
import { readRelatives, relativesFields } from './relatives-address.js'
import { NONE, type Relatives } from './relatives.js'

export const VIEWS = ['horse', 'foal', 'known'] as const
export type View = (typeof VIEWS)[number]

/** Pictures do not change beyond this age. */
const OLDEST = 40

export const ORDERS = ['chance', 'name', 'base'] as const
export type Order = (typeof ORDERS)[number]

/** The scale of the bars of a chart. */
export const SCALES = ['linear', 'log'] as const
export type Scale = (typeof SCALES)[number]

/** What is known of a parent. */
export interface ParentState {
  readonly choice: Choice
  /** Alleles on the same chromosome by linkage group; the phase of other groups is unknown. */
  readonly together: Readonly<Record<string, readonly string[]>>
}

export interface PageState {
  readonly view: View
  readonly horse: Choice
  readonly sex: Sex
  /** Age of the picture in years; undefined: adult. */
  readonly age: number | undefined
  readonly mother: ParentState
  readonly father: ParentState
  readonly order: Order
  readonly scale: Scale
  /** Population whose allele frequencies apply to untested genes. */
  readonly population: string
  readonly relatives: Relatives
}

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
  { view, horse, sex, age, mother, father, order, scale, population, relatives }: PageState,
  { genes, language, ruleset_version: rules }: GenesAnswer,
): string {
  const parent = (name: string, { choice, together }: ParentState, own: Sex): [string, string][] => [
    [name, textOf(choice, genes, own)],
    ...Object.entries(together).map(([group, alleles]): [string, string] => [
      `${name}.${group}`,
      alleles.join(','),
    ]),
  ]
  const isOpen = (): boolean => [mother, father].some(({ choice }) => openGenes(choice, genes).length > 0)
  const fields: Readonly<Record<View, () => readonly (readonly string[])[]>> = {
    horse: () => [
      ['horse', textOf(horse, genes, sex)],
      ...pair('sex', sex === 'm' ? sex : undefined),
      ...pair('age', age),
    ],
    foal: () => [
      ...parent('mother', mother, 'f'),
      ...parent('father', father, 'm'),
      ...pair('population', isOpen() ? population : undefined),
      ...pair('order', order === 'chance' ? undefined : order),
    ],
    known: () => [
      ['population', population],
      ...pair('sex', sex === 'm' ? sex : undefined),
      ...relativesFields(relatives),
    ],
  }
  const shown = view === 'horse' || scale === 'linear' ? [] : [['scale', scale]]
  return [
    view,
    ...[...fields[view](), ...shown, ['lang', language], ['rules', rules]].map((each) =>
      each.map(escaped).join('='),
    ),
  ].join('&')
}

/** The part of a state that its view shows. */
export function shownPart(state: PageState): Partial<PageState> {
  const { view, horse, sex, age, mother, father, order, scale, population, relatives } = state
  const parts: Readonly<Record<View, Partial<PageState>>> = {
    horse: { horse, sex, age },
    foal: { mother, father, order, scale, population },
    known: { relatives, sex, scale, population },
  }
  return { view, ...parts[view] }
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
  const genotype = (name: string, otherwise: Choice): Choice => {
    const text = take(name)
    if (text === undefined) return otherwise
    const read = readText(text, genes)
    unknown.push(...read.unknown)
    return read.choice
  }
  const parent = (name: 'mother' | 'father'): ParentState => {
    const choice = genotype(name, usual[name].choice)
    const groups = [...new Set(genes.flatMap(({ linkage_group: group }) => group ?? []))]
    const questions = phaseQuestions(choice, genes, name === 'mother' ? 'f' : 'm')
    const together = groups.flatMap((group) => {
      const text = take(`${name}.${group}`)
      if (text === undefined) return []
      const alleles = text.split(',')
      const question = questions.find((each) => each.group === group)
      if (question?.ways.some((way) => isWay(way, alleles)) === true) return [[group, alleles]]
      unknown.push(`${name}.${group}=${text}`)
      return []
    })
    return { choice, together: Object.fromEntries(together) as ParentState['together'] }
  }
  const [order, scale, population] = [take('order'), take('scale'), take('population')]
  const isKnown = population === NONE || populations.some((each) => each.population === population)
  if (population !== undefined && !isKnown) unknown.push(`population=${population}`)
  const state: PageState = {
    view: view ?? usual.view,
    horse: genotype('horse', usual.horse),
    sex: take('sex') === 'm' ? 'm' : 'f',
    age: readAge(take('age')),
    mother: parent('mother'),
    father: parent('father'),
    order: ORDERS.find((each) => each === order) ?? usual.order,
    scale: SCALES.find((each) => each === scale) ?? usual.scale,
    population: population !== undefined && isKnown ? population : usual.population,
    relatives: readRelatives(take, catalogue, (words) => unknown.push(...words)),
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

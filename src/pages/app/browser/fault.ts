/**
 * Shows errors in the words of the page: contradictory facts, missing frequencies, unknown coat names.
 * Guarantees: names all facts of a contradiction; shows other errors with the message of the service.
 */
import type { ErrorDetails } from '../../../operations/client-error.js'
import { ID } from '../form/relatives.js'
import { h, type Child } from './dom.js'
import type { Page } from './page.js'
import type { Fault } from './worker.js'

/** @param ids of the animals in the question, in order */
export function faultText(page: Page, fault: Fault, ids: readonly string[] = []): HTMLElement {
  return h('div', { class: 'banner fault', role: 'alert' }, ...faultTexts(page, fault, ids))
}

function faultTexts(page: Page, { code, message, details }: Fault, ids: readonly string[]): readonly Child[] {
  const { words } = page
  const other = [h('p', {}, words.say('fault', { message }))]
  if (details === undefined) return other
  if (code === 'VALIDATION_CONTRADICTION') return contradictionText(page, message, details, ids)
  if (details.field === 'population') return unstatedText(page, message, details, ids) ?? other
  if (!/(\.seen\.(coat|born)|^wanted(\.\d+)?|^yes_no(\.\d+)?)$/.test(details.field)) return other
  // Where a token would do as well, the service says so last.
  const names = details.expected.map(String).filter((each) => !each.startsWith('a token of '))
  const near = new Set(names.map((each) => each.toLocaleLowerCase()))
  return [
    h('p', {}, words.say('noCoat', { name: String(details.value) })),
    message.includes('did you mean')
      ? h('p', {}, words.say('near', { names: [...near].join(', ') }))
      : undefined,
  ]
}

/** That a population has no figures, and that the usual assumption answers instead. */
export function insteadText(page: Page, { message, details }: Fault): HTMLElement {
  const { words, catalogue } = page
  const [, , gene] = UNSTATED.exec(message) ?? []
  const { name = '' } = catalogue.populations.find(({ population }) => population === details?.value) ?? {}
  const usual = catalogue.populations.find(({ population }) => population === page.usualPopulation)
  const values = { population: name, instead: usual?.name ?? '' }
  return h(
    'p',
    { class: 'banner', role: 'status' },
    gene === undefined
      ? words.say('insteadOf', values)
      : words.say('insteadOfGene', { ...values, gene: geneName(page, gene) }),
  )
}

function contradictionText(
  page: Page,
  message: string,
  details: ErrorDetails,
  ids: readonly string[],
): readonly Child[] {
  const { words } = page
  const facts = (details.value as readonly string[]).map((each) => factText(page, each, ids))
  const [, gene] = /\bgene (\S+) tells/.exec(message) ?? []
  if (facts.length === 1) return [h('p', {}, facts[0]), h('p', {}, words.say('impossibleCoat'))]
  return [
    h('p', {}, h('strong', {}, words.say('contradiction'))),
    h(
      'ul',
      { class: 'facts' },
      facts.map((each) => h('li', {}, each)),
    ),
    gene === undefined
      ? undefined
      : h('p', {}, words.say('contradictionGene', { gene: geneName(page, gene) })),
    h('p', {}, words.say('contradictionWhy')),
  ]
}

/** Facts of animals as sentences. @param facts such as `foal.seen: bay` @param places ids of the animals, which are their fields */
export function factTexts(
  page: Page,
  facts: readonly string[],
  places: readonly string[],
): readonly string[] {
  return facts.map((fact) => {
    const at = places.findIndex((place) => fact.startsWith(`${place}.`))
    const rest = fact.slice(places[at]?.length)
    // A coat may be sent as a text alone.
    return factText(
      page,
      at < 0 ? fact : `horses.${at}${rest.replace(/^\.seen: (?!\{)/, '.seen.coat: ')}`,
      places,
    )
  })
}

/** @param fact such as `horses.1.base.extension: ["e","e"]` */
function factText(page: Page, fact: string, ids: readonly string[]): string {
  const { words, catalogue } = page
  const at = fact.indexOf(': ')
  const [field, value] = [fact.slice(0, at), fact.slice(at + 2)]
  // Parents of a cross are no members of a list.
  const [, index, parent, alone, what = ''] =
    /^(?:horses\.(\d+)\.(?:(mother|father)\.)?|(mother|father)\.)(.*)$/.exec(field) ?? []
  const id = alone ?? ids[Number(index)]
  if (id === undefined) return words.say('factOther', { who: whoOf(page, field, ids), what: value })
  const name = animalName(page, id)
  const who = parent === undefined ? name : words.say('parentOf', { parent: words.say(parent), who: name })
  const gene = geneName(page, what.replace(/^(base|others)\./, ''))
  if (what === 'seen.coat') return words.say('factSeen', { who, what: value })
  if (what === 'seen.born') return words.say('factBorn', { who, what: value })
  if (what === 'seen') {
    const { has = [], lacks = [] } = JSON.parse(value) as {
      has?: readonly string[]
      lacks?: readonly string[]
    }
    const term = (token: string): string => partName(page, token)
    const parts = [...has.map(term), ...lacks.map((each) => words.say('without', { part: term(each) }))]
    return words.say('factSeen', { who, what: parts.join(', ') })
  }
  if (value.startsWith('[')) {
    const alleles = (JSON.parse(value) as readonly string[]).join('/')
    return words.say('factTested', { who, gene, alleles })
  }
  const { wild_type: wild } = catalogue.genes.find((each) => what.endsWith(`.${each.gene}`)) ?? {}
  return value === 'not tested'
    ? words.say('factUntested', { who, gene })
    : words.say('factLeftOut', { who, gene, alleles: `${wild ?? ''}/${wild ?? ''}` })
}

/** Matches the end of the service's message: the gene and the animals with missing frequencies. */
const UNSTATED =
  / Send (?:base|others)\.\S+ of (.+?),(?: a population that has them \([^()]*\),)? or figures of your own for (\S+)$/

/** Undefined for another error in this field. */
function unstatedText(
  page: Page,
  message: string,
  { value }: ErrorDetails,
  ids: readonly string[],
): readonly Child[] | undefined {
  const { words, catalogue } = page
  const [, who, gene] = UNSTATED.exec(message) ?? []
  if (gene === undefined || who === undefined) return undefined
  const known = catalogue.populations.find(({ population }) => population === value)
  const animals = who.split(', ').map((id) => whoOf(page, id, ids))
  const others = catalogue.populations.filter(({ genes }) => genes.includes(gene))
  const named = { gene: geneName(page, gene), who: animals.join(', ') }
  return [
    h(
      'p',
      {},
      known === undefined
        ? words.say('unstatedWithout', named)
        : words.say('unstated', { ...named, population: known.name }),
    ),
    h('p', {}, words.say('unstatedHint')),
    others.length === 0
      ? undefined
      : h('p', {}, words.say('stated', { names: others.map(({ name }) => name).join(', ') })),
  ]
}

/** @param id of an animal, or a text such as `father of horses.0` for one that is not in the question */
function whoOf(page: Page, id: string, ids: readonly string[]): string {
  const [, parent, index] = /^(mother|father) of horses\.(\d+)$/.exec(id) ?? []
  if (parent === undefined) return animalName(page, id)
  const who = animalName(page, ids[Number(index)] ?? '')
  return page.words.say('parentOf', { parent: page.words.say(parent), who })
}

export function geneName({ catalogue }: Page, key: string): string {
  return catalogue.genes.find(({ gene }) => gene === key)?.name ?? key
}

/** The name of a visible part. */
export function partName({ catalogue }: Page, token: string): string {
  const term = catalogue.tokens.find((each) => each.token === token)?.term ?? token
  // For a word that surrounds a coat's name, the place of the name stays empty.
  return term.replace(/\s*\([^()]*\s\)$/, '')
}

/** @param id of an animal in the question */
export function animalName({ words, state }: Page, id: string): string {
  // A name that the reader gave.
  if (id.startsWith('=')) return id.slice(1)
  if (id === 'foal') return words.label('young')
  if (id === ID.self) return words.label(state().sex === 'f' ? 'female' : 'male')
  if (id === ID.mother || id === ID.father) return words.say(id)
  const [kind = '', number = ''] = id.split('-')
  return `${words.label(kind === 'young' ? 'young' : 'partner')} ${number}`
}

/**
 * The page around its views: what can be asked, in which language, and what is to be said of a link that was followed.
 * Guarantees: the address always says what is shown; a link to another state of the page shows it, and leaves what the
 * other views show.
 */
import {
  readAddress,
  shownPart,
  writeAddress,
  type PageState,
  type ReadState,
  type View as ViewName,
} from '../form/address.js'
import { NO_PLAN } from '../form/plan/plan.js'
import { NO_RELATIVES, NOTHING } from '../form/relatives.js'
import { usualPopulation } from '../form/usual-population.js'
import { textsOf, wordsIn, type TextsByLanguage } from '../texts.js'
import type { Catalogue, Questions } from './asking.js'
import { fill, h } from './dom.js'
import { headerOf, messages } from './header.js'
import { foalView } from './foal/foal-view.js'
import { openHerd } from './herd/herd-store.js'
import { herdView } from './herd/herd-view.js'
import { horseView } from './horse/horse-view.js'
import { knownView } from './known/known-view.js'
import { matesView } from './mates/mates-view.js'
import { testView } from './next-test/test-view.js'
import type { EntryState, Page, View } from './page.js'
import { parentageView } from './parentage/parentage-view.js'
import { startPrinter } from './share/printer.js'
import { stayInSight } from './stay-in-sight.js'

const MAKERS: Readonly<Record<ViewName, (page: Page) => View>> = {
  horse: horseView,
  foal: foalView,
  known: knownView,
  herd: herdView,
  mates: matesView,
  parentage: parentageView,
  test: testView,
}
/** The elements of the served page that are filled here. */
interface Places {
  readonly header: HTMLElement
  readonly main: HTMLElement
  readonly footer: HTMLElement
}

export interface FrameParts {
  readonly texts: TextsByLanguage
  readonly questions: Questions
  readonly places: Places
  readonly address: string
}

/** @param language to begin with, if the address says no other */
export async function showPage(parts: FrameParts, language: string): Promise<void> {
  const entries = new Map<string, EntryState>()
  const herd = openHerd()
  let catalogue = await parts.questions.genes(language)
  const inLanguageOf = async ({ language: wanted }: ReadState): Promise<Catalogue> =>
    wanted !== undefined && wanted !== catalogue.language && catalogue.languages.includes(wanted)
      ? await parts.questions.genes(wanted)
      : catalogue
  const said = readAddress(location.hash, catalogue, usualState(catalogue))
  catalogue = await inLanguageOf(said)
  let coatWords = await parts.questions.words(catalogue.language)
  let { state } = said
  const printer = startPrinter()

  const draw = (read?: ReadState): void => {
    const words = wordsIn(parts.texts, catalogue.language, catalogue.animal)
    document.documentElement.lang = catalogue.language
    document.title = words.say('title')
    document.querySelector('meta[name="description"]')?.setAttribute('content', words.say('description'))
    document.querySelector('.skip')?.replaceChildren(words.say('skip'))
    const page: Page = {
      words,
      catalogue,
      coatWords,
      questions: parts.questions,
      usualPopulation: usualPopulation(catalogue.populations),
      entries,
      herd,
      textsOf: (name) => textsOf(parts.texts, name),
      address: parts.address,
      state: () => state,
      change: (change) => {
        state = { ...state, ...change }
        history.replaceState(null, '', page.linkTo({}))
        for (const each of parts.places.header.querySelectorAll('[data-view]'))
          each.setAttribute('href', page.linkTo({ view: each.getAttribute('data-view') as ViewName }))
      },
      linkTo: (change) => `#${writeAddress({ ...state, ...change }, catalogue)}`,
    }
    parts.questions.stop()
    const view = MAKERS[state.view](page)
    fill(parts.places.header, ...headerOf(page, (to) => void changeLanguage(to)))
    parts.places.header
      .querySelector('[aria-current]')
      ?.scrollIntoView({ inline: 'center', block: 'nearest' })
    fill(
      parts.places.main,
      read === undefined ? undefined : messages(words, catalogue, read),
      h(
        'datalist',
        { id: 'coat-names' },
        coatWords.names.map((value) => h('option', { value })),
      ),
      view.element,
    )
    fill(
      parts.places.footer,
      h('p', {}, words.say('privacy')),
      h('p', {}, words.say('rules', { version: catalogue.ruleset_version })),
    )
    view.element.addEventListener('redraw', redraw)
    printer.offer(view.element, view.printout)
    const answer = view.element.querySelector<HTMLElement>('.answer')
    if (answer !== null) stayInSight(answer)
    history.replaceState(null, '', page.linkTo({}))
    view.update()
  }
  const redraw = (): void => {
    const { name, value } = document.activeElement instanceof HTMLInputElement ? document.activeElement : {}
    draw()
    const again = parts.places.main.querySelectorAll<HTMLInputElement>(`input[name="${name ?? ''}"]`)
    for (const each of again) if (each.value === value) each.focus()
  }
  // By the time the words are there another link may have been followed, whose address must not be overwritten.
  const changeLanguage = async (to: string): Promise<void> => {
    const found = await parts.questions.genes(to)
    const foundWords = await parts.questions.words(to)
    if (location.hash !== `#${writeAddress(state, catalogue)}`) return
    catalogue = found
    coatWords = foundWords
    draw()
    parts.places.header.querySelector('select')?.focus()
  }
  const follow = async (): Promise<void> => {
    const { hash } = location
    const read = readAddress(hash, catalogue, usualState(catalogue))
    const found = await inLanguageOf(read)
    const foundWords = await parts.questions.words(found.language)
    if (location.hash !== hash) return
    catalogue = found
    coatWords = foundWords
    // What was entered elsewhere says nothing of how these animals are entered.
    entries.clear()
    state = { ...state, ...shownPart(read.state) }
    draw(read)
    parts.places.main.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
    scrollTo({ top: 0, behavior: 'instant' })
  }
  addEventListener('hashchange', () => void follow())
  draw(said)
}

/** What the page begins with: nothing is said of any animal. */
function usualState({ populations }: Catalogue): PageState {
  const parent = { ...NOTHING, together: {} }
  return {
    view: 'horse',
    horse: NOTHING,
    sex: 'f',
    age: undefined,
    mother: parent,
    father: parent,
    order: 'chance',
    population: usualPopulation(populations),
    relatives: NO_RELATIVES,
    ...NO_PLAN,
  }
}

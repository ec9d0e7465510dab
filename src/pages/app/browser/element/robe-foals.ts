/**
 * The custom element <robe-foals dam="…" sire="…">: the foals of two parents, on any page, with one script and one tag.
 * Guarantees: loads nothing but the core and the model beside this script; nothing about the animals is sent; attributes may change at
 * any time; a mistake in an attribute is explained where the foals would be.
 */
import { ContractError, openRobe, type Robe } from '../../library.js'
import { wordsIn, type TextsByLanguage, type Words } from '../../texts.js'
import { fill, h } from '../dom.js'
import { foalsOf } from './foals-of.js'
import { AttributeFault } from './read-animal.js'
import { foalsTable } from './render.js'
import { STYLE } from './style.js'

/** The texts that this script says, inserted by the build. */
declare const TEXTS: TextsByLanguage

const TAG = 'robe-foals'
const ATTRIBUTES = ['dam', 'sire', 'lang', 'population', 'count', 'pictures']

/** How many foals are listed unless `count` says otherwise. */
const USUAL_COUNT = 12

/** Once for all elements of a page. */
let opened: Promise<Robe> | undefined

async function open(): Promise<Robe> {
  const response = await fetch(new URL('./model.json', import.meta.url))
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`)
  return openRobe(await response.text())
}

export class RobeFoals extends HTMLElement {
  static readonly observedAttributes = ATTRIBUTES

  private readonly place = h('div', { class: 'size' })
  private isAsked = false

  constructor() {
    super()
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLE)
    const root = this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet]
    root.append(this.place)
  }

  connectedCallback(): void {
    this.ask()
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.ask()
  }

  /** Several changes at once are answered once. */
  private ask(): void {
    if (this.isAsked) return
    this.isAsked = true
    this.setAttribute('aria-busy', 'true')
    queueMicrotask(() => void this.answer())
  }

  private async answer(): Promise<void> {
    let robe: Robe | undefined
    try {
      opened ??= open()
      robe = await opened
    } catch {
      // Tried again with the next change.
      opened = undefined
    }
    this.isAsked = false
    this.removeAttribute('aria-busy')
    const words = this.words(robe)
    this.place.lang = words.language
    if (robe === undefined) {
      fill(this.place, h('p', { class: 'fault', role: 'alert', part: 'fault' }, words.say('lost')))
      return
    }
    try {
      this.show(robe, words)
    } catch (error) {
      fill(this.place, h('p', { class: 'fault', role: 'alert', part: 'fault' }, faultText(words, error)))
    }
  }

  private show(robe: Robe, words: Words): void {
    const [dam, sire] = ['dam', 'sire'].map((name) => {
      const value = this.getAttribute(name)?.trim() ?? ''
      if (value === '') throw new AttributeFault('attributeMissing', { name })
      return value
    })
    const lang = this.getAttribute('lang')
    if (lang !== null && languageOf(robe, lang) === undefined)
      throw new AttributeFault('notAmong', { name: 'lang', value: lang, names: robe.languages.join(', ') })
    const count = this.getAttribute('count')
    if (count !== null && !/^[1-9]\d{0,3}$/.test(count))
      throw new AttributeFault('notAmong', { name: 'count', value: count, names: '1 – 9999' })
    const population = this.getAttribute('population') ?? undefined
    const foals = foalsOf(robe, { dam: dam ?? '', sire: sire ?? '', lang: words.language, population })
    const options = {
      words,
      robe,
      count: Number(count ?? USUAL_COUNT),
      hasPictures: this.getAttribute('pictures') !== 'none',
    }
    fill(this.place, foalsTable(options, foals))
  }

  /** In the language of the attribute, of the page around, or else the first one. */
  private words(robe: Robe | undefined): Words {
    const around = this.closest('[lang]')?.getAttribute('lang') ?? ''
    const language = (robe && languageOf(robe, around)) ?? robe?.languages[0] ?? around
    return wordsIn(TEXTS, language, robe?.animal(language))
  }
}

/** The language itself, or that of which it is a form. */
function languageOf({ languages }: Robe, wanted: string): string | undefined {
  const exact = languages.find((each) => each.toLowerCase() === wanted.toLowerCase())
  return exact ?? languages.find((each) => each === wanted.split('-')[0]?.toLowerCase())
}

function faultText({ say }: Words, error: unknown): string {
  if (error instanceof AttributeFault) return say(error.text, error.values)
  if (error instanceof ContractError) return say('fault', { message: error.message })
  throw error
}

if (customElements.get(TAG) === undefined) customElements.define(TAG, RobeFoals)

/** The context shared by all parts of the page: texts, genes, and the state with its changes. */
import type { PageState } from '../form/address.js'
import type { Words } from '../texts.js'
import type { Copies } from '../form/choice.js'
import type { CoatWords } from '../form/coat-names.js'
import type { Catalogue, Questions } from './asking.js'
import type { HerdStore } from './herd/herd-store.js'
import type { Printout } from './share/printout.js'

export interface Page {
  readonly words: Words
  readonly catalogue: Catalogue
  readonly coatWords: CoatWords
  readonly questions: Questions
  /** The population that answers where another one has no figures. */
  readonly usualPopulation: string
  /** By animal, how it is being entered and the report that was pasted; not part of the address. */
  readonly entries: Map<string, EntryState>
  /** The animals that are kept in this browser. */
  readonly herd: HerdStore
  /** A text of the page in each of its languages. */
  readonly textsOf: (name: string) => readonly string[]
  /** Address of the service. */
  readonly address: string
  readonly state: () => PageState
  /** Changes the state and the address. The calling view shows the change itself. */
  readonly change: (change: Partial<PageState>) => void
  /** The address of the page in another state. */
  readonly linkTo: (change: Partial<PageState>) => string
}

export const WAYS = ['colour', 'report', 'genes', 'herd'] as const

export interface EntryState {
  readonly way: (typeof WAYS)[number]
  readonly report: string
  /** Genes whose results come from the report. */
  readonly reported: readonly string[]
  /** Answers to open questions of the report, by gene and text. */
  readonly answers: Readonly<Record<string, Copies>>
  /** Whether everything possible is shown because a question of the report is open. */
  readonly isOpen: boolean
}

/** A view of the page. */
export interface View {
  readonly element: HTMLElement
  /** Asks the question of the current state. */
  readonly update: () => void
  /** What is printed; undefined while there is no answer. */
  readonly printout?: () => Printout | undefined
}

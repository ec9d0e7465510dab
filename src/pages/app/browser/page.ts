/** What the parts of the page share: the words, the genes, the state and how it is changed. */
import type { PageState } from '../form/address.js'
import type { Words } from '../texts.js'
import type { Catalogue, Questions } from './asking.js'

export interface Page {
  readonly words: Words
  readonly catalogue: Catalogue
  readonly questions: Questions
  /** Of the service. */
  readonly address: string
  readonly state: () => PageState
  /** Changes the state and with it the address; the view that asks shows the change itself. */
  readonly change: (change: Partial<PageState>) => void
  /** The address of this page in another state. */
  readonly linkTo: (change: Partial<PageState>) => string
}

/** One of the page's views. */
export interface View {
  readonly element: HTMLElement
  /** Asks what the state now says. */
  readonly update: () => void
}

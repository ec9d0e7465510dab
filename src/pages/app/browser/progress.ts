/**
 * How far a long computation is, and a way to stop it.
 * Guarantees: what is quick is not spoken of; nothing stays behind when it ends.
 */
import { button, fill, h } from './dom.js'
import type { Page } from './page.js'

/** What is quicker than this needs no word. */
const PATIENCE_MS = 150

export interface Progress {
  readonly element: HTMLElement
  /** @param onStop after the computation has been broken off */
  readonly begin: (onStop: () => void) => void
  /** @param share of the whole, in percent */
  readonly tell: (text: string, share: number) => void
  readonly end: () => void
}

export function progressOf({ words, questions }: Page): Progress {
  const element = h('div', { class: 'progress', role: 'status' })
  const bar = h('progress', { max: 100, 'aria-label': words.say('computing') })
  const text = h('p')
  let patience: ReturnType<typeof setTimeout> | undefined
  let stopped = (): void => undefined
  const end = (): void => {
    clearTimeout(patience)
    fill(element)
  }
  const stop = button(words.say('stop'), 'plain', () => {
    questions.stop()
    end()
    stopped()
  })
  return {
    element,
    begin: (onStop) => {
      end()
      stopped = onStop
      bar.removeAttribute('value')
      text.textContent = words.say('computing')
      patience = setTimeout(() => fill(element, bar, text, stop), PATIENCE_MS)
    },
    tell: (said, share) => {
      bar.value = share
      text.textContent = said
    },
    end,
  }
}

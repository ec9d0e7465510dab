/**
 * Progress of a long computation, with a stop button.
 * Guarantees: not shown for a short computation; removed at the end.
 */
import { button, fill, h } from './dom.js'
import type { Page } from './page.js'

/** Delay before progress is shown. */
const PATIENCE_MS = 150

export interface Progress {
  readonly element: HTMLElement
  /** @param onStop called after the computation was cancelled */
  readonly begin: (onStop: () => void) => void
  /** @param share completed percentage */
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

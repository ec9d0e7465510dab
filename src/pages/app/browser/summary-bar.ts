/**
 * On a phone, the answer in one line at the foot of the window while it is out of sight, which leads to it.
 * Guarantees: not shown beside the answer itself, nor on a large window.
 */
import { button, h } from './dom.js'
import type { Page } from './page.js'

export interface SummaryBar {
  readonly element: HTMLElement
  /** @param text undefined while there is no answer */
  readonly show: (text: string | undefined) => void
}

export function summaryBar({ words }: Page, answer: HTMLElement): SummaryBar {
  const text = h('span', { class: 'bar-text' })
  const lead = button('', 'bar-button', () => {
    answer.scrollIntoView({ block: 'start' })
    answer.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  })
  lead.append(text, h('span', { class: 'bar-lead' }, words.say('seeAll')))
  const element = h('div', { class: 'summary-bar', hidden: true }, lead)
  let told: string | undefined
  let isInSight = false
  const draw = (): void => {
    element.hidden = told === undefined || isInSight
    text.textContent = told ?? ''
  }
  const sight = new IntersectionObserver(
    ([entry]) => {
      isInSight = entry?.isIntersecting === true
      draw()
    },
    { rootMargin: '0px 0px -30% 0px' },
  )
  sight.observe(answer)
  return {
    element,
    show: (next) => {
      told = next
      draw()
    },
  }
}

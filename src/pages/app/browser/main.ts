/**
 * The one script of the page, which is the page's own and that of the thread that computes for it.
 * Guarantees: it asks nobody but the service that it came from, and that only for the text of the rules.
 */
import { wordsIn, type TextsByLanguage } from '../texts.js'
import { startQuestions } from './asking.js'
import { button, fill, h } from './dom.js'
import { showPage } from './page-frame.js'
import { answerQuestions } from './worker.js'

/** The files of texts/, which the build writes here. */
declare const TEXTS: TextsByLanguage

if (typeof document === 'undefined') answerQuestions()
else void start()

async function start(): Promise<void> {
  const language = document.documentElement.lang
  const main = place('main')
  const model = place('#model') as HTMLLinkElement
  const fail = (): void => {
    const { say } = wordsIn(TEXTS, language)
    fill(
      main,
      h('p', { class: 'banner fault', role: 'alert' }, say('lost')),
      button(say('again'), 'plain', () => location.reload()),
    )
  }
  try {
    const response = await fetch(model.href)
    if (!response.ok) throw new Error(`the rules: ${response.status}`)
    const questions = startQuestions(import.meta.url, await response.text(), fail)
    const address = location.origin + location.pathname.replace(/\/$/, '')
    const places = { header: place('header .beside'), main, footer: place('footer') }
    document.querySelector('.skip')?.addEventListener('click', (event) => {
      // What stands after # is the state.
      event.preventDefault()
      main.querySelector<HTMLElement>('h2[tabindex]')?.focus()
    })
    await showPage({ texts: TEXTS, questions, places, address }, language)
  } catch (error) {
    fail()
    throw error
  }
}

/** An element of the served page. */
function place(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector)
  if (element === null) throw new Error(`the page has no ${selector}`)
  return element
}

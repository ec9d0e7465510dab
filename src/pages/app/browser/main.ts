/**
 * The script of the page, which also runs as its worker.
 * Guarantees: sends no request except one for the text of the rules, to the service that served the page.
 */
import { wordsIn, type TextsByLanguage } from '../texts.js'
import { startQuestions } from './asking.js'
import { button, fill, h } from './dom.js'
import { showPage } from './page-frame.js'
import { answerQuestions } from './worker.js'

/** The files of texts/, inserted by the build. */
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
      // The fragment is the state.
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

/** The question of the page as calls of the service, to be copied. */
import { asCurl, asJavaScript, type Call } from '../form/same-question.js'
import { button, h } from './dom.js'
import type { Page } from './page.js'

/** How long a button says that it has done its work. */
const SAID_MS = 2_000

export function questionListing({ words, address }: Page, path: string, body: object): HTMLElement {
  const call: Call = { address, path, body }
  return h(
    'details',
    { class: 'fold ask' },
    h('summary', {}, words.say('ask')),
    h('p', { class: 'quiet' }, words.say('askHint')),
    [
      ['curl', asCurl(call)],
      ['JavaScript', asJavaScript(call)],
    ].map(([name = '', text = '']) => {
      const code = h('code', {}, text)
      const copy = button(words.say('copy'), 'plain copy', () => {
        void copied(code).then((isCopied) => {
          copy.textContent = words.say(isCopied ? 'copied' : 'pressCopy')
          setTimeout(() => (copy.textContent = words.say('copy')), SAID_MS)
        })
      })
      copy.setAttribute('aria-live', 'polite')
      const listing = h('pre', { tabindex: 0, role: 'group', 'aria-label': name }, code)
      return h('div', { class: 'listing' }, h('p', { class: 'listing-name' }, name, copy), listing)
    }),
  )
}

/** Selects it where the clipboard is closed, as it is without TLS. */
async function copied(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent)
    return true
  } catch {
    getSelection()?.selectAllChildren(code)
    return false
  }
}

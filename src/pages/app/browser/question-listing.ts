/** Shows the question of the page as API calls to copy. */
import { asCurl, asJavaScript, type Call } from '../form/same-question.js'
import { button, h } from './dom.js'
import type { Page } from './page.js'

/** How long a button confirms its action. */
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

/** Copies the text, or selects it if the clipboard is unavailable, as without TLS. */
async function copied(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent)
    return true
  } catch {
    getSelection()?.selectAllChildren(code)
    return false
  }
}

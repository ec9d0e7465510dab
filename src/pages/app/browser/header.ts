/** What stands above every view: the views, the languages, and what the reader of a link should know. */
import { VIEWS, type ReadState, type View as ViewName } from '../form/address.js'
import type { Words } from '../texts.js'
import type { Catalogue } from './asking.js'
import { button, h, link, on } from './dom.js'
import type { Page } from './page.js'

/** Their names, among the texts. */
const NAMES: Readonly<Record<ViewName, string>> = {
  horse: 'one',
  foal: 'young',
  known: 'known',
  herd: 'herd',
  mates: 'males',
  parentage: 'parentage',
  test: 'nextTest',
}

export function headerOf(page: Page, onLanguage: (to: string) => void): readonly HTMLElement[] {
  const { words, catalogue } = page
  const { view } = page.state()
  const select = h(
    'select',
    { 'aria-label': words.say('language') },
    catalogue.languages.map((language) =>
      h(
        'option',
        { value: language, lang: language, selected: language === catalogue.language },
        nameOf(language),
      ),
    ),
  )
  return [
    h(
      'nav',
      { 'aria-label': words.say('views') },
      h(
        'ul',
        {},
        VIEWS.map((each) =>
          h(
            'li',
            {},
            link(
              {
                href: page.linkTo({ view: each }),
                'data-view': each,
                'aria-current': each === view ? 'page' : undefined,
              },
              words.label(NAMES[each]),
            ),
          ),
        ),
      ),
    ),
    h(
      'div',
      { class: 'settings' },
      on(select, { change: () => onLanguage(select.value) }),
      link({ href: 'docs' }, words.say('documentation')),
    ),
  ]
}

/** What the language calls itself, with whatever tells it from another form of it. */
function nameOf(language: string): string {
  const [primary = '', ...rest] = language.split('-')
  const name = new Intl.DisplayNames([primary], { type: 'language' }).of(primary) ?? primary
  return [name, ...rest.map((each) => `(${each})`)].join(' ')
}

/** What the reader of a link should know. */
export function messages(
  words: Words,
  { ruleset_version: now }: Catalogue,
  { rules, unknown }: ReadState,
): HTMLElement | undefined {
  const texts = [
    ...(unknown.length === 0 ? [] : [words.say('notUnderstood', { words: unknown.join(' · ') })]),
    ...(rules === undefined || rules === now ? [] : [words.say('otherRules', { made: rules, now })]),
  ]
  if (texts.length === 0) return undefined
  const box: HTMLElement = h(
    'div',
    { class: 'message', role: 'alert' },
    texts.map((text) => h('p', {}, text)),
    button(words.say('close'), 'plain', () => box.remove()),
  )
  return box
}

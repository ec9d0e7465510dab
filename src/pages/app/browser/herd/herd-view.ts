/**
 * The view of the herd: its animals, files, and the chance of a wanted foal for every mare and stallion.
 * Guarantees: says so if the herd is not stored; shows changes made in another window.
 */
import { assumption } from '../choices.js'
import { button, fill, h } from '../dom.js'
import type { Page, View } from '../page.js'
import { herdFiles } from './herd-files.js'
import { herdList } from './herd-list.js'
import { pairTable } from './pair-table.js'
import { summaryBar } from '../summary-bar.js'
import { saveFile } from '../share/save-file.js'
import { faultOfFile, storageFaultText } from './storage-fault.js'

export function herdView(page: Page): View {
  const { words, herd } = page
  const told = h('div', { class: 'told-herd', role: 'status' })
  const table = pairTable(
    page,
    () => element,
    (text) => bar.show(text),
  )
  const changed = (): void => {
    fill(told, storageFaults(page))
    table.update()
  }
  const list = herdList(page, changed)
  const files = herdFiles(page, () => {
    list.draw()
    changed()
  })
  const assumed = assumption(page, () => {
    list.draw()
    changed()
  })
  const answer = h(
    'section',
    { class: 'answer', 'aria-labelledby': 'pairs' },
    h('h2', { id: 'pairs', class: 'small', tabindex: -1 }, words.say('pairsOfHerd')),
    table.element,
    assumed.element,
  )
  const bar = summaryBar(page, answer)
  const element = h(
    'div',
    { class: 'view herd' },
    h(
      'section',
      { class: 'choose', 'aria-labelledby': 'genes' },
      h('h2', { id: 'genes', class: 'small', tabindex: -1 }, words.say('herd')),
      told,
      list.element,
      files,
    ),
    answer,
    bar.element,
  )
  const end = herd.listen(() => {
    if (!element.isConnected) {
      end()
      return
    }
    list.draw()
    changed()
  })
  return { element, update: changed }
}

/** Why the herd is not stored, or was not read. */
function storageFaults(page: Page): readonly HTMLElement[] {
  const { words, herd } = page
  const [fault, unread] = [herd.fault(), herd.unread()]
  return [
    ...(fault === undefined ? [] : [h('p', { class: 'banner fault' }, storageFaultText(page, fault))]),
    ...(unread === undefined
      ? []
      : [
          h(
            'div',
            { class: 'banner fault' },
            h('p', {}, words.say('storedUnread', { why: faultOfFile(page, unread.fault) })),
            button(words.say('saveStored'), 'plain', () =>
              saveFile('robe-herd.txt', new Blob([unread.text], { type: 'text/plain' })),
            ),
          ),
        ]),
  ]
}

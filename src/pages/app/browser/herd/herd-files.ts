/**
 * Exports the herd as a file or a table, and imports both.
 * Guarantees: a file that is no herd is refused whole, with the place of its fault; of a table, rows that cannot be read are listed one
 * by one; an import never replaces an animal.
 */
import { readText } from '../../form/choice.js'
import { readHerd, writeHerd, type KnownWords } from '../../form/herd/herd-file.js'
import { isJson, readTable, writeTable, type TableWords } from '../../form/herd/herd-table.js'
import { merged, type Herd } from '../../form/herd/herd.js'
import { button, fill, h, on, type Child } from '../dom.js'
import type { Page } from '../page.js'
import { saveFile } from '../share/save-file.js'
import { faultOfFile } from './storage-fault.js'

/** @param changed called after an import */
export function herdFiles(page: Page, changed: () => void): HTMLElement {
  const { words, herd, catalogue } = page
  const said = h('div', { class: 'imported', role: 'status' })
  const input = h('input', { type: 'file', accept: '.json,.csv,.txt', hidden: true })
  on(input, {
    change: () => {
      const [file] = input.files ?? []
      if (file === undefined) return
      void file.text().then((text) => {
        fill(said, imported(page, text))
        // The same file may be chosen again.
        input.value = ''
        changed()
      })
    },
  })
  return h(
    'section',
    { class: 'herd-files', 'aria-label': words.say('files') },
    h(
      'div',
      { class: 'actions' },
      button(words.say('importHerd'), 'plain', () => input.click()),
      button(words.say('exportHerd'), 'plain', () =>
        saveFile(
          'robe-herd.json',
          new Blob([`${writeHerd(herd.herd(), 2)}\n`], { type: 'application/json' }),
        ),
      ),
      button(words.say('exportTable'), 'plain', () =>
        // The byte-order mark tells spreadsheets that it is UTF-8.
        saveFile(
          'robe-herd.csv',
          new Blob([`\uFEFF${writeTable(herd.herd(), catalogue, tableWords(page))}`], { type: 'text/csv' }),
        ),
      ),
    ),
    input,
    said,
    h('p', { class: 'quiet' }, words.say('herdStays')),
  )
}

function imported(page: Page, text: string): Child {
  const { words, herd, catalogue } = page
  const take = (found: Herd): string => {
    const { added, known } = merged(herd.herd(), found)
    herd.change((all) => merged(all, found).herd)
    return [
      words.say('imported', { count: added }),
      ...(known === 0 ? [] : [words.say('importedKnown', { count: known })]),
    ].join(' ')
  }
  if (isJson(text)) {
    const read = readHerd(text, knownWords(page))
    return 'fault' in read
      ? h('p', { class: 'banner fault' }, words.say('notImported', { why: faultOfFile(page, read.fault) }))
      : h('p', { class: 'banner' }, take(read.herd))
  }
  const { herd: found, unread } = readTable(text, catalogue, tableWords(page))
  return [
    h('p', { class: 'banner' }, take(found)),
    unread.length === 0
      ? undefined
      : h(
          'div',
          { class: 'banner fault' },
          h('p', {}, words.say('rowsNotRead', { count: unread.length })),
          h(
            'ul',
            { class: 'facts' },
            unread.map(({ line, text: name, values }) =>
              h(
                'li',
                {},
                words.say('atPlace', { place: words.say('line', { line }), what: words.say(name, values) }),
              ),
            ),
          ),
        ),
  ]
}

function knownWords({ catalogue: { genes, tokens } }: Page): KnownWords {
  return {
    isToken: (token) => tokens.some((each) => each.token === token),
    copiesOf: (gene, copies) => {
      const { choice, unknown } = readText(`${gene}=${copies.join('/')}`, genes)
      return unknown.length > 0 ? undefined : choice[gene]
    },
  }
}

function tableWords({ words, textsOf }: Page): TableWords {
  // In general words of any language, and in the words of this one for the animal.
  const sexWords = (name: 'femaleWords' | 'maleWords', ...own: readonly string[]): readonly string[] => [
    ...[words.say(name), ...textsOf(name)].flatMap((text) => text.split(/,\s*/)),
    ...own.flatMap((each) => words.say(each).split(/\s+/)),
  ]
  return {
    headings: {
      name: words.label('nameOfAnimal'),
      sex: words.label('sex'),
      coat: words.label('coat'),
      has: words.label('with'),
      lacks: words.label('withoutParts'),
      born: words.label('coatBorn'),
      certain: words.label('certain'),
    },
    headingsOf: (column) => textsOf(HEADINGS[column]),
    sexWords: { f: sexWords('femaleWords', 'female', 'daughter'), m: sexWords('maleWords', 'male', 'son') },
    separator: words.say('listSeparator'),
  }
}

const HEADINGS = {
  name: 'nameOfAnimal',
  sex: 'sex',
  coat: 'coat',
  has: 'with',
  lacks: 'withoutParts',
  born: 'coatBorn',
  certain: 'certain',
} as const

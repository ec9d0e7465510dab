/**
 * The panel of one animal of a family: a summary line and the input controls.
 */
import { testedCopies } from '../../form/choice.js'
import { copiesText } from '../../form/copies-text.js'
import { ID, isEmpty } from '../../form/relatives.js'
import { animalEntry } from '../animal/animal-entry.js'
import { button, h, on } from '../dom.js'
import { animalName, geneName, partName } from '../fault.js'
import type { Page } from '../page.js'
import type { Panel } from './panel.js'

/** @param redraw redraws all animals, after this one was removed or its sex changed, and focuses the element of a selector */
export function animalPanel(
  page: Page,
  panel: Panel,
  isOpen: boolean,
  redraw: (focused: string) => void,
): HTMLElement {
  const { words } = page
  const known = h('span', { class: 'parent-coat', role: 'status' })
  const tell = (): void => void (known.textContent = summary(page, panel))
  tell()
  const { remove } = panel
  return h(
    'details',
    { class: 'parent animal', open: isOpen, 'data-parent': panel.id },
    h(
      'summary',
      {},
      h(
        'span',
        { class: 'parent-words' },
        h('span', { class: 'parent-name' }, animalName(page, panel.id)),
        known,
      ),
    ),
    panel.young === undefined ? undefined : youngFields(page, panel, panel.young, redraw),
    h('div', { class: 'read-as', 'data-read-as': panel.id, role: 'status' }),
    animalEntry({
      page,
      owner: panel.id,
      facts: panel.facts,
      sex: panel.sex,
      onChange: (facts) => {
        panel.set(facts)
        tell()
      },
    }),
    remove === undefined
      ? undefined
      : button(words.say('remove'), 'plain', () => {
          remove()
          redraw('.actions button')
        }),
  )
}

/** The summary line. */
function summary(page: Page, panel: Panel): string {
  const { words, catalogue } = page
  const facts = panel.facts()
  if (isEmpty(facts)) return words.say('nothingKnown')
  const { coat, born, has, lacks } = facts
  const sex = panel.sex()
  const tests = catalogue.genes.flatMap((gene) => {
    const tested = facts.tests[gene.gene]
    if (tested === undefined) return []
    const copies = sex === undefined ? tested : testedCopies(tested, gene, sex)
    return [`${geneName(page, gene.gene)} ${copiesText(copies, words)}`]
  })
  return [
    ...[coat, ...has.map((token) => partName(page, token))].filter((each) => each !== ''),
    ...lacks.map((token) => words.say('without', { part: partName(page, token) })),
    ...(born === '' ? [] : [words.say('bornAs', { coat: born })]),
    ...tests,
  ].join(', ')
}

function youngFields(
  page: Page,
  { id, sex }: Panel,
  { by, setBy, setSex }: NonNullable<Panel['young']>,
  redraw: (focused: string) => void,
): HTMLElement {
  const { words, catalogue } = page
  const { partners } = page.state().relatives
  const parent = choice(
    [
      ['', words.say('nobodyKnown')],
      ...partners.map((_, i) => [String(i), animalName(page, ID.partner(i))] as const),
    ],
    String(by() ?? ''),
    (value) => setBy(value === '' ? undefined : Number(value)),
  )
  const isSexed = catalogue.genes.some(({ inheritance }) => inheritance === 'sex-linked')
  const sexChoice = choice(
    [
      ['', words.say('nobodyKnown')],
      ['f', words.label('female')],
      ['m', words.label('male')],
    ],
    sex() ?? '',
    (value) => {
      setSex(value === 'f' || value === 'm' ? value : undefined)
      redraw(`[data-young="${id}"] label:last-child select`)
    },
  )
  return h(
    'div',
    { class: 'fields', 'data-young': id },
    h('label', { class: 'field' }, words.say('otherParent'), parent),
    isSexed ? h('label', { class: 'field' }, words.say('sex'), sexChoice) : undefined,
  )
}

function choice(
  options: readonly (readonly [string, string])[],
  chosen: string,
  onChange: (value: string) => void,
): HTMLSelectElement {
  const select = h(
    'select',
    {},
    options.map(([value, text]) => h('option', { value, selected: value === chosen }, text)),
  )
  return on(select, { change: () => onChange(select.value) })
}

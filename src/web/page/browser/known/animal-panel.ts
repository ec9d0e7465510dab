/**
 * What is known of one animal: a line that sums it up, and the controls to say it.
 */
import { ID, isEmpty, type Facts } from '../../form/relatives.js'
import { button, h, on } from '../dom.js'
import { animalName, geneName, partName } from '../fault.js'
import type { Page } from '../page.js'
import type { Panel } from './panel.js'
import { seenFields } from './seen-fields.js'
import { testFields } from './test-fields.js'

/** @param onRemoved after the animal has been taken away, or what others can be of it has changed */
export function animalPanel(page: Page, panel: Panel, isOpen: boolean, onRemoved: () => void): HTMLElement {
  const { words } = page
  const known = h('span', { class: 'parent-coat', role: 'status' })
  const tell = (): void => void (known.textContent = summary(page, panel.facts()))
  const set = (part: Partial<Facts>): void => {
    panel.set({ ...panel.facts(), ...part })
    tell()
  }
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
    panel.young === undefined ? undefined : youngFields(page, panel, panel.young, onRemoved),
    seenFields(page, panel, set),
    testFields(page, panel, set),
    remove === undefined
      ? undefined
      : button(words.say('remove'), 'plain', () => {
          remove()
          onRemoved()
        }),
  )
}

/** What is known, in a line. */
function summary(page: Page, facts: Facts): string {
  const { words } = page
  if (isEmpty(facts)) return words.say('nothingKnown')
  const { coat, born, has, lacks, tests } = facts
  return [
    ...[coat, ...has.map((token) => partName(page, token))].filter((each) => each !== ''),
    ...lacks.map((token) => words.say('without', { part: partName(page, token) })),
    ...(born === '' ? [] : [words.say('bornAs', { coat: born })]),
    ...Object.entries(tests).map(([gene, copies]) => `${geneName(page, gene)} ${copies.join('/')}`),
  ].join(', ')
}

function youngFields(
  page: Page,
  { id, sex }: Panel,
  { by, setBy, setSex }: NonNullable<Panel['young']>,
  onChanged: () => void,
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
  const own = choice(
    [
      ['', words.say('nobodyKnown')],
      ['f', words.label('female')],
      ['m', words.label('male')],
    ],
    sex() ?? '',
    (value) => {
      setSex(value === 'f' || value === 'm' ? value : undefined)
      onChanged()
    },
  )
  return h(
    'div',
    { class: 'fields', 'data-young': id },
    h('label', { class: 'field' }, words.say('otherParent'), parent),
    isSexed ? h('label', { class: 'field' }, words.say('sex'), own) : undefined,
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

/**
 * The subject and its relatives: a panel for each, and buttons to add more.
 * Guarantees: a new panel is opened and focused; redrawing keeps the focus; a removed animal is no longer referred to by others.
 */
import { NOTHING, type Facts, type Relatives } from '../../form/relatives.js'
import { button, fill, h, on } from '../dom.js'
import type { Page } from '../page.js'
import { animalPanel } from './animal-panel.js'
import type { Panel } from './panel.js'

/** @param update called after a change of state */
export function family(page: Page, update: () => void): HTMLElement {
  const { words } = page
  const element = h('div', { class: 'family' })
  const change = (part: Partial<Relatives>): void => {
    page.change({ relatives: { ...page.state().relatives, ...part } })
    update()
  }
  const panels = (): readonly Panel[] => {
    const { mother, father, partners, young } = page.state().relatives
    const { sex } = page.state()
    const other = sex === 'f' ? 'm' : 'f'
    const parent = (role: 'mother' | 'father', facts: Facts | undefined): readonly Panel[] =>
      facts === undefined
        ? []
        : [
            {
              id: role,
              facts: () => page.state().relatives[role] ?? NOTHING,
              sex: () => (role === 'mother' ? 'f' : 'm'),
              set: (next) => change({ [role]: next }),
              remove: () => change({ [role]: undefined }),
            },
          ]
    return [
      {
        id: 'animal',
        facts: () => page.state().relatives.self,
        sex: () => sex,
        set: (self) => change({ self }),
      },
      ...parent('mother', mother),
      ...parent('father', father),
      ...partners.map((_, i): Panel => ({
        id: `partner-${i + 1}`,
        facts: () => page.state().relatives.partners[i] ?? NOTHING,
        sex: () => other,
        set: (next) => change({ partners: page.state().relatives.partners.with(i, next) }),
        remove: () => change(withoutPartner(page.state().relatives, i)),
      })),
      ...young.map((_, i): Panel => ({
        id: `young-${i + 1}`,
        facts: () => page.state().relatives.young[i] ?? NOTHING,
        sex: () => page.state().relatives.young[i]?.sex,
        set: (next) => {
          const list = page.state().relatives.young
          change({ young: list.map((each, at) => (at === i ? { ...each, ...next } : each)) })
        },
        remove: () => change({ young: page.state().relatives.young.filter((_each, at) => at !== i) }),
        young: {
          by: () => page.state().relatives.young[i]?.by,
          setBy: (by) => setYoung(page, i, { by }, change),
          setSex: (next) => setYoung(page, i, { sex: next }, change),
        },
      })),
    ]
  }
  const draw = (focused?: string, added?: string): void => {
    const open = new Set(
      [...element.querySelectorAll<HTMLElement>('details.parent[open]')].map(
        (each) => each.dataset['parent'],
      ),
    )
    if (open.size === 0) open.add('animal')
    fill(
      element,
      panels().map((panel) => animalPanel(page, panel, open.has(panel.id) || panel.id === added, draw)),
      h('div', { class: 'actions' }, adders()),
      nextChoice(page, change),
    )
    if (focused !== undefined) element.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true })
  }
  const adders = (): readonly HTMLElement[] => {
    const { relatives } = page.state()
    const { mother, father, partners, young, next } = relatives
    const adder = (text: string, id: string, part: Partial<Relatives>): HTMLElement =>
      button(`+ ${text}`, 'plain', () => {
        change(part)
        draw(`[data-parent="${id}"] .way input`, id)
      })
    return [
      ...(mother === undefined ? [adder(words.say('mother'), 'mother', { mother: NOTHING })] : []),
      ...(father === undefined ? [adder(words.say('father'), 'father', { father: NOTHING })] : []),
      adder(words.label('partner'), `partner-${partners.length + 1}`, {
        partners: [...partners, NOTHING],
        // The next foal is most likely with the first partner.
        next: next ?? partners.length,
      }),
      adder(words.label('young'), `young-${young.length + 1}`, {
        young: [...young, { ...NOTHING, sex: undefined, by: partners.length === 1 ? 0 : undefined }],
      }),
    ]
  }
  draw()
  return element
}

function setYoung(
  page: Page,
  index: number,
  part: Partial<Relatives['young'][number]>,
  change: (part: Partial<Relatives>) => void,
): void {
  const { young } = page.state().relatives
  change({ young: young.map((each, at) => (at === index ? { ...each, ...part } : each)) })
}

function withoutPartner({ partners, young, next }: Relatives, index: number): Partial<Relatives> {
  const moved = (by: number | undefined): number | undefined => {
    if (by === undefined || by === index) return undefined
    return by > index ? by - 1 : by
  }
  return {
    partners: partners.filter((_, at) => at !== index),
    young: young.map((each) => ({ ...each, by: moved(each.by) })),
    next: moved(next),
  }
}

/** The select for the partner of the next foal. */
function nextChoice(page: Page, change: (part: Partial<Relatives>) => void): HTMLElement | undefined {
  const { words } = page
  const { partners, next } = page.state().relatives
  if (partners.length === 0) return undefined
  const select = h(
    'select',
    {},
    h('option', { value: '' }, words.say('nobody')),
    partners.map((_, i) =>
      h('option', { value: i, selected: i === next }, `${words.label('partner')} ${i + 1}`),
    ),
  )
  on(select, { change: () => change({ next: select.value === '' ? undefined : Number(select.value) }) })
  return h('label', { class: 'field' }, words.say('nextWith'), select)
}

/**
 * Test results of an animal: a control for each tested gene, and a list to add more.
 * Guarantees: an added gene gets the focus; genes that are not listed are not part of the question.
 */
import type { CatalogueGene } from '../../../../operations/genes/genes.js'
import { testedCopies, untestedCopies, type Copies } from '../../form/choice.js'
import type { Facts } from '../../form/relatives.js'
import { button, fill, h } from '../dom.js'
import { geneControl } from '../gene-control.js'
import type { Page } from '../page.js'
import type { Panel } from './panel.js'

export function testFields(page: Page, panel: Panel, set: (part: Partial<Facts>) => void): HTMLElement {
  const { words, catalogue } = page
  const rows = h('div', { class: 'genes' })
  const adding = h('div', { class: 'find' })
  // Sex-linked genes need the sex of the animal, which determines the number of copies.
  const testable = catalogue.genes.filter(
    ({ inheritance }) => inheritance === 'autosomal' || panel.sex() !== undefined,
  )
  const row = (gene: CatalogueGene, tested: Copies): HTMLElement => {
    const copies = testedCopies(tested, gene, panel.sex() ?? 'f')
    const { element } = geneControl(
      {
        gene,
        words,
        owner: panel.id,
        mayBeOpen: true,
        onChange: (next) => set({ tests: { ...panel.facts().tests, [gene.gene]: next } }),
      },
      copies,
    )
    const remove = button('×', 'plus', () => {
      const { [gene.gene]: _, ...others } = panel.facts().tests
      set({ tests: others })
      draw()
      adding.querySelector('select')?.focus()
    })
    remove.setAttribute('aria-label', words.say('takeBack', { what: gene.name }))
    return h('div', { class: 'tested' }, element, remove)
  }
  const draw = (): void => {
    const { tests } = panel.facts()
    const tested = testable.flatMap((gene) => {
      const copies = tests[gene.gene]
      return copies === undefined ? [] : [row(gene, copies)]
    })
    const free = testable.filter(({ gene }) => !Object.hasOwn(tests, gene))
    const select = h(
      'select',
      { 'aria-label': words.say('gene') },
      free.map(({ gene, name, symbol }) => h('option', { value: gene }, `${name} · ${symbol}`)),
    )
    fill(rows, tested)
    fill(
      adding,
      select,
      button(words.say('addTest'), 'plain', () => {
        const gene = free.find((each) => each.gene === select.value)
        if (gene === undefined) return
        const copies = untestedCopies(gene, panel.sex() ?? 'f')
        set({ tests: { ...panel.facts().tests, [gene.gene]: copies } })
        draw()
        rows.querySelector<HTMLElement>(`[data-gene="${gene.gene}"] :is(input:checked, select)`)?.focus()
      }),
    )
  }
  draw()
  return h('fieldset', {}, h('legend', { class: 'field-name' }, words.say('tests')), rows, adding)
}

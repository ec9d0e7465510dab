/**
 * Reads a pasted laboratory report, or a genotype as advertisements write it.
 * Guarantees: nothing ambiguous is chosen; what was not read is shown.
 */
import type { Sex } from '../../form/choice.js'
import { h, on } from '../dom.js'
import type { Way } from './colour-way.js'

export interface ReportWay extends Way {
  readonly sex: () => Sex | undefined
  readonly report: () => string
  readonly keep: (report: string) => void
}

export function reportWay({ page: { words }, report, keep }: ReportWay): HTMLElement {
  const text = h('textarea', { rows: 4, spellcheck: 'false', autocomplete: 'off' })
  text.value = report()
  on(text, { input: () => keep(text.value) })
  return h('div', { class: 'fields' }, h('label', { class: 'field' }, words.say('pasteReport'), text))
}

/**
 * The control of one gene: three buttons for a gene with two alleles, otherwise a select for each chromosome copy.
 * Guarantees: every genotype can be chosen by keyboard alone; returns copies in canonical order.
 */
import type { CatalogueGene } from '../../../../operations/genes/genes.js'
import { inOrder, ownAlleles, UNKNOWN, variantsOf, type Copies, type Copy } from '../../form/choice.js'
import type { Words } from '../../texts.js'
import { button, fill, h, on } from '../dom.js'
import { labelOf, variantSearch } from './variant-search.js'

export interface GeneControl {
  readonly element: HTMLElement
  readonly show: (copies: Copies) => void
}

interface Parts {
  readonly gene: CatalogueGene
  readonly words: Words
  /** Distinguishes this control from that of the same gene of another animal. */
  readonly owner: string
  /** Variants to offer at once, if there are many. */
  readonly first: readonly string[]
  readonly onChange: (copies: Copies) => void
}

export function geneControl(parts: Parts, copies: Copies): GeneControl {
  const { gene } = parts
  const control = ownAlleles(gene).length === 2 && !gene.cis && copies.length === 2 ? pressed : chosen
  const { element, show } = control(parts)
  show(copies)
  const field = h(
    'fieldset',
    { class: 'gene', 'data-gene': gene.gene },
    h('legend', {}, h('span', { class: 'gene-name' }, gene.name), ' ', h('code', {}, gene.symbol)),
    element,
  )
  return { element: field, show }
}

function pressed({ gene, words, owner, onChange }: Parts): GeneControl {
  const [first = '', second = ''] = ownAlleles(gene).map(({ allele }) => allele)
  const pairs = [
    [first, first],
    [first, second],
    [second, second],
  ].map((copies) => inOrder(gene, copies))
  // From the most to the least common genotype.
  if (gene.wild_type !== null) pairs.reverse()
  // Results of tests for presence, and "not tested".
  pairs.push([first, UNKNOWN], [UNKNOWN, UNKNOWN])
  const buttons = pairs.map((copies) => {
    const isUntested = copies[0] === UNKNOWN
    const input = h('input', {
      type: 'radio',
      name: `${owner}-${gene.gene}`,
      value: copies.join('/'),
      'aria-label': isUntested ? words.say('notTested') : undefined,
    })
    on(input, { change: () => onChange(copies) })
    const text = h('span', {}, isUntested ? UNKNOWN : copies.join('/'))
    return { copies, input, label: h('label', {}, input, text) }
  })
  const element = h(
    'div',
    { class: 'pills' },
    buttons.map(({ label }) => label),
  )
  return {
    element,
    show: (copies) => {
      for (const each of buttons) each.input.checked = each.copies.join() === copies.join()
    },
  }
}

function chosen({ gene, words, first, onChange }: Parts): GeneControl {
  const element = h('div', { class: 'copies' })
  let shown: Copies = []
  const show = (copies: Copies): void => {
    shown = copies
    const labels = copies.length === 1 ? ['onlyCopy'] : ['firstCopy', 'secondCopy']
    fill(
      element,
      copies.map((copy, index) =>
        copyControl(
          { gene, words, first },
          copy,
          words.say(labels[index] ?? 'onlyCopy'),
          (changed, chosen) => {
            const next = inOrder(gene, shown.with(index, changed))
            const focused = next.indexOf(changed)
            show(next)
            const selects = element.querySelectorAll('.copy-of')[focused]?.querySelectorAll('select') ?? []
            const [first] = selects
            ;([...selects].find(({ value }) => value === chosen) ?? first)?.focus()
            onChange(next)
          },
        ),
      ),
    )
  }
  return { element, show }
}

/** More variants than this are searched for, except the usual ones. */
const MANY = 12
/** The value of the option that leads to the search. */
const SEARCHED = '…'

/**
 * The variants on one copy: one select for each, and one to add another.
 * @param onChange called with the copy and the chosen variant
 */
function copyControl(
  { gene, words, first }: Pick<Parts, 'gene' | 'words' | 'first'>,
  copy: Copy,
  label: string,
  onChange: (copy: Copy, chosen: string) => void,
): HTMLElement {
  const variants = variantsOf(copy)
  const joinable = gene.cis && copy !== gene.wild_type && copy !== UNKNOWN
  const changed = (next: readonly string[], chosen: string): void => {
    const kept = [...new Set(next)].filter((each) => each !== '')
    const real = kept.filter((each) => each !== gene.wild_type && each !== UNKNOWN)
    onChange((kept.length > 1 ? real : kept).join('+') || (gene.wild_type ?? ''), chosen)
  }
  const own = ownAlleles(gene)
  const isLong = own.length > MANY
  const select = (variant: string, index: number): HTMLSelectElement => {
    const isOffered = (allele: string): boolean =>
      !isLong || [gene.wild_type, variant, ...first].includes(allele)
    const alleles = own.filter(
      ({ allele }) => isOffered(allele) && (index === 0 || allele !== gene.wild_type),
    )
    // The usual variants first, in their own order.
    if (isLong) alleles.sort((one, other) => first.indexOf(one.allele) - first.indexOf(other.allele))
    const options = alleles.map(({ allele, name }) =>
      h('option', { value: allele, selected: allele === variant }, labelOf(gene, allele, name)),
    )
    if (index === 0) {
      const text = `${UNKNOWN} · ${words.say('notTested')}`
      options.unshift(h('option', { value: UNKNOWN, selected: variant === UNKNOWN }, text))
    }
    if (index > 0) options.unshift(h('option', { value: '' }, words.say('nothing')))
    // What a report says of a copy may be no allele.
    if (options.every(({ value }) => value !== variant) && variant !== '') {
      const text = variant.startsWith('!') ? words.say('without', { part: variant.slice(1) }) : variant
      options.push(h('option', { value: variant, selected: true }, text))
    }
    if (isLong) options.push(h('option', { value: SEARCHED }, words.say('otherVariants')))
    const named = `${gene.name}, ${index === 0 ? label : words.say('alsoOnCopy')}`
    const element = h(
      'select',
      { 'aria-label': named, class: [gene.wild_type, UNKNOWN].includes(variant) ? 'wild' : undefined },
      options,
    )
    return on(element, {
      change: () => {
        if (element.value !== SEARCHED) {
          changed(variants.toSpliced(index, 1, element.value), element.value)
          return
        }
        element.value = variant
        const search = variantSearch(gene, words.say('otherVariants'), (found) => {
          if (found === undefined) search.replaceWith(element)
          else changed(variants.toSpliced(index, 1, found), found)
          if (found === undefined) element.focus()
        })
        element.replaceWith(search)
        search.querySelector('input')?.focus()
      },
    })
  }
  const box = h('div', { class: 'copy-of' }, variants.map(select))
  if (joinable) {
    const more = button('+', 'plus', () => {
      // Nothing chosen yet: no change.
      const added = select('', variants.length)
      more.replaceWith(added)
      added.focus()
    })
    more.setAttribute('aria-label', words.say('another'))
    more.title = words.say('another')
    box.append(more)
  }
  return box
}

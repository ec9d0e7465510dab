/**
 * The genes of one animal: common genes first, the others collapsed, with a search by gene or variant.
 * Guarantees: chosen genes stay visible even if the others are collapsed; a change keeps the focus; a gene
 * that is not tested is not among the results.
 */
import type { CatalogueGene } from '../../../../operations/genes/genes.js'
import {
  inOrder,
  isChosen,
  ownAlleles,
  testedCopies,
  UNKNOWN,
  type Choice,
  type Copies,
  type Sex,
} from '../../form/choice.js'
import { UNPHASED } from '../../../../rules/notation.js'
import { copiesText } from '../../form/copies-text.js'
import { button, fill, h, on } from '../dom.js'
import { geneControl, type GeneControl } from './gene-control.js'
import type { Page } from '../page.js'

export interface GenesParts {
  readonly page: Page
  /** Distinguishes these controls from those of other animals on the page. */
  readonly owner: string
  readonly tests: () => Choice
  /** Undefined if nobody knows: then genes on a sex chromosome cannot be entered. */
  readonly sex: () => Sex | undefined
  readonly onChange: (tests: Choice) => void
}

/** Maximum number of search results. */
const MAX_FOUND = 8

export function genesWay({ page, owner, tests, sex, onChange }: GenesParts): HTMLElement {
  const { words, catalogue, coatWords } = page
  const controls = new Map<string, GeneControl>()
  const copiesNow = (gene: CatalogueGene): Copies =>
    testedCopies(tests()[gene.gene] ?? [], gene, sex() ?? 'f')
  const change = (gene: CatalogueGene, copies: Copies): void => {
    const { [gene.gene]: _, ...others } = tests()
    onChange(copies.every((copy) => copy === UNKNOWN) ? others : { ...tests(), [gene.gene]: copies })
  }
  /** Variants of unknown phase have no place on one copy or the other. */
  const unphased = (gene: CatalogueGene, copies: Copies): HTMLElement => {
    const remove = button('×', 'plus', () => {
      change(gene, [])
      element.replaceWith(rowOf(gene).element)
    })
    remove.setAttribute('aria-label', words.say('takeBack', { what: gene.name }))
    const element = h(
      'fieldset',
      { class: 'gene', 'data-gene': gene.gene },
      h('legend', {}, h('span', { class: 'gene-name' }, gene.name), ' ', h('code', {}, gene.symbol)),
      h('span', { class: 'unphased' }, h('code', {}, copiesText(copies, words)), ' ', remove),
    )
    return element
  }
  const rowOf = (gene: CatalogueGene): { gene: CatalogueGene; element: HTMLElement } => {
    const first = coatWords.first[gene.gene] ?? []
    const onCopies = (copies: Copies): void => change(gene, copies)
    const copies = copiesNow(gene)
    if (copies.includes(UNPHASED)) return { gene, element: unphased(gene, copies) }
    const control = geneControl({ gene, words, owner, first, onChange: onCopies }, copies)
    controls.set(gene.gene, control)
    return { gene, element: control.element }
  }
  const rows = catalogue.genes
    .filter(({ inheritance }) => inheritance === 'autosomal' || sex() !== undefined)
    .map(rowOf)
  const isUsual = ({ required, listed }: CatalogueGene): boolean => required || listed
  const usual = h(
    'div',
    { class: 'genes' },
    rows.filter(({ gene }) => isUsual(gene)).map(({ element }) => element),
  )
  const rest = rows.filter(({ gene }) => !isUsual(gene))
  const more = h(
    'details',
    { class: 'more', open: rest.some(({ gene }) => isChosen(tests(), gene)) },
    h('summary', {}, `${words.say('moreGenes')} (${rest.length})`),
    h(
      'div',
      { class: 'genes' },
      rest.map(({ element }) => element),
    ),
  )
  const add = (gene: CatalogueGene, variant: string): void => {
    const wild = gene.wild_type ?? UNKNOWN
    const copies = copiesNow(gene).map((copy) => (copy === UNKNOWN ? wild : copy))
    // Add to the existing alleles while a copy is free.
    const [place = 0] = [copies.lastIndexOf(wild), copies.length - 1].filter((at) => at >= 0)
    change(gene, inOrder(gene, copies.with(place, variant)))
    controls.get(gene.gene)?.show(copiesNow(gene))
  }
  const found = h('div', { class: 'found', role: 'status' })
  const search = h('input', {
    type: 'search',
    'aria-label': words.say('search'),
    placeholder: words.say('search'),
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const look = (): void => {
    const wanted = plain(search.value)
    const hits = wanted === '' ? [] : variantsLike(catalogue.genes, wanted)
    const named = rows.filter(({ gene }) => hits.some((hit) => hit.gene === gene) || isLike(gene, wanted))
    for (const { gene, element } of rows)
      element.hidden = wanted !== '' && !named.some((each) => each.gene === gene)
    if (wanted !== '') more.open = named.some(({ gene }) => !isUsual(gene))
    more.hidden = wanted !== '' && !more.open
    fill(
      found,
      hits.slice(0, MAX_FOUND).map(({ gene, allele, name }) => {
        const variant = name === allele ? allele : `${allele} · ${name}`
        const adder = button(variant, 'chip', () => add(gene, allele))
        adder.setAttribute('aria-label', words.say('add', { variant }))
        return adder
      }),
      wanted !== '' && named.length === 0 ? h('p', { class: 'quiet' }, words.say('noGene')) : undefined,
    )
  }
  on(search, { input: look })
  return h(
    'div',
    { class: 'picker' },
    h('div', { class: 'find' }, search),
    found,
    usual,
    rest.length === 0 ? undefined : more,
  )
}

interface FoundVariant {
  readonly gene: CatalogueGene
  readonly allele: string
  readonly name: string
}

function variantsLike(genes: readonly CatalogueGene[], wanted: string): readonly FoundVariant[] {
  return genes.flatMap((gene) =>
    ownAlleles(gene)
      .filter(({ allele }) => allele !== gene.wild_type)
      .filter(({ allele, name, aliases }) =>
        [allele, name, ...aliases].some((each) => plain(each).includes(wanted)),
      )
      .map(({ allele, name }) => ({ gene, allele, name })),
  )
}

function isLike({ gene, name, symbol }: CatalogueGene, wanted: string): boolean {
  return [gene, name, symbol].some((each) => plain(each).includes(wanted))
}

/** Lower case without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

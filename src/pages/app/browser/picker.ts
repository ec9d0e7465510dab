/**
 * The genes of one animal to choose from: those that are asked of most animals first, the rest folded, and a search by
 * gene or variant.
 * Guarantees: what is chosen stays in sight, folded or not; a change leaves the focus where it was.
 */
import type { CatalogueGene } from '../../../operations/genes/genes.js'
import {
  copiesOf,
  isChosen,
  ownAlleles,
  usualCopies,
  type Choice,
  type Copies,
  type Sex,
} from '../form/choice.js'
import { button, fill, h, on } from './dom.js'
import { geneControl, type GeneControl } from './gene-control.js'
import type { Page } from './page.js'

export interface PickerParts {
  readonly page: Page
  /** Tells it from other pickers of the page. */
  readonly owner: string
  readonly choice: () => Choice
  readonly sex: () => Sex
  /** Whether it can be said that a gene is not tested. */
  readonly mayBeOpen?: boolean
  readonly onChange: (choice: Choice) => void
}

/** So many variants are offered for what is searched. */
const MAX_FOUND = 8

export function picker({ page, owner, choice, sex, mayBeOpen, onChange }: PickerParts): HTMLElement {
  const { words, catalogue } = page
  const controls = new Map<string, GeneControl>()
  const rows = catalogue.genes.map((gene) => {
    const set = (copies: Copies): void => onChange({ ...choice(), [gene.gene]: copies })
    const copies = copiesOf(choice(), gene, sex())
    const control = geneControl({ gene, words, owner, mayBeOpen, onChange: set }, copies)
    controls.set(gene.gene, control)
    return { gene, element: control.element }
  })
  const isUsual = ({ required, listed }: CatalogueGene): boolean => required || listed
  const usual = h(
    'div',
    { class: 'genes' },
    rows.filter(({ gene }) => isUsual(gene)).map(({ element }) => element),
  )
  const rest = rows.filter(({ gene }) => !isUsual(gene))
  const more = h(
    'details',
    { class: 'more', open: rest.some(({ gene }) => isChosen(choice(), gene)) },
    h('summary', {}, `${words.say('moreGenes')} (${rest.length})`),
    h(
      'div',
      { class: 'genes' },
      rest.map(({ element }) => element),
    ),
  )
  const set = (gene: CatalogueGene, variant: string): void => {
    const copies = copiesOf(choice(), gene, sex())
    // Beside what is there, as long as there is room.
    const [place = 0] = [copies.lastIndexOf(gene.wild_type ?? ''), copies.length - 1].filter((at) => at >= 0)
    const next = copies.with(place, variant)
    onChange({ ...choice(), [gene.gene]: next })
    controls.get(gene.gene)?.show(copiesOf({ [gene.gene]: next }, gene, sex()))
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
        const add = button(variant, 'chip', () => set(gene, allele))
        add.setAttribute('aria-label', words.say('add', { variant }))
        return add
      }),
      wanted !== '' && named.length === 0 ? h('p', { class: 'quiet' }, words.say('noGene')) : undefined,
    )
  }
  on(search, { input: look })
  const reset = button(words.say('reset'), 'plain', () => {
    onChange({})
    for (const { gene } of rows) controls.get(gene.gene)?.show(copiesOf({}, gene, sex()))
  })
  return h(
    'div',
    { class: 'picker' },
    h('div', { class: 'find' }, search, reset),
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
      .filter(({ allele }) => !usualCopies(gene).includes(allele) || gene.wild_type === null)
      .filter(({ allele, name, aliases }) =>
        [allele, name, ...aliases].some((each) => plain(each).includes(wanted)),
      )
      .map(({ allele, name }) => ({ gene, allele, name })),
  )
}

function isLike({ gene, name, symbol }: CatalogueGene, wanted: string): boolean {
  return [gene, name, symbol].some((each) => plain(each).includes(wanted))
}

/** Small letters without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

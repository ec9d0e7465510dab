/**
 * A field that suggests all variants of a gene with more than a list can show.
 * Guarantees: a name, a symbol or a synonym is enough; what somebody is still typing is not taken.
 */
import type { CatalogueGene } from '../../../../operations/genes/genes.js'
import { ownAlleles } from '../../form/choice.js'
import { h, on } from '../dom.js'

let searches = 0

/** @param onFound called with one of them, or undefined if none is wanted */
export function variantSearch(
  gene: CatalogueGene,
  label: string,
  onFound: (allele: string | undefined) => void,
): HTMLElement {
  const list = `variants-${++searches}`
  const input = h('input', {
    type: 'text',
    list,
    'aria-label': label,
    placeholder: label,
    autocomplete: 'off',
  })
  const variants = ownAlleles(gene).filter(({ allele }) => allele !== gene.wild_type)
  const look = (isFinished: boolean): void => {
    const wanted = input.value.trim().toLowerCase()
    const found = variants.find(({ allele, name, aliases }) =>
      [labelOf(gene, allele, name), allele, name, ...aliases].some((each) => each.toLowerCase() === wanted),
    )
    // While somebody types, "W2" may become "W20".
    const isWhole = variants.some(({ allele, name }) => labelOf(gene, allele, name) === input.value)
    if (found !== undefined && (isFinished || isWhole)) onFound(found.allele)
    else if (isFinished && wanted === '') onFound(undefined)
  }
  on(input, {
    input: () => look(false),
    change: () => look(true),
    keydown: ({ key }) => {
      if (key === 'Escape') onFound(undefined)
    },
    blur: () => look(true),
  })
  const options = variants.map(({ allele, name }) => h('option', { value: labelOf(gene, allele, name) }))
  return h('span', { class: 'variant-search' }, input, h('datalist', { id: list }, options))
}

/** The label of an allele. The wild type needs no name, because reports write it if nothing is found. */
export function labelOf({ wild_type: wildType }: CatalogueGene, allele: string, name: string): string {
  return allele === name || allele === wildType ? allele : `${allele} · ${name}`
}

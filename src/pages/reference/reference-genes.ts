/**
 * Renders the genes and alleles of the loaded rules.
 * Guarantees: every gene has a row and every allele its spellings; long lists of alleles are collapsed.
 */
import type { LocusTable } from '../../rules/tables.js'
import { anchor, code, joined, markup, type Markup, type Piece } from './markup.js'
import { table } from './table.js'

/** Longer lists of alleles are collapsed. */
const FEW = 8

export function geneTable(loci: readonly LocusTable[]): Markup {
  const rows = loci.map(({ locus, group, name, required, alleles }) => {
    const list = joined(alleles.map(describe), ' · ')
    return {
      id: anchor('gene', locus),
      cells: [
        [code(locus), ' ', markup`<span class="gloss">${name}</span>`],
        [code(group), required ? ', required' : ''],
        alleles.length <= FEW
          ? list
          : markup`<details><summary>${alleles.length} alleles</summary>${list}</details>`,
      ],
    }
  })
  return table('Genes and alleles', ['Gene', 'Group', 'Alleles'], rows)
}

function describe({ allele, aliases, name }: LocusTable['alleles'][number]): Piece {
  const other = aliases.length === 0 ? '' : markup` <span class="gloss">(${aliases.join(', ')})</span>`
  return [code(allele), ' ', name, other]
}

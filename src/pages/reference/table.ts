/**
 * Tables that become cards on narrow screens.
 * Guarantees: they stay tables for assistive technology: roles are explicit, because browsers drop the implicit ones when cells are
 * laid out as blocks.
 */
import { markup, type Markup, type Piece } from './markup.js'

export interface Row {
  readonly id?: string
  readonly className?: string
  /** The first one is the row header. */
  readonly cells: readonly Piece[]
}

/**
 * Empty columns are left out.
 * @param label of the table for assistive technology
 */
export function table(label: string, columns: readonly string[], rows: readonly Row[]): Markup {
  const used = columns.flatMap((column, index) =>
    rows.some(({ cells }) => !isEmpty(cells[index])) ? [{ column, index }] : [],
  )
  return markup`<table role="table" aria-label="${label}">
<thead role="rowgroup"><tr role="row">${used.map(
    ({ column }) => markup`<th role="columnheader" scope="col">${column}</th>`,
  )}</tr></thead>
<tbody role="rowgroup">
${rows.map((row) => bodyRow(row, used))}</tbody>
</table>
`
}

interface Column {
  readonly column: string
  readonly index: number
}

function bodyRow({ id, className, cells }: Row, used: readonly Column[]): Markup {
  const [head, ...others] = used
  return markup`<tr role="row"${className === undefined ? '' : markup` class="${className}"`}${id === undefined ? '' : markup` id="${id}"`}>
<th role="rowheader" scope="row">${head === undefined ? '' : cells[head.index]}</th>
${others.map(({ column, index }) => bodyCell(column, cells[index]))}</tr>
`
}

/** A cell with the column's name, shown on narrow screens, where the table head is hidden. */
function bodyCell(column: string, cell: Piece): Markup {
  return isEmpty(cell)
    ? markup`<td role="cell" class="empty"></td>
`
    : markup`<td role="cell"><span class="column" aria-hidden="true">${column}</span><div>${cell}</div></td>
`
}

function isEmpty(piece: Piece): boolean {
  return piece === undefined || piece === '' || (Array.isArray(piece) && piece.every(isEmpty))
}

/**
 * Tables that become cards on a narrow screen.
 * Guarantees: they stay tables for assistive technology even there, where their cells are laid out as blocks:
 * hence the roles, which browsers drop with the table layout.
 */
import { markup, type Markup, type Piece } from './markup.js'

export interface Row {
  readonly id?: string
  /** The first one heads the row. */
  readonly cells: readonly Piece[]
}

/**
 * A column without anything in any row is left out.
 * @param label what the table holds, for those who do not see its place
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
${rows.map(({ id, cells }) => bodyRow(id, used, cells))}</tbody>
</table>
`
}

interface Column {
  readonly column: string
  readonly index: number
}

function bodyRow(id: string | undefined, used: readonly Column[], cells: readonly Piece[]): Markup {
  const [head, ...others] = used
  return markup`<tr role="row"${id === undefined ? '' : markup` id="${id}"`}>
<th role="rowheader" scope="row">${head === undefined ? '' : cells[head.index]}</th>
${others.map(({ column, index }) => bodyCell(column, cells[index]))}</tr>
`
}

/** The column's name is for narrow screens, where the head of the table is not seen. */
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

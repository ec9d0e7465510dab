/** Between the cells of a question. */
export const CELL_END = '\u001F'

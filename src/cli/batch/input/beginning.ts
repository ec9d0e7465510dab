/**
 * The beginning of a table: as much text as its header needs.
 */

/** The text up to the first chunk in which the header can stand. */
export async function beginning(chunks: AsyncGenerator<string>): Promise<string> {
  let text = ''
  while (!/^(?!sep=.$).*\S/m.test(text)) {
    const next = await chunks.next()
    if (next.done === true) break
    text += next.value
  }
  return text
}

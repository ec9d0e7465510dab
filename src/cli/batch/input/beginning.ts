/**
 * The beginning of a table: as much text as its header needs.
 */

/** The text up to the first chunk in which the header can stand. */
export async function beginning(chunks: AsyncGenerator<string>): Promise<string> {
  let text = ''
  while (!/^(?!sep=.$).*\S/m.test(text)) {
    const { value, done } = await chunks.next()
    if (done === true) break
    text += value
  }
  return text
}

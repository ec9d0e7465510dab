/**
 * Keeps strings in V8's one-byte representation where possible. A substring of a file that contains one wide
 * character (such as an em dash in a comment) uses two bytes per character, and so does everything concatenated with
 * it: answers, headers, log lines. Those take measurably longer to write.
 */

/** The same text as a new string, independent of the file it was cut from. */
export function oneByteText(text: string): string {
  return WIDE.test(text) ? text : Buffer.from(text, 'latin1').toString('latin1')
}

const WIDE = /[^\0-\xff]/

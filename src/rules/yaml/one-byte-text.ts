/**
 * Texts at one byte a character wherever they can be.
 * The engine keeps what is cut out of a file with one wide character (an em dash in a comment will do) at two bytes a
 * character, and so everything that such a word is ever joined with: answers, header lines, log lines. Those take
 * measurably longer to write.
 */

/** The same text, no longer a part of the file that it was cut from. */
export function oneByteText(text: string): string {
  return WIDE.test(text) ? text : Buffer.from(text, 'latin1').toString('latin1')
}

const WIDE = /[^\0-\xff]/

/**
 * The bounds of a number or a text in words: ", 1 to 500", ", above 0", ", up to 64 characters".
 * Guarantees: empty for a schema without bounds.
 */
import { at } from '../document-reading.js'

export function boundsIn(schema: unknown): string {
  const [least, above, most, below, longest] = [
    'minimum',
    'exclusiveMinimum',
    'maximum',
    'exclusiveMaximum',
    'maxLength',
  ].map((keyword) => at(schema, keyword))
  if (typeof longest === 'number') return `, up to ${grouped(longest)} characters`
  if (typeof least === 'number' && typeof most === 'number') return `, ${grouped(least)} to ${grouped(most)}`
  const words = [
    typeof least === 'number' ? `at least ${grouped(least)}` : '',
    typeof above === 'number' ? `above ${grouped(above)}` : '',
    typeof most === 'number' ? `at most ${grouped(most)}` : '',
    typeof below === 'number' ? `below ${grouped(below)}` : '',
  ].filter((word) => word !== '')
  return words.map((word) => `, ${word}`).join('')
}

/** 50000 → 50 000. */
function grouped(value: number): string {
  // The contract adds a small tolerance for rounding to some bounds.
  const plain = Number(value.toFixed(4))
  return Number.isInteger(plain) ? String(plain).replace(/\B(?=(\d{3})+$)/g, '\u00a0') : String(plain)
}

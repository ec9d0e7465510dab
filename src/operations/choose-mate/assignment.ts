/**
 * Assigns fathers to mothers so that the sum of their probabilities is greatest (Kuhn–Munkres).
 * Guarantees: each mother has one father at most, each father no more mothers than allowed; as many mothers as possible are
 * assigned.
 */
import { munkres } from 'munkres'

/** @param worth mother → father → probability @param most mothers that one father may have */
export function assignment(
  worth: readonly (readonly number[])[],
  most: number,
): readonly (readonly [mother: number, father: number])[] {
  const fathers = worth[0]?.length ?? 0
  const copies = Math.min(most, worth.length)
  // Each father has one column per place that he may fill.
  const costs = worth.map((row) => Array.from({ length: copies }, () => row.map((each) => 1 - each)).flat())
  return munkres(costs)
    .map(([mother, column]): readonly [number, number] => [mother, column % fathers])
    .sort((a, b) => a[0] - b[0])
}

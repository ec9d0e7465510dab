/**
 * Summarizes the difference between two texts for people.
 * Guarantees: repeated lines count repeatedly; moved lines count as neither added nor removed.
 */

/** `12 lines added, 1 line removed`; undefined for equal texts. */
export function lineChanges(before: string, after: string): string | undefined {
  if (before === after) return undefined
  const parts = [
    ...counted(linesMissing(before, after), 'added'),
    ...counted(linesMissing(after, before), 'removed'),
  ]
  return parts.length === 0 ? 'lines moved' : parts.join(', ')
}

/** Number of lines in a text that are missing from the other, counting repeats. */
function linesMissing(other: string, text: string): number {
  const counts = new Map<string, number>()
  for (const line of other.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1)
  return text.split('\n').filter((line) => {
    const left = counts.get(line) ?? 0
    counts.set(line, left - 1)
    return left <= 0
  }).length
}

function counted(count: number, verb: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? 'line' : 'lines'} ${verb}`]
}

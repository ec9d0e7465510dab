/**
 * Which signs in a request say that something is not known: `?`, `|`, `!`.
 * Guarantees: nothing else does; a value without them is read as it always was.
 */
/** Whether what is written under one gene holds a sign. No allele's spelling has one of them. */
export function holdsSign(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  for (const item of value as readonly unknown[]) if (typeof item === 'string' && isSigned(item)) return true
  return false
}

function isSigned(text: string): boolean {
  return text.includes('?') || text.includes('|') || text.includes('!')
}

/** Not tested at all. */
export function isUntested(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((item) => item === '?')
}

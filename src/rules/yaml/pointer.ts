/**
 * JSON pointers into rule files: how diagnostics name a value.
 */

/** A key as one step of a JSON pointer. */
export function step(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/**
 * Where and why a text is no JSON, in words for who wrote it.
 * Guarantees: line and column of the first character that cannot stand where it does, and what to change there.
 * The engine's own words differ between versions, and some lack the place, which is searched for then, in texts of
 * bounded length. Asked only once parsing has failed.
 */

/** How much of the text is shown on the way to the fault. */
const SHOWN = 24

/** What JavaScript makes of an object in a text. */
const PRINTED = '[object '

/** @param text that JSON.parse refused @param opening the bracket that it should begin with */
export function jsonFault(text: string, opening: '{' | '['): string {
  const end = firstFault(text)
  if (end === undefined) return 'a quote, a bracket or a comma is missing or too many'
  // The engine stops inside a word like nope, since null begins so.
  const at = /\w/.test(text[end] ?? '') ? end - (/[a-z]*$/.exec(text.slice(0, end))?.[0].length ?? 0) : end
  const before = text.slice(0, at)
  const why = reason(text, opening, before, text.slice(at))
  if (before.trim() === '' || text.startsWith(PRINTED)) return why
  const line = before.split('\n').length
  const column = at - before.lastIndexOf('\n')
  return `${why}, at line ${line}, column ${column}, after ${before.slice(-SHOWN).trim().replaceAll(/\s+/g, ' ')}`
}

function reason(text: string, opening: string, before: string, rest: string): string {
  const [first = ''] = rest
  const word = /^[\p{L}_][\w.-]*/u.exec(rest)?.[0].slice(0, SHOWN)
  if (text.startsWith(PRINTED)) return 'a program wrote its object without turning it into JSON first'
  if (first === '') return 'it ends before every quote and bracket is closed'
  if (first === '\uFEFF') return 'it begins with a byte order mark: send it without one'
  if (/^%[0-9a-f]{2}/i.test(rest)) return 'it is percent-encoded twice'
  if (before.trim() === '') return `it begins with ${JSON.stringify(word ?? first)} in place of ${opening}`
  if (/['‘’‚‛“”„«»`´]/.test(first)) return `write double quotes (") in place of ${first}`
  if (/[\]}]/.test(first) && /,\s*$/.test(before)) return `take out the comma before ${first}`
  if (first < ' ') return 'a line break or a tab stands inside quotes'
  if (refusalOf(before) === undefined)
    return `nothing may follow its end, and ${JSON.stringify(word ?? first)} does`
  if (word !== undefined && /^(?:none|nil|undefined|nan|true|false|null)$/i.test(word))
    return `write true, false or null in place of ${word}`
  if (word !== undefined) return `put ${word} into double quotes`
  if (/["[{\d-]/.test(first)) return `a comma or a colon is missing before ${first}`
  return `${JSON.stringify(first)} cannot stand here`
}

/** Parsing it again and again costs milliseconds beyond this. */
const MAX_SEARCHED = 4096

/** The length of the longest beginning that more text could complete; undefined when that would cost too much to find. */
function firstFault(text: string): number | undefined {
  const place = placeOfFault(text)
  if (place !== undefined || text.length > MAX_SEARCHED) return place
  let fine = 0
  let broken = text.length
  while (broken - fine > 1) {
    const middle = (fine + broken) >> 1
    if (placeOfFault(text.slice(0, middle)) === middle) fine = middle
    else broken = middle
  }
  return fine
}

/** The length of a text that only lacks its end, or is whole; undefined where the engine names no place. */
function placeOfFault(text: string): number | undefined {
  const message = refusalOf(text)
  const place = / at position (\d+)/.exec(message ?? '')?.[1]
  if (place !== undefined) return Number(place)
  return message === undefined || message.includes('end of JSON') ? text.length : undefined
}

/** The engine's words; undefined for a text that is whole. */
function refusalOf(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return (error as SyntaxError).message
  }
}

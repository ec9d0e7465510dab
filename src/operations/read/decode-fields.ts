/**
 * Turns a request's raw fields into plain values: where a group may stand as JSON text, the text is parsed.
 * Guarantees: never throws; what cannot be used becomes an `Unusable` that keeps the value and the reason,
 * so that the first fault in the decided order is the one reported (offspring.ts, result.ts).
 */

/** A request's fields by name. */
export type Fields = Readonly<Record<string, unknown>>

/** A value that no field can take: broken JSON, a group sent in two encodings, a scalar sent twice. */
export class Unusable {
  constructor(
    readonly value: unknown,
    /** What should have stood here, for `details.expected`. */
    readonly expected: string,
  ) {}
}

export class NotJson extends Unusable {
  constructor(readonly text: string) {
    super(text, 'a JSON object')
  }
}

/** A field sent both as text and as brackets: a parent's groups may come either way, a group may not. */
export class TwoWays extends Unusable {
  constructor(
    readonly text: string,
    readonly fields: Fields,
  ) {
    super(text, 'sent in one encoding, not in two')
  }
}

const PARENTS = ['mother', 'father'] as const
const CROSS_PARTS = [...PARENTS, 'kit_linkage'] as const
export const GROUPS: readonly string[] = ['base', 'others']

/** Fields of `POST /coats/result`: `base` and `others` may be JSON text. */
export function decodeHorseFields(raw: Fields): Fields {
  return decoded(raw, GROUPS)
}

/** Fields of `POST /coats/infer`: `horses` and `ask` may be JSON text. */
export function decodeInferFields(raw: Fields): Fields {
  return decoded(raw, ['horses', 'ask'])
}

/** Fields of `POST /coats/generateChild`: parents, their groups, `kit_linkage` and its sides may be JSON text. */
export function decodeCrossFields(raw: Fields): Fields {
  const fields = decoded(raw, CROSS_PARTS)
  for (const parent of PARENTS) fields[parent] = decodedParts(fields[parent], GROUPS)
  fields['kit_linkage'] = decodedParts(fields['kit_linkage'], PARENTS)
  return fields
}

/** An object whose named parts may be JSON text themselves, or may have come in the other encoding. */
function decodedParts(value: unknown, parts: readonly string[]): unknown {
  const whole = value instanceof TwoWays ? joined(value, parts) : value
  return isObject(whole) ? decoded(whole, parts) : whole
}

/** Text and brackets of one field together; a part that stands in both is an `Unusable` of its own. */
function joined(value: TwoWays, parts: readonly string[]): unknown {
  const fromText = parseText(value.text)
  if (!isObject(fromText)) return fromText === undefined ? value.fields : value
  const both = parts.filter((part) => Object.hasOwn(fromText, part) && Object.hasOwn(value.fields, part))
  const clashes = both.map((part) => [part, new Unusable(fromText[part], value.expected)] as const)
  return { ...fromText, ...value.fields, ...Object.fromEntries(clashes) }
}

/** A plain object: not null, not an array, not an Unusable. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Unusable)
}

/** A copy with these fields parsed. Written into, since objects spread together have a hidden class each. */
function decoded(fields: Fields, names: readonly string[]): Record<string, unknown> {
  const result: Record<string, unknown> = { ...fields }
  for (const name of names) if (Object.hasOwn(fields, name)) result[name] = parseText(fields[name])
  return result
}

/** What a text of a JSON object or array says; anything else, broken JSON too, as it is. */
export function fromJsonText(value: unknown): unknown {
  const parsed = typeof value === 'string' && /^\s*[[{]/.test(value) ? parseText(value) : value
  return parsed instanceof NotJson ? value : parsed
}

function parseText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  // An empty text is how forms send "nothing": it means the field is absent.
  if (value.trim() === '') return undefined
  try {
    return JSON.parse(value) as unknown
  } catch {
    return new NotJson(value)
  }
}

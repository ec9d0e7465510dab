/**
 * Decodes a request's raw fields: parses the groups that may be sent as JSON text.
 * Guarantees: never throws; an unusable value becomes an `Unusable` with the value and the reason, so that the readers
 * can report the first fault in the documented order.
 */

/** A request's fields by name. */
export type Fields = Readonly<Record<string, unknown>>

/** A value that no field can take: broken JSON, a group sent in two encodings, a scalar sent twice. */
export class Unusable {
  constructor(
    readonly value: unknown,
    /** The expected value, in words for `details.expected`. */
    readonly expected: string,
  ) {}
}

export class NotJson extends Unusable {
  constructor(readonly text: string) {
    super(text, 'a JSON object')
  }
}

/** A field sent both as JSON text and in brackets. A parent may mix them between its groups; a group may not. */
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

/** Fields of `POST /coats/nextTest`: `question` and `tests` may be JSON text. */
export function decodeNextTestFields(raw: Fields): Fields {
  return decoded(raw, ['question', 'tests'])
}

/** Fields of `POST /coats/generateChild`: parents, their groups, `kit_linkage` and its sides may be JSON text. */
export function decodeCrossFields(raw: Fields): Fields {
  const fields = decoded(raw, CROSS_PARTS)
  for (const parent of PARENTS) fields[parent] = decodedParts(fields[parent], GROUPS)
  fields['kit_linkage'] = decodedParts(fields['kit_linkage'], PARENTS)
  return fields
}

/** Fields of `POST /coats/checkParentage`: the animals and their groups may be JSON text. */
export function decodeParentageFields(raw: Fields): Fields {
  const animals = ['foal', ...PARENTS]
  const fields = decoded(raw, animals)
  for (const animal of animals) fields[animal] = decodedParts(fields[animal], GROUPS)
  return fields
}

/** Fields of `POST /coats/chooseMate`: animals and their lists may be JSON text. */
export function decodeMateFields(raw: Fields): Fields {
  const fields = decoded(raw, ['horse', 'candidates', 'mares', 'stallions'])
  fields['horse'] = decodedParts(fields['horse'], GROUPS)
  return fields
}

/** Decodes the named parts of an object, which may be JSON text or use the other encoding. */
function decodedParts(value: unknown, parts: readonly string[]): unknown {
  const whole = value instanceof TwoWays ? mergedEncodings(value, parts) : value
  return isObject(whole) ? decoded(whole, parts) : whole
}

/** Merges the text and the brackets of one field. A part sent in both becomes an `Unusable`. */
function mergedEncodings(value: TwoWays, parts: readonly string[]): unknown {
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

/** A copy with these fields parsed. Assigns to one object, because spreading would give each result its own hidden class. */
function decoded(fields: Fields, names: readonly string[]): Record<string, unknown> {
  const result: Record<string, unknown> = { ...fields }
  for (const name of names) if (Object.hasOwn(fields, name)) result[name] = parseText(fields[name])
  return result
}

/** Parses text that holds a JSON object or array; returns anything else, including broken JSON, unchanged. */
export function fromJsonText(value: unknown): unknown {
  const parsed = typeof value === 'string' && /^\s*[[{]/.test(value) ? parseText(value) : value
  return parsed instanceof NotJson ? value : parsed
}

function parseText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  // Forms send an empty text for an absent field.
  if (value.trim() === '') return undefined
  try {
    return JSON.parse(value) as unknown
  } catch {
    return new NotJson(value)
  }
}

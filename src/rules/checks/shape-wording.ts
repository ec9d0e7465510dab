/**
 * The schema's refusals in a geneticist's words: what, why, how to mend, at the line and column.
 * Guarantees: one diagnostic for one mistake (a value that fits none of several forms is told once); no
 * pointer or type jargon: the noun phrases are the schemas' own titles.
 * Leaves to others: finding the refusals (schema.ts).
 */
import { fault, type Diagnostic, type Wording } from '../diagnostic.js'
import { likelyMeant, wordMeant, type Wanted } from './likely-meant.js'
import { nearest } from './nearest.js'
import type { ParsedFile } from '../yaml/parse.js'
import { step } from '../yaml/pointer.js'
import { predicateFault, spaced } from './predicate-wording.js'
import { choosesKeys, isChoice, withoutEchoes, type ShapeError, type ShapeSchema } from './shape-errors.js'
import { shouldBe } from './value-wording.js'

/** The schemas' named parts, by the last word of a `$ref`. */
export type NamedParts = ReadonlyMap<string, ShapeSchema>

/** Errors of one file, told once each. */
export function shapeDiagnostics(
  errors: readonly ShapeError[],
  parsed: ParsedFile,
  parts: NamedParts,
): readonly Diagnostic[] {
  const told = new Map<string, Diagnostic>()
  const byPlace = new Map<string, ShapeError[]>()
  for (const error of errors) {
    const beside = byPlace.get(error.instancePath)
    if (beside === undefined) byPlace.set(error.instancePath, [error])
    else beside.push(error)
  }
  for (const error of withoutEchoes(errors)) {
    const beside = byPlace.get(error.instancePath) ?? []
    const diagnostic = wordError(error, parsed, parts, wantedBy(beside, parts))
    const { line, column } = diagnostic.place
    told.set(`${line}:${column} ${diagnostic.what}`, diagnostic)
  }
  return [...told.values()]
}

/** What the forms that were tried at one place would have taken. */
function wantedBy(errors: readonly ShapeError[], parts: NamedParts): Wanted {
  const schemas = errors.map(({ parentSchema }) => parentSchema ?? {})
  const items = schemas.flatMap(({ items }) => items ?? [])
  const { params = {} } = errors.find(({ keyword }) => keyword === 'const') ?? {}
  const only = params['allowedValue']
  return {
    word: schemas.find(({ pattern }) => pattern !== undefined)?.pattern,
    item: items.map((item) => item.pattern ?? partOf(item, parts)?.pattern).find((one) => one !== undefined),
    insteadOfList: typeof only === 'string' ? only : undefined,
    share: schemas.find(({ maximum }) => maximum !== undefined && maximum <= 1)?.maximum,
  }
}

function partOf({ $ref }: ShapeSchema, parts: NamedParts): ShapeSchema | undefined {
  return parts.get($ref?.split('/').at(-1) ?? '')
}

function wordError(error: ShapeError, parsed: ParsedFile, parts: NamedParts, wanted: Wanted): Diagnostic {
  const { keyword, instancePath, params, data } = error
  const schema = error.parentSchema ?? {}
  const title = schema.title ?? 'something else'
  const subject = subjectOf(instancePath)
  const atValue = parsed.placeOf(instancePath)

  if (error.propertyName !== undefined) {
    const what = `"${error.propertyName}" should be ${title}.`
    const meant = schema.pattern === undefined ? undefined : wordMeant(error.propertyName, schema.pattern)
    return fault('UNKNOWN_KEY', parsed.placeOfKey(instancePath + step(error.propertyName)), {
      what,
      mend: meant === undefined ? 'rename it.' : `did you mean "${meant}"?`,
    })
  }
  switch (keyword) {
    case 'additionalProperties': {
      const key = String(params['additionalProperty'])
      const wording = unknownKey(key, title, schema, data)
      return fault('UNKNOWN_KEY', parsed.placeOfKey(instancePath + step(key)), wording)
    }
    case 'required': {
      const key = String(params['missingProperty'])
      const expected = titleOf(schema.properties?.[key], parts)
      const mend = expected === undefined ? `add ${key}.` : `add ${key}: ${expected}.`
      return fault('PARSE', atValue, { what: `${title} needs "${key}", which is missing here.`, mend })
    }
    case 'uniqueItems': {
      const place = parsed.placeOf(instancePath + step(String(params['j'])))
      const item = Array.isArray(data) ? String(data[Number(params['j'])]) : ''
      return fault('DUPLICATE_ID', place, {
        what: `${item} stands twice in ${subject}.`,
        mend: 'remove one of them.',
      })
    }
    case 'enum':
      return fault('PARSE', atValue, enumWording(subject, title, params['allowedValues'], data))
    default:
      break
  }
  if (isChoice(error) && schema.$comment === 'predicate') {
    const { code, key, on, wording } = predicateFault(data)
    const pointer = instancePath + (key === undefined ? '' : step(key))
    return fault(code, on === 'key' ? parsed.placeOfKey(pointer) : parsed.placeOf(pointer), wording)
  }
  if (choosesKeys(error)) {
    const mend = `${title.replace('written with', 'write it with')}.`
    return fault('PARSE', atValue, { what: `${subject} should be ${title}.`, mend })
  }
  const wording = shouldBe(subject, title, data, schema.type === 'string')
  return fault('PARSE', atValue, { ...wording, mend: likelyMeant(data, wanted) ?? wording.mend })
}

function titleOf(schema: ShapeSchema | undefined, parts: NamedParts): string | undefined {
  return schema?.title ?? partOf(schema ?? {}, parts)?.title
}

function unknownKey(key: string, container: string, schema: ShapeSchema, data: unknown): Wording {
  const known = Object.keys(schema.properties ?? {})
  const value = (data as Readonly<Record<string, unknown>>)[key]
  const what = `"${key}" is not a key of ${container}.`
  const free = known.filter((word) => !Object.hasOwn(data as object, word))
  // { why: dark, not black } cuts a text at its comma, and the rest looks like a key without a value.
  if (value === null && nearest(key, known) === undefined && /\s/.test(key)) {
    return { what, mend: 'put the whole text in quotes if this is the part after a comma.' }
  }
  return { what, mend: spaced(key, nearest(key, free) === undefined ? known : free) }
}

function enumWording(subject: string, title: string, allowed: unknown, data: unknown): Wording {
  const words = Array.isArray(allowed) ? allowed.map(String) : []
  const near = typeof data === 'string' ? nearest(data, words) : undefined
  const wording = shouldBe(subject, title, data, true)
  return near === undefined ? wording : { ...wording, mend: `did you mean "${near}"?` }
}

/** `"fraction"`, `item 2 of "order"`, or `the file`. */
function subjectOf(pointer: string): string {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = steps.at(-1)
  if (last === undefined) return 'the file'
  return /^\d+$/.test(last) ? `item ${Number(last) + 1} of "${steps.at(-2) ?? ''}"` : `"${last}"`
}

/**
 * The schema's refusals in a geneticist's words: what, why, how to mend, at the line and column.
 * Guarantees: one diagnostic for one mistake (a value that fits none of several forms is told once); no
 * pointer or type jargon: the noun phrases are the schemas' own titles.
 * Leaves to others: finding the refusals (schema.ts).
 */
import { fault, type Diagnostic, type Wording } from './diagnostic.js'
import { nearest } from './nearest.js'
import { step, type ParsedFile } from './parse.js'
import { predicateFault, spaced } from './predicate-wording.js'
import { shouldBe } from './value-wording.js'

/** What is read of a validator's error: JSON Schema's own words, whichever validator. */
export interface ShapeError {
  readonly keyword: string
  /** JSON pointer of the value at fault. */
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  /** Set on errors about a key rather than a value: the key. */
  readonly propertyName?: string
  readonly schema?: unknown
  readonly parentSchema?: ShapeSchema
  readonly data?: unknown
}

interface ShapeSchema {
  readonly $ref?: string
  readonly title?: string
  readonly $comment?: string
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, ShapeSchema>>
}

/** Titles of the schemas' named parts, by the last word of a `$ref`. */
export type PartTitles = ReadonlyMap<string, string>

/** Errors of one file, told once each. */
export function shapeDiagnostics(
  errors: readonly ShapeError[],
  parsed: ParsedFile,
  titles: PartTitles,
): readonly Diagnostic[] {
  const told = new Map<string, Diagnostic>()
  for (const error of withoutEchoes(errors)) {
    const diagnostic = wordError(error, parsed, titles)
    const { line, column } = diagnostic.place
    told.set(`${line}:${column} ${diagnostic.what}`, diagnostic)
  }
  return [...told.values()]
}

/** Leaves the errors that say something of their own. */
function withoutEchoes(errors: readonly ShapeError[]): readonly ShapeError[] {
  const choices = errors.filter(isChoice)
  const ofValues = choices.filter((choice) => !choosesKeys(choice))
  const unknown = errors.filter(({ keyword }) => keyword === 'additionalProperties')
  return errors.filter((error) => {
    const { keyword, instancePath, params } = error
    // Both only repeat what the errors beside them say.
    if (keyword === 'if' || keyword === 'propertyNames') return false
    if (ofValues.includes(error)) return !ofValues.some((other) => below(other.instancePath, instancePath))
    if (
      ofValues.some(
        (choice) => choice.instancePath === instancePath || below(instancePath, choice.instancePath),
      )
    )
      return false
    if (choosesKeys(error)) return true
    if (keyword !== 'required' && keyword !== 'not') return true
    const chosen = choices.some((choice) => choice.instancePath === instancePath && choosesKeys(choice))
    const misspelt = unknown.some(
      (other) =>
        other.instancePath === instancePath &&
        nearest(String(other.params['additionalProperty']), [String(params['missingProperty'])]) !==
          undefined,
    )
    return !chosen && !misspelt
  })
}

function isChoice({ keyword }: ShapeError): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf'
}

/** A choice between sets of keys that must be there, as against one between kinds of value. */
function choosesKeys(error: ShapeError): boolean {
  const { schema } = error
  const branches: readonly unknown[] = Array.isArray(schema) ? schema : []
  return (
    isChoice(error) &&
    branches.every((branch) => typeof branch === 'object' && branch !== null && 'required' in branch)
  )
}

function below(pointer: string, ancestor: string): boolean {
  return pointer.startsWith(`${ancestor}/`)
}

function wordError(error: ShapeError, parsed: ParsedFile, titles: PartTitles): Diagnostic {
  const { keyword, instancePath, params, data } = error
  const schema = error.parentSchema ?? {}
  const title = schema.title ?? 'something else'
  const subject = subjectOf(instancePath)
  const atValue = parsed.placeOf(instancePath)

  if (error.propertyName !== undefined) {
    const what = `"${error.propertyName}" should be ${title}.`
    return fault('UNKNOWN_KEY', parsed.placeOfKey(instancePath + step(error.propertyName)), {
      what,
      mend: 'rename it.',
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
      const expected = titleOf(schema.properties?.[key], titles)
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
  return fault('PARSE', atValue, shouldBe(subject, title, data, schema.type === 'string'))
}

function titleOf(schema: ShapeSchema | undefined, titles: PartTitles): string | undefined {
  return schema?.title ?? titles.get(schema?.$ref?.split('/').at(-1) ?? '')
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

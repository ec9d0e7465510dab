/**
 * Checks the shape of one parsed file: for what its JSON Schema refuses, one diagnostic for one mistake, at its line and
 * column. Where a value may have several forms, a validator says what keeps it from each of them. So value and schema
 * are walked side by side here, into the form that was meant, and the validator only says which part it accepts.
 * Guarantees: at least one diagnostic for whatever is refused; no pointer or type jargon: the noun phrases are the
 * schemas' own titles.
 */
import type { DiagnosticCode } from '../diagnostic.js'
import type { FileContent, Kind } from '../file-types.js'
import type { FileReading } from '../yaml/parsed-file.js'
import { step } from '../yaml/pointer.js'
import { formMeant, type Block } from './form-meant.js'
import { likelyMeant, wordMeant } from './likely-meant.js'
import { nearest, suggestedKey } from './nearest.js'
import { accepts, resolved, schemaOf, type ShapeSchema } from './schema.js'
import { describe, subjectOf, withoutExplanation } from './value-wording.js'

/** Whether the file's value has the shape of its kind; what is wrong with it is reported. */
export function hasShape<K extends Kind>(
  kind: K,
  file: FileReading<unknown>,
): file is FileReading<FileContent[K]> {
  const faults = faultsOf(schemaOf(kind), file.value, '')
  for (const { code, pointer, what, mend } of faults) {
    if (code === 'KEY') file.reportKey(pointer, { what, mend })
    else file.report(code, pointer, { what, mend })
  }
  return faults.length === 0
}

interface ShapeFault {
  /** KEY: the key itself is at fault, and not its value. */
  readonly code: DiagnosticCode | 'KEY'
  readonly pointer: string
  readonly what: string
  readonly mend: string
}

/** What is wrong with the value at a JSON pointer. @param written undefined where anything may stand */
function faultsOf(written: ShapeSchema | undefined, value: unknown, pointer: string): readonly ShapeFault[] {
  if (written === undefined) return []
  const schema = resolved(written)
  if (accepts(schema, value)) return []
  const parts = partFaults(schema, value, pointer)
  // Where no part is at fault, the whole is.
  return parts.length > 0 ? parts : [wholeFault(schema, value, pointer)]
}

function partFaults(schema: ShapeSchema, value: unknown, pointer: string): readonly ShapeFault[] {
  const forms = formsOf(schema)
  if (Array.isArray(value)) {
    const form = forms.find(({ type }) => type === 'array')
    if (form === undefined) return []
    return form.code === undefined ? itemFaults(form, value, pointer) : [wholeFault(form, value, pointer)]
  }
  if (!isBlock(value)) return []
  const blocks = forms.filter(({ type }) => type === 'object')
  const { form, faults } = formMeant(blocks, value, schema.title ?? '')
  if (form !== undefined) return keyFaults(form, value, pointer)
  return faults.map(({ key, ...wording }) =>
    key === undefined
      ? { code: 'PARSE', pointer, ...wording }
      : { code: 'KEY', pointer: pointer + step(key), ...wording },
  )
}

function formsOf(schema: ShapeSchema): readonly ShapeSchema[] {
  return (schema.anyOf ?? [schema]).map(resolved)
}

function wholeFault(schema: ShapeSchema, value: unknown, pointer: string): ShapeFault {
  const { title = 'something else', code = 'PARSE' } = schema
  const words = formsOf(schema).flatMap((form) => form.enum ?? [])
  const near = typeof value === 'string' ? nearest(value, words) : undefined
  const meant =
    near === undefined ? likelyMeant(value, (other) => accepts(schema, other)) : `did you mean "${near}"?`
  const what = `${subjectOf(pointer)} should be ${title}, but is ${describe(value)}.`
  return { code, pointer, what, mend: meant ?? schema.mend ?? `write ${withoutExplanation(title)}.` }
}

function itemFaults(
  { items, uniqueItems }: ShapeSchema,
  list: readonly unknown[],
  pointer: string,
): readonly ShapeFault[] {
  const faults = list.flatMap((item, index) => faultsOf(items, item, pointer + step(index)))
  const last = new Map(list.map((item, index) => [item, index]))
  const first = list.findIndex((item, index) => last.get(item) !== index)
  if (uniqueItems !== true || first === -1) return faults
  const what = `${String(list[first])} stands twice in ${subjectOf(pointer)}.`
  return [
    ...faults,
    { code: 'DUPLICATE_ID', pointer: pointer + step(first), what, mend: 'remove one of them.' },
  ]
}

function keyFaults(form: ShapeSchema, block: Block, pointer: string): readonly ShapeFault[] {
  const { title = 'this block', properties = {}, propertyNames, allOf = [] } = form
  const unknown = Object.keys(block).filter((key) => schemaOfKey(form, key) === undefined)
  return [
    ...unknown.map((key): ShapeFault => {
      const what = `"${key}" is not a key of ${title}.`
      const mend = mendOfKey(key, Object.keys(properties), block)
      return { code: 'KEY', pointer: pointer + step(key), what, mend }
    }),
    ...Object.entries(block).flatMap(([key, value]) => [
      ...faultsOf(schemaOfKey(form, key), value, pointer + step(key)),
      ...nameFaults(propertyNames, key, pointer),
    ]),
    ...[form, ...allOf].flatMap((part) => missingKeys(form, part, unknown, block, pointer)),
  ]
}

function nameFaults(written: ShapeSchema | undefined, key: string, pointer: string): readonly ShapeFault[] {
  if (written === undefined) return []
  const schema = resolved(written)
  if (accepts(schema, key)) return []
  const meant = wordMeant(key, (word) => accepts(schema, word))
  const what = `"${key}" should be ${schema.title ?? 'another word'}.`
  const mend = meant === undefined ? 'rename it.' : `did you mean "${meant}"?`
  return [{ code: 'KEY', pointer: pointer + step(key), what, mend }]
}

/**
 * What a part of a block's schema asks for and is not there, not even misspelt.
 * @param unknown keys of the block that its schema does not know
 */
function missingKeys(
  form: ShapeSchema,
  part: ShapeSchema,
  unknown: readonly string[],
  block: Block,
  pointer: string,
): readonly ShapeFault[] {
  const { required = [], oneOf = [], title = form.title ?? 'this block' } = requiredBy(part, block)
  const isMisspelt = (key: string) => unknown.some((word) => nearest(word, [key]) !== undefined)
  const missing = required.filter((key) => !Object.hasOwn(block, key) && !isMisspelt(key))
  const faults = missing.map((key): ShapeFault => {
    const expected = resolved(form.properties?.[key] ?? {}).title
    const what = `${title} needs "${key}", which is missing here.`
    return { code: 'PARSE', pointer, what, mend: `add ${key}${expected ? `: ${expected}` : ''}.` }
  })
  if (oneOf.length === 0 || oneOf.flatMap((one) => one.required ?? []).some(isMisspelt)) return faults
  if (accepts(part, block)) return faults
  const what = `${subjectOf(pointer)} should be ${title}.`
  return [
    ...faults,
    { code: 'PARSE', pointer, what, mend: `${title.replace('written with', 'write it with')}.` },
  ]
}

/** What a part of a schema requires, which may depend on the value. */
function requiredBy(part: ShapeSchema, block: Block): ShapeSchema {
  if (part.if === undefined) return part
  return (accepts(part.if, block) ? part.then : part.else) ?? {}
}

/** What may stand under a key; undefined where the block has no such key. */
function schemaOfKey(form: ShapeSchema, key: string): ShapeSchema | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties } = form
  if (Object.hasOwn(properties, key)) return properties[key]
  const free = Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern, 'u').test(key))
  return free?.[1] ?? (additionalProperties === false ? undefined : additionalProperties)
}

function mendOfKey(key: string, known: readonly string[], block: Block): string {
  const free = known.filter((word) => !Object.hasOwn(block, word))
  // { why: dark, not black } cuts a text at its comma, and the rest looks like a key without a value.
  if (block[key] === null && nearest(key, known) === undefined && /\s/.test(key)) {
    return 'put the whole text in quotes if this is the part after a comma.'
  }
  return suggestedKey(key, nearest(key, free) === undefined ? known : free)
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

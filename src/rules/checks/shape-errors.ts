/**
 * Reports what a file's JSON Schema refuses: one diagnostic per mistake, at its line and column. If a value can have
 * several forms, a validator lists what excludes each of them, so value and schema are walked in parallel here, into
 * the form that was meant, and the validator only decides which parts are valid.
 * Guarantees: at least one diagnostic for every refused value, worded with the schemas' titles.
 */
import type { DiagnosticCode, Wording } from '../diagnostic.js'
import type { FileContent, Kind } from '../file-types.js'
import { type FileReading, step } from '../yaml/parsed-file.js'
import { formMeant, type Block } from './form-meant.js'
import { describe, likelyMeant, subjectOf, withoutExplanation, wordMeant } from './refused-value.js'
import { nearest, suggestion } from '../../common/nearest.js'
import { suggestedKey } from './suggested.js'
import { accepts, resolved, type ShapeSchema } from './schema.js'
import { plainSpelling, withNamedCharacters } from '../yaml/typing-slips.js'

/** Whether the value has the shape of its kind; reports its faults. */
export function hasShape<K extends Kind>(
  kind: K,
  file: FileReading<unknown>,
): file is FileReading<FileContent[K]> {
  let isSound = true
  // Lazily, so that no more messages are created than are reported.
  for (const { code, pointer, ...wording } of faultsOf({ $ref: `${kind}.schema.json` }, file.value, '')) {
    isSound = false
    if (code === 'KEY') file.reportKey(pointer, wording)
    else file.report(code, pointer, wording)
  }
  return isSound
}

interface ShapeFault extends Wording {
  /** KEY: the key itself is wrong, not its value. */
  readonly code: DiagnosticCode | 'KEY'
  readonly pointer: string
}

type Faults = Generator<ShapeFault, void>

/** The faults of the value at a JSON pointer. @param written undefined if anything is allowed */
function* faultsOf(written: ShapeSchema | undefined, value: unknown, pointer: string): Faults {
  if (written === undefined) return
  const schema = resolved(written)
  if (accepts(schema, value)) return
  let isPart = false
  for (const part of partFaults(schema, value, pointer)) {
    isPart = true
    yield part
  }
  // If no part is at fault, the whole value is.
  if (!isPart) yield wholeFault(schema, value, pointer)
}

function* partFaults(schema: ShapeSchema, value: unknown, pointer: string): Faults {
  const forms = formsOf(schema)
  if (Array.isArray(value)) {
    const form = forms.find(({ type }) => type === 'array')
    if (form?.code !== undefined) yield wholeFault(form, value, pointer)
    else if (form !== undefined) yield* itemFaults(form, value, pointer)
  } else if (isBlock(value)) {
    const blocks = forms.filter(({ type }) => type === 'object')
    const { form, faults } = formMeant(blocks, value, schema.title ?? '')
    if (form !== undefined) yield* keyFaults(form, value, pointer)
    for (const { key, ...wording } of faults) {
      if (key === undefined) yield { code: 'PARSE', pointer, ...wording }
      else yield { code: 'KEY', pointer: pointer + step(key), ...wording }
    }
  }
}

function formsOf(schema: ShapeSchema): readonly ShapeSchema[] {
  return (schema.anyOf ?? [schema]).map(resolved)
}

function wholeFault(schema: ShapeSchema, value: unknown, pointer: string): ShapeFault {
  const { title = 'something else', code = 'PARSE' } = schema
  const words = formsOf(schema).flatMap((form) => form.enum ?? [])
  const otherwise =
    likelyMeant(value, (other) => accepts(schema, other)) ??
    listMeant(schema, value) ??
    schema.fix ??
    `write ${withoutExplanation(title)}.`
  const fix = typeof value === 'string' ? suggestion(value, words, otherwise) : otherwise
  return { code, pointer, what: `${subjectOf(pointer)} should be ${title}, but is ${describe(value)}.`, fix }
}

/** A list of blocks whose dashes are missing. */
function listMeant(schema: ShapeSchema, value: unknown): string | undefined {
  const forms = formsOf(schema)
  const isOfBlocks = forms.some(
    ({ items }) => items !== undefined && formsOf(resolved(items)).some(({ type }) => type === 'object'),
  )
  if (!isBlock(value) || !isOfBlocks) return undefined
  return 'begin each item of the list with a dash and a space: "- ".'
}

function* itemFaults({ items, uniqueItems }: ShapeSchema, list: readonly unknown[], pointer: string): Faults {
  for (const [index, item] of list.entries()) yield* faultsOf(items, item, pointer + step(index))
  if (uniqueItems !== true) return
  const last = new Map(list.map((item, index) => [item, index]))
  const first = list.findIndex((item, index) => last.get(item) !== index)
  if (first === -1) return
  const what = `${String(list[first])} is listed twice in ${subjectOf(pointer)}.`
  yield { code: 'DUPLICATE_ID', pointer: pointer + step(first), what, fix: 'remove one of them.' }
}

function* keyFaults(form: ShapeSchema, block: Block, pointer: string): Faults {
  const { title = 'this block', properties = {}, propertyNames, allOf = [] } = form
  const unknown = Object.keys(block).filter((key) => schemaOfKey(form, key) === undefined)
  for (const key of unknown) {
    const what = `"${withNamedCharacters(key)}" is not a key of ${title}.`
    const fix = fixOfKey(key, Object.keys(properties), block)
    yield { code: 'KEY', pointer: pointer + step(key), what, fix }
  }
  for (const [key, value] of Object.entries(block)) {
    if (isAfterComma(key, value)) {
      if (unknown.includes(key)) continue
      const what = `"${key}" has no value; it looks like the decimals after a comma.`
      yield { code: 'PARSE', pointer: pointer + step(key), what, fix: WITHOUT_COMMA }
      continue
    }
    yield* faultsOf(schemaOfKey(form, key), value, pointer + step(key))
    yield* nameFaults(propertyNames, key, pointer + step(key))
  }
  for (const part of [form, ...allOf]) yield* missingKeys(form, part, unknown, block, pointer)
}

function* nameFaults(written: ShapeSchema | undefined, key: string, pointer: string): Faults {
  if (written === undefined) return
  const schema = resolved(written)
  if (accepts(schema, key)) return
  const meant = wordMeant(key, (word) => accepts(schema, word)) ?? plainSpelling(key)?.plain
  const what = `"${key}" should be ${schema.title ?? 'another word'}.`
  yield { code: 'KEY', pointer, what, fix: meant === undefined ? 'rename it.' : `did you mean "${meant}"?` }
}

/**
 * Required keys that are missing and not just misspelt.
 * @param unknown keys of the block that its schema does not define
 */
function* missingKeys(
  form: ShapeSchema,
  part: ShapeSchema,
  unknown: readonly string[],
  block: Block,
  pointer: string,
): Faults {
  // What is required may depend on the block's other values.
  const effective = part.if === undefined ? part : accepts(part.if, block) ? part.then : part.else
  const { required = [], dependencies = {}, oneOf = [], title = form.title ?? 'this block' } = effective ?? {}
  const isMisspelt = (key: string) => unknown.some((word) => nearest(word, [key]) !== undefined)
  for (const key of required) {
    if (Object.hasOwn(block, key) || isMisspelt(key)) continue
    const expected = resolved(form.properties?.[key] ?? {}).title
    const what = `${title} needs "${key}", which is missing here.`
    yield { code: 'PARSE', pointer, what, fix: `add ${key}${expected ? `: ${expected}` : ''}.` }
  }
  for (const [key, others] of Object.entries(dependencies)) {
    if (!Object.hasOwn(block, key)) continue
    for (const other of others) {
      if (Object.hasOwn(block, other) || isMisspelt(other)) continue
      const expected = resolved(form.properties?.[other] ?? {}).title ?? 'its value'
      const what = `"${key}" needs "${other}" beside it, which is missing here.`
      yield { code: 'PARSE', pointer: pointer + step(key), what, fix: `add ${other}: ${expected}.` }
    }
  }
  if (oneOf.length === 0 || oneOf.flatMap((one) => one.required ?? []).some(isMisspelt)) return
  if (accepts(part, block)) return
  const what = `${subjectOf(pointer)} should be ${title}.`
  yield { code: 'PARSE', pointer, what, fix: `${title.replace('written with', 'write it with')}.` }
}

/** The schema of a key's value; undefined if the block has no such key. */
function schemaOfKey(form: ShapeSchema, key: string): ShapeSchema | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties } = form
  if (Object.hasOwn(properties, key)) return properties[key]
  const free = Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern, 'u').test(key))
  return free?.[1] ?? (additionalProperties === false ? undefined : additionalProperties)
}

function fixOfKey(key: string, known: readonly string[], block: Block): string {
  if (isAfterComma(key, block[key])) return WITHOUT_COMMA
  const free = known.filter((word) => !Object.hasOwn(block, word))
  // YAML cuts { why: dark, not black } at the comma; the rest looks like a key without a value.
  if (block[key] === null && nearest(key, known) === undefined && /\s/.test(key)) {
    return 'put the whole text in quotes if this is the part after a comma.'
  }
  return suggestedKey(key, nearest(key, free) === undefined ? known : free)
}

const WITHOUT_COMMA = 'write numbers without a comma: with a point, as in 0.5, or in one piece, as in 1200.'

/** YAML reads `{ A: 0,479 }` as A: 0 and a key 479 without a value. */
function isAfterComma(key: string, value: unknown): boolean {
  return value === null && /^\d+$/.test(key)
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

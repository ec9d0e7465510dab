/**
 * For what its JSON Schema refuses in a file, one diagnostic for one mistake, at its line and column. Of a value with
 * several forms a validator would say what keeps it from each of them. So value and schema are walked side by side here,
 * into the form that was meant, and the validator only says which part it accepts.
 * Guarantees: at least one diagnostic for whatever is refused, in the words of the schemas' own titles.
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

/** Whether the file's value has the shape of its kind; what is wrong with it is reported. */
export function hasShape<K extends Kind>(
  kind: K,
  file: FileReading<unknown>,
): file is FileReading<FileContent[K]> {
  let isSound = true
  // One by one, so that no more are worded than are reported.
  for (const { code, pointer, ...wording } of faultsOf({ $ref: `${kind}.schema.json` }, file.value, '')) {
    isSound = false
    if (code === 'KEY') file.reportKey(pointer, wording)
    else file.report(code, pointer, wording)
  }
  return isSound
}

interface ShapeFault extends Wording {
  /** KEY: the key itself is at fault, and not its value. */
  readonly code: DiagnosticCode | 'KEY'
  readonly pointer: string
}

type Faults = Generator<ShapeFault, void>

/** What is wrong with the value at a JSON pointer. @param written undefined where anything may stand */
function* faultsOf(written: ShapeSchema | undefined, value: unknown, pointer: string): Faults {
  if (written === undefined) return
  const schema = resolved(written)
  if (accepts(schema, value)) return
  let isPart = false
  for (const part of partFaults(schema, value, pointer)) {
    isPart = true
    yield part
  }
  // Where no part is at fault, the whole is.
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

/** A list of blocks of which the dashes were forgotten. */
function listMeant(schema: ShapeSchema, value: unknown): string | undefined {
  const forms = formsOf(schema)
  const isOfBlocks = forms.some(
    ({ items }) => items !== undefined && formsOf(resolved(items)).some(({ type }) => type === 'object'),
  )
  if (!isBlock(value) || !isOfBlocks) return undefined
  return 'begin each item of the list with a dash and a blank: "- ".'
}

function* itemFaults({ items, uniqueItems }: ShapeSchema, list: readonly unknown[], pointer: string): Faults {
  for (const [index, item] of list.entries()) yield* faultsOf(items, item, pointer + step(index))
  if (uniqueItems !== true) return
  const last = new Map(list.map((item, index) => [item, index]))
  const first = list.findIndex((item, index) => last.get(item) !== index)
  if (first === -1) return
  const what = `${String(list[first])} stands twice in ${subjectOf(pointer)}.`
  yield { code: 'DUPLICATE_ID', pointer: pointer + step(first), what, fix: 'remove one of them.' }
}

function* keyFaults(form: ShapeSchema, block: Block, pointer: string): Faults {
  const { title = 'this block', properties = {}, propertyNames, allOf = [] } = form
  const unknown = Object.keys(block).filter((key) => schemaOfKey(form, key) === undefined)
  for (const key of unknown) {
    const what = `"${withNamedCharacters(key)}" is not a key of ${title}.`
    const fix = mendOfKey(key, Object.keys(properties), block)
    yield { code: 'KEY', pointer: pointer + step(key), what, fix }
  }
  for (const [key, value] of Object.entries(block)) {
    if (isAfterComma(key, value)) {
      if (unknown.includes(key)) continue
      const what = `"${key}" has no value, and looks like what follows a comma in a number.`
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
 * What a part of a block's schema asks for and is not there, not even misspelt.
 * @param unknown keys of the block that its schema does not know
 */
function* missingKeys(
  form: ShapeSchema,
  part: ShapeSchema,
  unknown: readonly string[],
  block: Block,
  pointer: string,
): Faults {
  // What is required may depend on the value.
  const asked = part.if === undefined ? part : accepts(part.if, block) ? part.then : part.else
  const { required = [], dependencies = {}, oneOf = [], title = form.title ?? 'this block' } = asked ?? {}
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

/** What may stand under a key; undefined where the block has no such key. */
function schemaOfKey(form: ShapeSchema, key: string): ShapeSchema | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties } = form
  if (Object.hasOwn(properties, key)) return properties[key]
  const free = Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern, 'u').test(key))
  return free?.[1] ?? (additionalProperties === false ? undefined : additionalProperties)
}

function mendOfKey(key: string, known: readonly string[], block: Block): string {
  if (isAfterComma(key, block[key])) return WITHOUT_COMMA
  const free = known.filter((word) => !Object.hasOwn(block, word))
  // { why: dark, not black } cuts a text at its comma, and the rest looks like a key without a value.
  if (block[key] === null && nearest(key, known) === undefined && /\s/.test(key)) {
    return 'put the whole text in quotes if this is the part after a comma.'
  }
  return suggestedKey(key, nearest(key, free) === undefined ? known : free)
}

const WITHOUT_COMMA = 'write numbers without a comma: with a point, as in 0.5, or in one piece, as in 1200.'

/** `{ A: 0,479 }` reads as A: 0 and a key 479 without a value. */
function isAfterComma(key: string, value: unknown): boolean {
  return value === null && /^\d+$/.test(key)
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

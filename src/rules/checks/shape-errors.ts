/**
 * What is wrong with a value that its JSON Schema refuses: one diagnostic for one mistake, at its line and column.
 * Where a value may have several forms, a validator says what keeps it from each of them. So value and schema are
 * walked side by side here, into the form that was meant, and the validator only says which part it accepts.
 * Guarantees: at least one diagnostic for whatever is refused; no pointer or type jargon: the noun phrases are the
 * schemas' own titles.
 */
import { fault, type Diagnostic, type DiagnosticCode, type Wording } from '../diagnostic.js'
import type { ParsedFile } from '../yaml/parse.js'
import { step } from '../yaml/pointer.js'
import { formMeant } from './form-meant.js'
import { likelyMeant, wordMeant } from './likely-meant.js'
import { nearest, suggestedKey } from './nearest.js'
import type { Block, ShapeSchema, Validator } from './shape-schema.js'
import { describe, subjectOf, withoutExplanation } from './value-wording.js'

/** All that is wrong with a file. */
export function shapeErrors(parsed: ParsedFile, schema: ShapeSchema, validator: Validator): Diagnostic[] {
  const errors = new ShapeErrors(parsed, validator)
  errors.check(schema, parsed.value, '')
  return errors.diagnostics
}

class ShapeErrors {
  readonly diagnostics: Diagnostic[] = []
  private readonly parsed: ParsedFile
  private readonly validator: Validator

  constructor(parsed: ParsedFile, validator: Validator) {
    this.parsed = parsed
    this.validator = validator
  }

  /** Reports what is wrong with the value at a JSON pointer. */
  check(written: ShapeSchema, value: unknown, pointer: string): void {
    const schema = this.validator.resolve(written)
    if (this.validator.accepts(schema, value)) return
    const before = this.diagnostics.length
    const forms = this.formsOf(schema)
    if (Array.isArray(value)) {
      const form = forms.find(({ type }) => type === 'array')
      if (form?.code !== undefined) this.whole(form, value, pointer)
      else if (form !== undefined) this.items(form, value, pointer)
    } else if (isBlock(value)) {
      const blocks = forms.filter(({ type }) => type === 'object')
      const { form, faults } = formMeant(blocks, value, schema.title ?? '')
      for (const { key, wording } of faults) {
        if (key === undefined) this.report('PARSE', pointer, wording)
        else this.reportKey(pointer, key, wording)
      }
      if (form !== undefined) this.keys(form, value, pointer)
    }
    // Where no part is at fault, the whole is.
    if (this.diagnostics.length === before) this.whole(schema, value, pointer)
  }

  private formsOf(schema: ShapeSchema): readonly ShapeSchema[] {
    return (schema.anyOf ?? [schema]).map((form) => this.validator.resolve(form))
  }

  private whole(schema: ShapeSchema, value: unknown, pointer: string): void {
    const { title = 'something else', code = 'PARSE' } = schema
    const words = this.formsOf(schema).flatMap((form) => form.enum ?? [])
    const near = typeof value === 'string' ? nearest(value, words) : undefined
    const meant =
      near === undefined
        ? likelyMeant(value, (other) => this.validator.accepts(schema, other))
        : `did you mean "${near}"?`
    this.report(code, pointer, {
      what: `${subjectOf(pointer)} should be ${title}, but is ${describe(value)}.`,
      mend: meant ?? schema.mend ?? `write ${withoutExplanation(title)}.`,
    })
  }

  private items({ items, uniqueItems }: ShapeSchema, list: readonly unknown[], pointer: string): void {
    if (items !== undefined) list.forEach((item, index) => this.check(items, item, pointer + step(index)))
    if (uniqueItems !== true) return
    const last = new Map(list.map((item, index) => [item, index]))
    const first = list.findIndex((item, index) => last.get(item) !== index)
    if (first === -1) return
    const what = `${String(list[first])} stands twice in ${subjectOf(pointer)}.`
    this.report('DUPLICATE_ID', pointer + step(first), { what, mend: 'remove one of them.' })
  }

  private keys(form: ShapeSchema, block: Block, pointer: string): void {
    const { title = 'this block', properties = {}, propertyNames } = form
    const unknown = Object.keys(block).filter((key) => schemaOfKey(form, key) === undefined)
    for (const key of unknown) {
      const mend = mendOfKey(key, Object.keys(properties), block)
      this.reportKey(pointer, key, { what: `"${key}" is not a key of ${title}.`, mend })
    }
    for (const [key, value] of Object.entries(block)) {
      const schema = schemaOfKey(form, key)
      if (schema !== undefined) this.check(schema, value, pointer + step(key))
      if (propertyNames !== undefined) this.name(propertyNames, key, pointer)
    }
    const isMisspelt = (key: string) => unknown.some((word) => nearest(word, [key]) !== undefined)
    for (const part of [form, ...(form.allOf ?? [])]) {
      const { required = [], oneOf = [], title: whole = title } = this.demanded(part, block)
      for (const key of required.filter((key) => !Object.hasOwn(block, key) && !isMisspelt(key))) {
        const expected = this.validator.resolve(properties[key] ?? {}).title
        const what = `${whole} needs "${key}", which is missing here.`
        this.report('PARSE', pointer, { what, mend: `add ${key}${expected ? `: ${expected}` : ''}.` })
      }
      if (oneOf.flatMap((one) => one.required ?? []).some(isMisspelt)) continue
      if (oneOf.length === 0 || this.validator.accepts(part, block)) continue
      const mend = `${whole.replace('written with', 'write it with')}.`
      this.report('PARSE', pointer, { what: `${subjectOf(pointer)} should be ${whole}.`, mend })
    }
  }

  /** What a part of a schema demands, which may depend on the value. */
  private demanded(part: ShapeSchema, block: Block): ShapeSchema {
    if (part.if === undefined) return part
    return (this.validator.accepts(part.if, block) ? part.then : part.else) ?? {}
  }

  private name(propertyNames: ShapeSchema, key: string, pointer: string): void {
    const schema = this.validator.resolve(propertyNames)
    if (this.validator.accepts(schema, key)) return
    const meant = wordMeant(key, (word) => this.validator.accepts(schema, word))
    this.reportKey(pointer, key, {
      what: `"${key}" should be ${schema.title ?? 'another word'}.`,
      mend: meant === undefined ? 'rename it.' : `did you mean "${meant}"?`,
    })
  }

  private report(code: DiagnosticCode, pointer: string, wording: Wording): void {
    this.diagnostics.push(fault(code, this.parsed.placeOf(pointer), wording))
  }

  private reportKey(pointer: string, key: string, wording: Wording): void {
    this.diagnostics.push(fault('UNKNOWN_KEY', this.parsed.placeOfKey(pointer + step(key)), wording))
  }
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

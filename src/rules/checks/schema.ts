/**
 * The JSON Schemas of the rule files, and the validator that knows them. The only file of the loader that knows ajv.
 */
import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import type { DiagnosticCode } from '../diagnostic.js'
import { FILE_NAMES } from '../source.js'

/** What is read of a JSON Schema to say what is wrong with a value. */
export interface ShapeSchema {
  readonly $ref?: string
  /** A noun phrase: what should stand there. */
  readonly title?: string
  /** A form with a code of its own is refused as a whole. */
  readonly code?: DiagnosticCode
  /** How to fix a value that is refused. */
  readonly fix?: string
  readonly type?: unknown
  readonly enum?: readonly string[]
  readonly items?: ShapeSchema
  readonly uniqueItems?: boolean
  readonly properties?: Readonly<Record<string, ShapeSchema>>
  readonly patternProperties?: Readonly<Record<string, ShapeSchema>>
  readonly additionalProperties?: ShapeSchema | false
  readonly propertyNames?: ShapeSchema
  readonly required?: readonly string[]
  /** Keys that must stand beside a key. */
  readonly dependencies?: Readonly<Record<string, readonly string[]>>
  readonly anyOf?: readonly ShapeSchema[]
  readonly allOf?: readonly ShapeSchema[]
  readonly oneOf?: readonly ShapeSchema[]
  readonly if?: ShapeSchema
  readonly then?: ShapeSchema
  readonly else?: ShapeSchema
}

/** Published beside the compiled code, which runs from build/src/rules. */
const SCHEMAS = new URL('../../../../src/rules/schemas/', import.meta.url)

// strictTypes and strictRequired would refuse schema parts that only say "with this key or that one".
const ajv = new Ajv({ allErrors: false, strict: true, strictTypes: false, strictRequired: false })
// Words of our own, beside the forms that they speak of.
ajv.addVocabulary(['code', 'fix'])
for (const name of ['shared', ...FILE_NAMES.map(([kind]) => kind)]) {
  const file = `${name}.schema.json`
  // Every part is found by its file's name, also from within the file: a part is validated by itself, too.
  const text = readFileSync(new URL(file, SCHEMAS), 'utf8').replaceAll('"#/', `"${file}#/`)
  ajv.addSchema(JSON.parse(text, withItemType) as ShapeSchema, file)
}

/**
 * Lists without duplicates are lists of words. ajv compares words by a table, and items whose type it does not see, as behind
 * a `$ref`, each with each.
 */
function withItemType(_key: string, value: unknown): unknown {
  const { uniqueItems, items } = (value ?? {}) as ShapeSchema
  if (uniqueItems !== true || items?.$ref === undefined) return value
  return { ...(value as ShapeSchema), items: { ...items, type: 'string' } }
}

/** The part that a `$ref` names, or the schema itself. */
export function resolved(schema: ShapeSchema): ShapeSchema {
  return schema.$ref === undefined ? schema : (ajv.getSchema(schema.$ref)?.schema as ShapeSchema)
}

export function accepts(schema: ShapeSchema, value: unknown): boolean {
  return ajv.validate(schema, value)
}

/** A check of data that is no rule file; it stops at the first error. @param formats tests of texts, by name */
export function compileSchema<Value>(
  schema: object,
  formats: Readonly<Record<string, (text: string) => boolean>>,
): ValidateFunction<Value> {
  return new Ajv({ strict: true, strictTypes: false, formats }).compile<Value>(schema)
}

/**
 * The JSON Schemas of the rule files and their validator. The only file of the loader that uses ajv.
 */
import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import type { DiagnosticCode } from '../diagnostic.js'
import { FILE_NAMES } from '../source.js'

/** The parts of a JSON Schema that diagnostics use. */
export interface ShapeSchema {
  readonly $ref?: string
  /** A noun phrase for the expected value. */
  readonly title?: string
  /** If set, a value of this form is reported as a whole, with this code. */
  readonly code?: DiagnosticCode
  /** The fix for a refused value. */
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
  /** Key → keys that must accompany it. */
  readonly dependencies?: Readonly<Record<string, readonly string[]>>
  readonly anyOf?: readonly ShapeSchema[]
  readonly allOf?: readonly ShapeSchema[]
  readonly oneOf?: readonly ShapeSchema[]
  readonly if?: ShapeSchema
  readonly then?: ShapeSchema
  readonly else?: ShapeSchema
}

/** The schemas stay in src/; the compiled code runs from build/src/rules. */
const SCHEMAS = new URL('../../../../src/rules/schemas/', import.meta.url)

// strictTypes and strictRequired would refuse schema parts that only express "with this key or that one".
const ajv = new Ajv({ allErrors: false, strict: true, strictTypes: false, strictRequired: false })
// Our keywords for diagnostics; see ShapeSchema.
ajv.addVocabulary(['code', 'fix'])
for (const name of ['shared', ...FILE_NAMES.map(([kind]) => kind)]) {
  const file = `${name}.schema.json`
  // Qualify local references with the file name, because parts are also validated on their own.
  const text = readFileSync(new URL(file, SCHEMAS), 'utf8').replaceAll('"#/', `"${file}#/`)
  ajv.addSchema(JSON.parse(text, withItemType) as ShapeSchema, file)
}

/**
 * Adds the item type to lists without duplicates. ajv then compares words with a hash table; without a visible type
 * (as behind a `$ref`) it compares all pairs.
 */
function withItemType(_key: string, value: unknown): unknown {
  const { uniqueItems, items } = (value ?? {}) as ShapeSchema
  if (uniqueItems !== true || items?.$ref === undefined) return value
  return { ...(value as ShapeSchema), items: { ...items, type: 'string' } }
}

/** Resolves a `$ref`. */
export function resolved(schema: ShapeSchema): ShapeSchema {
  return schema.$ref === undefined ? schema : (ajv.getSchema(schema.$ref)?.schema as ShapeSchema)
}

export function accepts(schema: ShapeSchema, value: unknown): boolean {
  return ajv.validate(schema, value)
}

/**
 * Compiles a schema for data outside rule files; validation stops at the first error.
 * @param formats text checks by name
 */
export function compileSchema<Value>(
  schema: object,
  formats: Readonly<Record<string, (text: string) => boolean>>,
): ValidateFunction<Value> {
  return new Ajv({ strict: true, strictTypes: false, formats }).compile<Value>(schema)
}

/**
 * Checks the shape of one parsed file against the JSON Schema of its kind. The only file of the loader that
 * knows ajv.
 * Guarantees: an accepted value has the kind's written shape (file-types.ts); every refusal is a Diagnostic.
 * Leaves to others: the sentences (shape-errors.ts) and everything that several places must agree on.
 */
import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import type { Diagnostic } from '../diagnostic.js'
import type { ParsedFile } from '../yaml/parse.js'
import { shapeErrors } from './shape-errors.js'
import type { ShapeSchema, Validator } from './shape-schema.js'
import type { FileContent } from '../file-types.js'

export type Kind = keyof FileContent

const KINDS: readonly Kind[] = ['manifest', 'gene', 'epistasis', 'linkage', 'horses', 'locale']

/** Published beside the compiled code, which runs from build/src/rules. */
const SCHEMAS = new URL('../../../../src/rules/schemas/', import.meta.url)

/** The words of our own in a schema, beside the forms that they speak of: see shape-schema.ts. */
const OWN_WORDS = ['code', 'mend']

// strictTypes and strictRequired would refuse schema parts that only say "with this key or that one".
const ajv = new Ajv({ allErrors: false, strict: true, strictTypes: false, strictRequired: false })
ajv.addVocabulary(OWN_WORDS)

const schemas = new Map<string, ShapeSchema>()
for (const name of ['shared', ...KINDS]) addSchema(`${name}.schema.json`)

/** The file's value, if it has the shape of its kind; else what is wrong with it. */
export function checkShape<K extends Kind>(kind: K, parsed: ParsedFile): Shape<FileContent[K]> {
  const file = `${kind}.schema.json`
  const validate = ajv.getSchema(file) as ValidateFunction<FileContent[K]>
  const value: unknown = parsed.value
  if (validate(value)) return { value, diagnostics: [] }
  return { value: undefined, diagnostics: shapeErrors(parsed, schemas.get(file) ?? {}, VALIDATOR) }
}

export interface Shape<Value> {
  readonly value: Value | undefined
  readonly diagnostics: readonly Diagnostic[]
}

const VALIDATOR: Validator = {
  resolve: (schema) => schemas.get(schema.$ref ?? '') ?? schema,
  accepts: (schema, value) => ajv.validate(schema, value),
}

/** A check of data that is no rule file; it stops at the first error. @param formats tests of texts, by name */
export function compileSchema<Value>(
  schema: object,
  formats: Readonly<Record<string, (text: string) => boolean>>,
): ValidateFunction<Value> {
  return new Ajv({ strict: true, strictTypes: false, formats }).compile<Value>(schema)
}

/** Every part is found by its file's name, also from within the file: a part is validated by itself, too. */
function addSchema(file: string): void {
  const text = readFileSync(new URL(file, SCHEMAS), 'utf8').replaceAll('"#/', `"${file}#/`)
  const schema = JSON.parse(text) as ShapeSchema & { definitions?: Readonly<Record<string, ShapeSchema>> }
  ajv.addSchema(schema, file)
  schemas.set(file, schema)
  for (const [part, one] of Object.entries(schema.definitions ?? {})) {
    schemas.set(`${file}#/definitions/${part}`, one)
  }
}

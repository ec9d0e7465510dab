/**
 * Checks the shape of one parsed file against the JSON Schema of its kind. The only file of the loader that
 * knows ajv.
 * Guarantees: an accepted value has the kind's written shape (file-types.ts); every refusal is a Diagnostic.
 * Leaves to others: the sentences (shape-wording.ts) and everything that several places must agree on.
 */
import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import type { Diagnostic } from '../diagnostic.js'
import type { ParsedFile } from '../yaml/parse.js'
import type { ShapeError, ShapeSchema } from './shape-errors.js'
import { shapeDiagnostics, type NamedParts } from './shape-wording.js'
import type { Place } from '../tables.js'
import type { FileContent } from '../file-types.js'

export type Kind = keyof FileContent

const KINDS: readonly Kind[] = ['manifest', 'gene', 'epistasis', 'linkage', 'horses', 'locale']

/** Published beside the compiled code, which runs from build/src/rules. */
const SCHEMAS = new URL('../../../../src/rules/schemas/', import.meta.url)

/** Every schema as it is written, by file name such as `gene.schema.json`; they refer to each other by it. */
export const SCHEMA_FILES: ReadonlyMap<string, SchemaFile> = new Map(
  ['shared', ...KINDS].map((name) => {
    const file = `${name}.schema.json`
    return [file, JSON.parse(readFileSync(new URL(file, SCHEMAS), 'utf8')) as SchemaFile]
  }),
)

const { ajv, parts } = compileSchemas()

export interface Shape<Value> {
  readonly value: Value | undefined
  readonly diagnostics: readonly Diagnostic[]
  /** Where something else stands that should be true or false. */
  readonly untrue: readonly Place[]
}

/** The file's value, if it has the shape of its kind; else what is wrong with it. */
export function checkShape<K extends Kind>(kind: K, parsed: ParsedFile): Shape<FileContent[K]> {
  const validate = ajv.getSchema(`${kind}.schema.json`) as ValidateFunction<FileContent[K]>
  const value: unknown = parsed.value
  if (validate(value)) return { value, diagnostics: [], untrue: [] }
  const errors = (validate.errors ?? []) as readonly ShapeError[]
  const untrue = errors
    .filter(({ keyword, params }) => keyword === 'type' && params['type'] === 'boolean')
    .map(({ instancePath }) => parsed.placeOf(instancePath))
  return { value: undefined, diagnostics: shapeDiagnostics(errors, parsed, parts), untrue }
}

/** A check of data that is no rule file; it stops at the first error. @param formats tests of texts, by name */
export function compileSchema<Value>(
  schema: object,
  formats: Readonly<Record<string, (text: string) => boolean>>,
): ValidateFunction<Value> {
  return new Ajv({ strict: true, strictTypes: false, formats }).compile<Value>(schema)
}

function compileSchemas(): { readonly ajv: Ajv; readonly parts: NamedParts } {
  // strictTypes and strictRequired would refuse schema parts that only say "with this key or that one".
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
  })
  const parts = new Map<string, ShapeSchema>()
  for (const [file, schema] of SCHEMA_FILES) {
    ajv.addSchema(schema, file)
    for (const [part, named] of Object.entries(schema.definitions ?? {})) parts.set(part, named)
  }
  return { ajv, parts }
}

export interface SchemaFile {
  readonly definitions?: Readonly<Record<string, ShapeSchema>>
}

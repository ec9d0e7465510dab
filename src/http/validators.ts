/**
 * Schemas of the contract → checks, by way of source code: what one thread wrote another only has to load, and
 * loading costs a tenth of compiling.
 * Guarantees: the same schemas give the same checks whichever thread wrote them; strict mode sees every schema.
 * Leaves to others: which schemas there are and what their faults mean (contract.ts).
 */
import { createRequire } from 'node:module'
import { compileFunction } from 'node:vm'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import writeModule from 'ajv/dist/standalone/index.js'
import ajvFormats from 'ajv-formats'

/** What a schema finds wrong at one place of a value. */
export interface SchemaFault {
  /** JSON pointer; '' for the value itself. */
  readonly path: string
  readonly message: string | undefined
  readonly value: unknown
}

/** The faults of a value; none when the schema accepts it. */
export type Check = (value: unknown) => readonly SchemaFault[]

type Schemas = ReadonlyMap<string, object>

type Written = (exported: Record<string, ValidateFunction>, library: NodeJS.Require) => void

const NONE: readonly SchemaFault[] = []

/** What the written code may ask for: the library's own few functions. */
const libraryOf = createRequire(import.meta.url)

/** Source code that `loadChecks` turns into checks. @param shared schemas that the others refer to, by name */
export function writeChecks(schemas: Schemas, shared: Schemas): string {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, verbose: true, code: { source: true } })
  ajvFormats.default(ajv)
  ajv.addVocabulary(['example', 'xml', 'externalDocs'])
  for (const [name, schema] of shared) ajv.addSchema(schema, name)
  const ids = [...schemas.values()].map((schema, i) => {
    ajv.addSchema(schema, idOf(i))
    return [idOf(i), idOf(i)] as const
  })
  return writeModule.default(ajv, Object.fromEntries(ids))
}

/** The checks of code that `writeChecks` wrote. @param names of the schemas, in the order they were written */
export function loadChecks(code: string, names: readonly string[]): ReadonlyMap<string, Check> {
  const exported: Record<string, ValidateFunction> = {}
  const run = compileFunction(code, ['exports', 'require']) as Written
  run(exported, libraryOf)
  return new Map(names.map((name, i) => [name, checkOf(exported[idOf(i)], name)]))
}

function checkOf(validate: ValidateFunction | undefined, name: string): Check {
  if (validate === undefined) throw new Error(`no check was written for ${name}: a defect of validators.ts`)
  return (value) =>
    validate(value)
      ? NONE
      : (validate.errors ?? []).map(({ instancePath, message, data }) => ({
          path: instancePath,
          message,
          value: data,
        }))
}

/** What the code exports a check as. A name in a schema's place would be read as a base for its references. */
function idOf(index: number): string {
  return `check${index}`
}

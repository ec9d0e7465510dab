/**
 * Checks of the contract's schemas, loaded from the source code that validators.ts wrote: loading costs a tenth of
 * compiling, and needs a few functions of the schema library instead of all of it.
 * Guarantees: the checks are those of the thread or process that wrote the code.
 * Leaves to others: writing (validators.ts), which schemas there are and what their faults mean (contract.ts).
 */
import { createRequire } from 'node:module'
import { compileFunction } from 'node:vm'

/** What a schema finds wrong at one place of a value. */
export interface SchemaFault {
  /** JSON pointer; '' for the value itself. */
  readonly path: string
  readonly message: string | undefined
  readonly value: unknown
}

/** The faults of a value; none when the schema accepts it. */
export type Check = (value: unknown) => readonly SchemaFault[]

/** What one check of the written code is, as far as it is used here. */
interface Validate {
  (value: unknown): boolean
  readonly errors?: readonly WrittenFault[] | null
}

interface WrittenFault {
  readonly instancePath: string
  readonly message?: string
  readonly data?: unknown
}

type Written = (exported: Record<string, Validate>, library: NodeJS.Require) => void

const NONE: readonly SchemaFault[] = []

/** What the written code may ask for: the library's own few functions. */
const libraryOf = createRequire(import.meta.url)

const PARAMETERS = ['exports', 'require']

/** What this engine finds out when it parses the code. */
export function parseChecks(code: string): Uint8Array {
  return compileFunction(code, PARAMETERS, { produceCachedData: true }).cachedData ?? new Uint8Array()
}

/**
 * The checks of code that `writeChecks` wrote.
 * @param names of the schemas, in the order they were written
 * @param parsed what `parseChecks` made of this very code; an engine of another make does without
 */
export function loadChecks(
  code: string,
  names: readonly string[],
  parsed?: Uint8Array,
): ReadonlyMap<string, Check> {
  const exported: Record<string, Validate> = {}
  const cachedData = parsed && Buffer.from(parsed.buffer, parsed.byteOffset, parsed.byteLength)
  const run = compileFunction(code, PARAMETERS, { ...(cachedData && { cachedData }) }) as unknown as Written
  run(exported, libraryOf)
  return new Map(names.map((name, i) => [name, checkOf(exported[checkId(i)], name)]))
}

function checkOf(validate: Validate | undefined, name: string): Check {
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
export function checkId(index: number): string {
  return `check${index}`
}

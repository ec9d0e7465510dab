/**
 * What is read of a JSON Schema to say what is wrong with a value, and of the validator that knows all of it.
 */
import type { DiagnosticCode } from '../diagnostic.js'

export interface ShapeSchema {
  readonly $ref?: string
  /** A noun phrase: what should stand there. */
  readonly title?: string
  /** A form with a code of its own is refused as a whole. */
  readonly code?: DiagnosticCode
  /** How to mend a value that is refused. */
  readonly mend?: string
  readonly type?: unknown
  readonly enum?: readonly string[]
  readonly items?: ShapeSchema
  readonly uniqueItems?: boolean
  readonly properties?: Readonly<Record<string, ShapeSchema>>
  readonly patternProperties?: Readonly<Record<string, ShapeSchema>>
  readonly additionalProperties?: ShapeSchema | false
  readonly propertyNames?: ShapeSchema
  readonly required?: readonly string[]
  readonly anyOf?: readonly ShapeSchema[]
  readonly allOf?: readonly ShapeSchema[]
  readonly oneOf?: readonly ShapeSchema[]
  readonly if?: ShapeSchema
  readonly then?: ShapeSchema
  readonly else?: ShapeSchema
}

/** The validator, as far as it is asked. */
export interface Validator {
  /** The part that a `$ref` names, or the schema itself. */
  resolve(schema: ShapeSchema): ShapeSchema
  accepts(schema: ShapeSchema, value: unknown): boolean
}

export type Block = Readonly<Record<string, unknown>>

/**
 * What a validator tells of a refused value, and which of its errors say something of their own.
 * Guarantees: a mistake that makes several forms fail is left with the one error that speaks of it.
 * Leaves to others: the sentences (shape-wording.ts).
 */
import { nearest } from './nearest.js'

/** What is read of a validator's error: JSON Schema's own words, whichever validator. */
export interface ShapeError {
  readonly keyword: string
  /** JSON pointer of the value at fault. */
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  /** Set on errors about a key rather than a value: the key. */
  readonly propertyName?: string
  readonly schema?: unknown
  readonly parentSchema?: ShapeSchema
  readonly data?: unknown
}

export interface ShapeSchema {
  readonly $ref?: string
  readonly title?: string
  readonly $comment?: string
  readonly type?: unknown
  readonly pattern?: string
  readonly maximum?: number
  readonly items?: ShapeSchema
  readonly properties?: Readonly<Record<string, ShapeSchema>>
}

/** Leaves the errors that say something of their own. */
export function withoutEchoes(errors: readonly ShapeError[]): readonly ShapeError[] {
  // A list where a word or a list may stand: what is wrong with its items says more than that neither fits.
  const holders = new Set(
    errors.map(({ instancePath }) => instancePath.slice(0, instancePath.lastIndexOf('/'))),
  )
  const chosenLists = errors.filter(
    (error) =>
      isChoice(error) &&
      Array.isArray(error.data) &&
      error.parentSchema?.$comment !== 'predicate' &&
      holders.has(error.instancePath),
  )
  // A block where a word or a block may stand: likewise what is wrong inside it.
  const chosenBlocks = errors.filter(
    (error) =>
      isChoice(error) &&
      !choosesKeys(error) &&
      isBlock(error.data) &&
      error.parentSchema?.$comment !== 'predicate' &&
      errors.some(
        (other) => below(other.instancePath, error.instancePath) || (isOfKeys(other) && beside(other, error)),
      ),
  )
  const chosen = [...chosenLists, ...chosenBlocks]
  const choices = errors.filter((error) => isChoice(error) && !chosen.includes(error))
  const ofValues = choices.filter((choice) => !choosesKeys(choice))
  const unknown = errors.filter(({ keyword }) => keyword === 'additionalProperties')
  return errors.filter((error) => {
    const { keyword, instancePath, params } = error
    // Both only repeat what the errors beside them say.
    if (keyword === 'if' || keyword === 'propertyNames') return false
    if (chosenLists.some((list) => list.instancePath === instancePath)) return keyword === 'uniqueItems'
    if (chosenBlocks.some((block) => beside(block, error)) && !isOfKeys(error)) return false
    if (ofValues.includes(error)) return !ofValues.some((other) => below(other.instancePath, instancePath))
    if (
      ofValues.some(
        (choice) => choice.instancePath === instancePath || below(instancePath, choice.instancePath),
      )
    )
      return false
    const misspelt = (keys: readonly string[]): boolean =>
      unknown.some(
        (other) =>
          other.instancePath === instancePath &&
          nearest(String(other.params['additionalProperty']), keys) !== undefined,
      )
    if (choosesKeys(error)) return !misspelt(requiredBy(error))
    if (keyword !== 'required' && keyword !== 'not') return true
    const asChoice = choices.some((choice) => choice.instancePath === instancePath && choosesKeys(choice))
    return !asChoice && !misspelt([String(params['missingProperty'])])
  })
}

/** The keys of which a choice wants some. */
function requiredBy({ schema }: ShapeError): readonly string[] {
  return (schema as readonly { readonly required?: readonly string[] }[]).flatMap((one) => one.required ?? [])
}

/** Whether none of several forms fits. */
export function isChoice({ keyword }: ShapeError): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf'
}

/** A choice between sets of keys that must be there, as against one between kinds of value. */
export function choosesKeys(error: ShapeError): boolean {
  const { schema } = error
  const branches: readonly unknown[] = Array.isArray(schema) ? schema : []
  return (
    isChoice(error) &&
    branches.every((branch) => typeof branch === 'object' && branch !== null && 'required' in branch)
  )
}

/** Whether it is about which keys a block has. */
function isOfKeys({ keyword }: ShapeError): boolean {
  return keyword === 'additionalProperties' || keyword === 'required'
}

function isBlock(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function beside(one: ShapeError, other: ShapeError): boolean {
  return one.instancePath === other.instancePath
}

function below(pointer: string, ancestor: string): boolean {
  return pointer.startsWith(`${ancestor}/`)
}

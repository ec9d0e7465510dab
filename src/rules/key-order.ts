/**
 * In which order the keys of each part of a rule file are written: that of `properties` in its JSON Schema.
 * Guarantees: keys that a schema leaves free (loci, languages) stand behind the required ones and keep the
 * author's order; a part with a key that no schema knows keeps it throughout.
 * Leaves to others: whether the keys may stand there (schema.ts).
 */
import { SCHEMA_FILES, type Kind } from './schema.js'

interface Schema {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
  readonly items?: Schema
}

/** One part of a file, as far as its schema knows it. */
export interface KeyOrder {
  /** The part as a map that has these keys. */
  map(keys: readonly string[]): MapOrder
  /** What stands in the part as a list. */
  items(): KeyOrder
}

export interface MapOrder {
  /** The keys in the order in which they are written. */
  readonly keys: readonly string[]
  /** What stands under one of them. */
  under(key: string): KeyOrder
}

/** The order of a whole file. */
export function keyOrderOf(kind: Kind): KeyOrder {
  return partOf([{ $ref: `${kind}.schema.json` }], '')
}

/** `file`: the schema file in which `$ref`s are read. */
function partOf(schemas: readonly Schema[], file: string): KeyOrder {
  const forms = schemas.flatMap((schema) => formsOf(schema, file))
  return {
    map: (keys) => {
      const form = forms.find(({ schema }) => keys.every((key) => knows(schema, key)))
      return {
        keys: form === undefined ? keys : inOrder(form.schema, keys),
        under: (key) => {
          const nearest = form ?? forms.find(({ schema }) => knows(schema, key))
          return nearest === undefined ? UNKNOWN : partOf(schemasFor(nearest.schema, key), nearest.file)
        },
      }
    },
    items: () => {
      const form = forms.find(({ schema }) => schema.items !== undefined)
      return form?.schema.items === undefined ? UNKNOWN : partOf([form.schema.items], form.file)
    },
  }
}

const UNKNOWN: KeyOrder = { map: (keys) => ({ keys, under: () => UNKNOWN }), items: () => UNKNOWN }

interface Form {
  readonly schema: Schema
  readonly file: string
}

/** The forms a value may have, references followed. */
function formsOf(schema: Schema, file: string): readonly Form[] {
  if (schema.$ref !== undefined) {
    const [named = '', pointer = ''] = schema.$ref.split('#')
    const target = named === '' ? file : named
    let found: unknown = SCHEMA_FILES.get(target)
    for (const step of pointer.split('/').slice(1)) found = (found as Record<string, unknown>)[step]
    return formsOf(found as Schema, target)
  }
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((one) => formsOf(one, file))
  return [{ schema, file }]
}

function knows(schema: Schema, key: string): boolean {
  return schemasFor(schema, key).length > 0
}

/** What a schema says of a key; empty: it does not know it. */
function schemasFor(schema: Schema, key: string): readonly Schema[] {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema
  if (Object.hasOwn(properties, key)) return [properties[key] ?? {}]
  const patterns = Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern, 'u').test(key))
  if (patterns.length > 0) return patterns.map(([, one]) => one)
  return typeof additionalProperties === 'object' ? [additionalProperties] : []
}

function inOrder({ properties = {}, required = [] }: Schema, keys: readonly string[]): readonly string[] {
  const known = Object.keys(properties)
  const behind = Math.max(-1, ...required.map((key) => known.indexOf(key))) + 1
  const there = (key: string) => keys.includes(key)
  return [
    ...known.slice(0, behind).filter(there),
    ...keys.filter((key) => !known.includes(key)),
    ...known.slice(behind).filter(there),
  ]
}

/**
 * JSON Schemas that stand alone, from those of the contract, which refer to each other.
 * Guarantees: accepts what the contract's schema accepts; holds only the definitions it uses.
 */
import type { Json } from '../../common/json.js'

const COMPONENTS = '#/components/schemas/'

/** The schema with the components that it refers to, directly or through others, under `$defs`. */
export function standaloneSchema(document: Json, schema: Json): Json {
  const components = (document['components'] as Json)['schemas'] as Readonly<Record<string, Json>>
  const definitions: Record<string, unknown> = {}
  function add(name: string): void {
    if (name in definitions) return
    // Set before descending, because schemas may refer to themselves.
    definitions[name] = {}
    definitions[name] = withLocalRefs(components[name], add)
  }
  const resolved = withLocalRefs(schema, add)
  const { $ref } = resolved as { readonly $ref?: string }
  const body = $ref === undefined ? resolved : definitions[$ref.slice('#/$defs/'.length)]
  return { ...(body as Json), $defs: definitions }
}

/** @param onComponent called with the name of each component that is referred to */
function withLocalRefs(value: unknown, onComponent: (name: string) => void): unknown {
  if (Array.isArray(value)) return value.map((item) => withLocalRefs(item, onComponent))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]): readonly (readonly [string, unknown])[] => {
      if (key === '$ref' && typeof item === 'string' && item.startsWith(COMPONENTS)) {
        const name = item.slice(COMPONENTS.length)
        onComponent(name)
        return [[key, `#/$defs/${name}`]]
      }
      // Names of constants serve generated clients only.
      return key.startsWith('x-') ? [] : [[key, withLocalRefs(item, onComponent)]]
    }),
  )
}

/**
 * Decides which endpoints a key may call. Endpoints are identified as in api-info (operations/registry.ts).
 * Guarantees: a key's own usage and the catalogue of genes are always allowed.
 */

/** Allowed for every accepted key, whatever its list says. */
const ALWAYS_ALLOWED: ReadonlySet<string> = new Set(['coats.api-info', 'coats.genes'])

/** Whether a key with this list (null: all endpoints) may call the endpoint. */
export function mayCall(endpoint: string, allowed: readonly string[] | null): boolean {
  return allowed === null || ALWAYS_ALLOWED.has(endpoint) || allowed.includes(endpoint)
}

/** All endpoints that the key may call, in the order of `endpoints`. @param endpoints all existing ones */
export function effectiveEndpoints(
  endpoints: readonly string[],
  allowed: readonly string[] | null,
): readonly string[] {
  return endpoints.filter((endpoint) => mayCall(endpoint, allowed))
}

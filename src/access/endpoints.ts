/**
 * Which endpoints a key may call, by the identifiers that api-info shows.
 * Guarantees: the key's own usage and the catalogue of genes are never withheld.
 * Leaves to others: which endpoints there are (operations/registry.ts); routes and shapes, which openapi.yaml states.
 */

/** Open to every accepted key, whatever its list says. */
const NEVER_WITHHELD: ReadonlySet<string> = new Set(['coats.api-info', 'coats.genes'])

/** Whether a key with this list (null: everything) may call the endpoint. */
export function mayCall(endpoint: string, allowed: readonly string[] | null): boolean {
  return allowed === null || NEVER_WITHHELD.has(endpoint) || allowed.includes(endpoint)
}

/** Every endpoint that the key can call, in the order of `endpoints`. @param endpoints all there are */
export function effectiveEndpoints(
  endpoints: readonly string[],
  allowed: readonly string[] | null,
): readonly string[] {
  return endpoints.filter((endpoint) => mayCall(endpoint, allowed))
}

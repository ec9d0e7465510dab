/**
 * The endpoints a key can be allowed or denied, by the identifiers that api-info shows.
 * Guarantees: a closed list; reading about oneself and about the genes is never withheld.
 * Leaves to others: routes, methods and shapes, which are those of openapi.yaml.
 */

export const ENDPOINTS = [
  'coats.result',
  'coats.generateChild',
  'coats.infer',
  'coats.api-info',
  'coats.genes',
  'coats.picture',
] as const

/** Open to every accepted key, whatever its list says. */
const NEVER_WITHHELD: ReadonlySet<string> = new Set(['coats.api-info', 'coats.genes'])

/** Whether a key with this list (null: everything) may call the endpoint. */
export function mayCall(endpoint: string, allowed: readonly string[] | null): boolean {
  return allowed === null || NEVER_WITHHELD.has(endpoint) || allowed.includes(endpoint)
}

/** The list as api-info shows it: every endpoint the key can really call, in the order of ENDPOINTS. */
export function effectiveEndpoints(allowed: readonly string[] | null): readonly string[] {
  return ENDPOINTS.filter((endpoint) => mayCall(endpoint, allowed))
}

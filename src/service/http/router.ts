/**
 * Matches a request to a route by the exact bytes of its method and path, before the framework sees it.
 * Guarantees: only a known path with a known method passes; nothing is normalised, decoded or matched loosely, unlike in the
 * framework's own router.
 */

export interface Route {
  /** As in the contract, without a prefix. */
  readonly path: string
  readonly method: string
}

export type Passage =
  | { readonly kind: 'route'; readonly route: Route; readonly query: string; readonly prefix: string }
  | { readonly kind: 'unknown'; readonly path: string }
  | { readonly kind: 'method'; readonly allow: string }

/** @param basePath '' or a prefix under which every path is served as well */
export function createRouter(
  routes: readonly Route[],
  basePath: string,
): (method: string, url: string) => Passage {
  const byPath = new Map<string, Map<string, Route>>()
  for (const route of routes) {
    for (const path of new Set([route.path, `${basePath}${route.path}`])) {
      const methods = byPath.get(path) ?? new Map<string, Route>()
      byPath.set(path, methods.set(route.method, route))
    }
  }
  return (method, url) => {
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const methods = byPath.get(path)
    if (methods === undefined) return { kind: 'unknown', path }
    const route = methods.get(method)
    if (route === undefined) return { kind: 'method', allow: [...methods.keys()].join(', ') }
    const prefix = path.slice(0, path.length - route.path.length)
    return { kind: 'route', route, query: mark < 0 ? '' : url.slice(mark + 1), prefix }
  }
}

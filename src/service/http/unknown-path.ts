/**
 * The 404 of a path that is not served: what the client most likely meant, and which operations there are.
 * Guarantees: depends on the path alone, so it is the same with a key and without; a long path costs no more than a short
 * one, since only its end is compared; nothing of the path is shown, since it may hold a key.
 */
import { ClientError } from '../../operations/client-error.js'
import { nearest } from '../../common/nearest.js'
import type { Route } from './router.js'

/** Of a path, only this many of its last characters are compared. */
const MAX_COMPARED_LENGTH = 64
/** Longer than a prefix such as `/api/v1` before the longest path of the contract. */
const MAX_SEGMENTS = 4

/**
 * @param operations those of the contract, which the message lists @param pages public paths, which are suggested only
 * @param basePath '' or the prefix under which every path is served as well
 */
export function createUnknownPath(
  operations: readonly Route[],
  pages: readonly string[],
  basePath: string,
): (path: string) => ClientError {
  const listed = operations.filter(({ method }) => method !== 'HEAD')
  const known = [...listed, ...pages.map((path) => ({ path, method: 'GET' }))]
  const byEnding = endingsOf(known)
  return (path) => {
    const prefix = basePath !== '' && path.startsWith(`${basePath}/`) ? basePath : ''
    const textOf = (route: Route): string => `${route.method} ${prefix}${route.path}`
    const meant = meantBy(path, byEnding)
    const question = meant === undefined ? '' : ` Did you mean ${textOf(meant)}?`
    const list = listed.map(textOf).join(', ')
    return new ClientError(
      'NOT_FOUND',
      `There is nothing at this address.${question} The operations are ${list}`,
    )
  }
}

/** Each path by its folded endings: `/coats/result` is `coatsresult` and `result`. The whole paths come first. */
function endingsOf(routes: readonly Route[]): ReadonlyMap<string, Route> {
  const endings = routes.flatMap((route) =>
    foldedEndings(route.path).map((ending, start) => ({ start, ending, route })),
  )
  const found = new Map<string, Route>()
  for (const { ending, route } of endings.sort((a, b) => a.start - b.start))
    if (!found.has(ending)) found.set(ending, route)
  return found
}

/** An ending that is equal but for case and separators, else the nearest one; the longest ending of the path first. */
function meantBy(path: string, byEnding: ReadonlyMap<string, Route>): Route | undefined {
  const endings = foldedEndings(path.slice(-MAX_COMPARED_LENGTH))
  const equal = endings.find((ending) => byEnding.has(ending))
  const like = equal ?? endings.map((ending) => nearest(ending, byEnding.keys())).find(Boolean)
  return byEnding.get(like ?? '')
}

function foldedEndings(path: string): readonly string[] {
  const segments = path
    .split('/')
    .map((segment) => segment.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .filter((segment) => segment !== '')
    .slice(-MAX_SEGMENTS)
  return segments.map((_, start) => segments.slice(start).join(''))
}

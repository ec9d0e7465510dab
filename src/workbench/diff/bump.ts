/**
 * Versions of a rule set's meaning: which part a change must raise, and which part was raised.
 * Source: the policy at the top of the manifest: major, a genotype or a name stops or changes; minor, something
 * is new or reported differently; patch, wording and citations.
 */

export type Bump = 'none' | 'patch' | 'minor' | 'major'

const ORDER: readonly Bump[] = ['none', 'patch', 'minor', 'major']

export function largest(bumps: readonly Bump[]): Bump {
  return ORDER[Math.max(0, ...bumps.map((bump) => ORDER.indexOf(bump)))] ?? 'none'
}

/** The part in which the second version is higher; undefined when it is lower. @param before, after `1.2.3` */
export function raised(before: string, after: string): Bump | undefined {
  const [old, now] = [before, after].map((version) => version.split('.').map(Number)) as [number[], number[]]
  const at = [0, 1, 2].find((i) => old[i] !== now[i])
  if (at === undefined) return 'none'
  if ((now[at] ?? 0) < (old[at] ?? 0)) return undefined
  return (['major', 'minor', 'patch'] as const)[at]
}

export function suffices(stated: Bump | undefined, needed: Bump): boolean {
  return stated !== undefined && ORDER.indexOf(stated) >= ORDER.indexOf(needed)
}

/** Whether more was raised than is needed. */
export function exceeds(stated: Bump | undefined, needed: Bump): boolean {
  return stated !== undefined && ORDER.indexOf(stated) > ORDER.indexOf(needed)
}

/** The lowest version that says enough. */
export function nextVersion(before: string, needed: Bump): string {
  const [major = 0, minor = 0, patch = 0] = before.split('.').map(Number)
  if (needed === 'major') return `${major + 1}.0.0`
  if (needed === 'minor') return `${major}.${minor + 1}.0`
  return needed === 'patch' ? `${major}.${minor}.${patch + 1}` : before
}

/**
 * Images by digest, and which versions of Node are tested.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from './robe.js'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

export interface Step {
  readonly name?: string
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

export interface Job {
  readonly permissions?: unknown
  readonly container?: string
  readonly 'timeout-minutes'?: number
  readonly strategy?: { readonly matrix: { readonly node: readonly number[] } }
  readonly steps: readonly Step[]
}

export interface Workflow {
  readonly permissions: unknown
  readonly jobs: Readonly<Record<string, Job>>
}

export const workflowOf = (file: string): Workflow => parse(read(`.github/workflows/${file}`)) as Workflow

/** The lines of Node that every change is tested on. */
export const testedLines = (): readonly number[] =>
  workflowOf('ci.yml').jobs['test']?.strategy?.matrix.node ?? []

/** The least version of each line that package.json names, such as [20, 20, 2]. */
export function leastVersions(): readonly (readonly number[])[] {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
  return engines.node.split(' || ').map((range) => versionOf(range.replace(/^(\^|>=)/, '')))
}

export const isPinned = (image: string): boolean => /^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image)

/** The version of an image such as `node:24.21.0-bookworm-slim@sha256:…`. */
export const nodeOf = (image: string): readonly number[] =>
  versionOf(/^node:([\d.]+)-/.exec(image)?.[1] ?? '')

export function isTestedNode([major = 0, minor = 0, patch = 0]: readonly number[]): boolean {
  const [, leastMinor = 0, leastPatch = 0] = leastVersions().find(([line]) => line === major) ?? [0, Infinity]
  return (
    testedLines().includes(major) && (minor > leastMinor || (minor === leastMinor && patch >= leastPatch))
  )
}

const versionOf = (text: string): readonly number[] => text.split('.').map(Number)

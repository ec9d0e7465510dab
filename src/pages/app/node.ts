/**
 * Robe in a Node program: the core of `robe/browser`, with the shipped rules read from disk. This is what the package exports
 * as `robe/node`.
 * Guarantees: needs no key, no network, and no package at run time.
 */
import { readFileSync } from 'node:fs'
import { openRobe as openModel, type Robe, type RobeOptions } from './library.js'

export * from './library.js'

export interface NodeOptions extends RobeOptions {
  /** A model in place of the shipped rules, such as a running service gives out as `page/model-….json`. */
  readonly modelText?: string
}

/** Opens the rules, which takes some tens of milliseconds: once for a program, not once for a question. */
export function openRobe({ modelText = shippedModel(), ...options }: NodeOptions = {}): Robe {
  return openModel(modelText, options)
}

/** What the build left beside the module (src/prebuild.ts). */
function shippedModel(): string {
  return readFileSync(new URL('../browser/model.json', import.meta.url), 'utf8')
}

/**
 * The library that the package exports as `robe/node`: the core of `robe/browser` with the shipped rules read from disk.
 * Guarantees: needs no key, no network, and no package at run time.
 */
import { readFileSync } from 'node:fs'
import { openRobe as openModel, type Robe, type RobeOptions } from './library.js'

export * from './library.js'

export interface NodeOptions extends RobeOptions {
  /** A model instead of the shipped rules, such as `page/model-….json` of a running service. */
  readonly modelText?: string
}

/** Opens the rules, which takes tens of milliseconds: do it once per program, not per question. */
export function openRobe({ modelText = shippedModel(), ...options }: NodeOptions = {}): Robe {
  return openModel(modelText, options)
}

/** Written by the build next to the module (src/prebuild.ts). */
function shippedModel(): string {
  return readFileSync(new URL('../browser/model.json', import.meta.url), 'utf8')
}

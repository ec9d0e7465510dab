/**
 * The example rule sets of other animals, opened for a test and ready to be served.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Ruleset } from '../../src/operations/ruleset.js'
import { openRules } from '../phenotypes/shipped.js'
import { ROOT } from '../process/robe.js'

export interface ExampleSet {
  /** Holds rules/, locales/ and the page for those who copy them. */
  readonly folder: string
  readonly settings: { readonly RULES_DIR: string; readonly LOCALES_DIR: string }
}

export const DOG = exampleSet('dog')
export const CAT = exampleSet('cat')

function exampleSet(animal: string): ExampleSet {
  const folder = join(ROOT, 'examples', animal)
  return { folder, settings: { RULES_DIR: join(folder, 'rules'), LOCALES_DIR: join(folder, 'locales') } }
}

const opened = new Map<string, Promise<Ruleset>>()

/** Opened once a process. Throws with every diagnostic when the set cannot be opened. */
export function openExample({ folder }: ExampleSet): Promise<Ruleset> {
  const ruleset = opened.get(folder) ?? openRules(pathToFileURL(`${folder}/`))
  opened.set(folder, ruleset)
  return ruleset
}

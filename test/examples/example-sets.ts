/**
 * The example rule set of the dog, opened for a test and ready to be served.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RuleBook } from '../../src/coats/rule-book.js'
import { openBook } from '../phenotypes/shipped.js'
import { ROOT } from '../process/robe.js'

/** Holds rules/, locales/ and the page for those who copy them. */
export const DOG_FOLDER = join(ROOT, 'examples/dog')

export const DOG_SETTINGS = {
  RULES_DIR: join(DOG_FOLDER, 'rules'),
  LOCALES_DIR: join(DOG_FOLDER, 'locales'),
}

/** Throws with every diagnostic when the set cannot be opened. */
export function openDogBook(): Promise<RuleBook> {
  return openBook(pathToFileURL(`${DOG_FOLDER}/`))
}

/**
 * The first edition of a process: the prebuilt one when it was made of these very files and code, and these settings
 * change nothing in it, else one that is prepared now.
 * Guarantees: an edited file is always what is served; with a prebuilt edition nothing is loaded that only a compiler
 * of rules needs.
 * Leaves to others: telling what is wrong with the rules (main.ts).
 */
import { fingerprintOf, readSource } from '../rules/source.js'
import type { PreparedEdition } from './edition.js'
import type { EditionOptions, Preparation } from './prepare.js'
import { keyOf, PREBUILT_FILE, readPrebuilt } from './prebuilt.js'

export interface First extends Preparation {
  readonly isPrebuilt: boolean
}

/** The files' fingerprint, and the prebuilt edition if it is what would be made of these files under these settings. */
export function prebuiltEdition(
  options: EditionOptions,
  file = PREBUILT_FILE,
): { readonly fingerprint: string; readonly edition: PreparedEdition | undefined } {
  const fingerprint = fingerprintOf(readSource(options.rulesDir, options.localesDir))
  return { fingerprint, edition: readPrebuilt(file, keyOf(fingerprint, options.contractText), options) }
}

/** @param file of the prebuilt edition: another one in tests */
export async function firstEdition(options: EditionOptions, file = PREBUILT_FILE): Promise<First> {
  const { fingerprint, edition } = prebuiltEdition(options, file)
  // Only an edition without a fault and without a remark is ever written.
  if (edition !== undefined)
    return { fingerprint, edition, diagnostics: [], failures: [], languageFault: undefined, isPrebuilt: true }
  const { prepareEdition } = await import('./prepare.js')
  return { ...(await prepareEdition(options)), isPrebuilt: false }
}

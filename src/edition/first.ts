/**
 * The first edition of a process: the prebuilt one when it was made of these very files and code, and these settings
 * change nothing in it, else one that is prepared now.
 * Guarantees: an edited file is always what is served; with a prebuilt edition nothing is loaded that only a compiler
 * of rules needs.
 * Leaves to others: telling what is wrong with the rules or a setting (main.ts).
 */
import { fingerprintOf, readSource } from '../rules/source.js'
import type { PreparedEdition } from './edition.js'
import type { EditionOptions, Preparation } from './prepare.js'
import { keyOf, PREBUILT_FILE, readPrebuilt } from './prebuilt.js'
import { folderFault, languageFault } from './setting-faults.js'

export interface First extends Preparation {
  readonly isPrebuilt: boolean
}

/** What a start finds before it compiles anything. */
interface AtHand {
  readonly fingerprint: string
  /** The prebuilt one, if it is what would be made of these files under these settings. */
  readonly edition: PreparedEdition | undefined
  readonly settingFault: string | undefined
}

export function prebuiltEdition(options: EditionOptions, file = PREBUILT_FILE): AtHand {
  const source = readSource(options.rulesDir, options.localesDir)
  const fingerprint = fingerprintOf(source)
  const found = readPrebuilt(file, keyOf(fingerprint, options.contractText), options)
  const { defaultLanguage } = options
  const settingFault =
    found === undefined || defaultLanguage === undefined
      ? folderFault(source, options)
      : languageFault(defaultLanguage, found.languages)
  return { fingerprint, edition: found?.edition, settingFault }
}

/** @param file of the prebuilt edition: another one in tests */
export async function firstEdition(options: EditionOptions, file = PREBUILT_FILE): Promise<First> {
  const { fingerprint, edition, settingFault } = prebuiltEdition(options, file)
  // Only an edition without a fault and without a remark is ever written.
  if (edition !== undefined || settingFault !== undefined)
    return {
      fingerprint,
      edition,
      diagnostics: [],
      failures: [],
      settingFault,
      isPrebuilt: edition !== undefined,
    }
  const { prepareEdition } = await import('./prepare.js')
  return { ...(await prepareEdition(options)), isPrebuilt: false }
}

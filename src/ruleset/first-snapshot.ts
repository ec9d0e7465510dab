/**
 * The first snapshot of a process: the prebuilt one when it was made of these very files and code, and these settings
 * change nothing in it, else one that is prepared now.
 * Guarantees: an edited file is always what is served; with a prebuilt snapshot nothing is loaded that only a compiler
 * of rules needs.
 * Leaves to others: telling what is wrong with the rules or a setting (main.ts).
 */
import { fingerprintOf, readSource } from '../rules/source.js'
import type { PreparedSnapshot } from './snapshot.js'
import type { SnapshotOptions, Preparation } from './prepare.js'
import { keyOf, PREBUILT_FILE, readPrebuilt } from './prebuilt.js'
import { folderFault, languageFault } from './setting-faults.js'

export interface First extends Preparation {
  readonly isPrebuilt: boolean
}

/** What a start finds before it compiles anything. */
interface AtHand {
  readonly fingerprint: string
  /** The prebuilt one, if it is what would be made of these files under these settings. */
  readonly snapshot: PreparedSnapshot | undefined
  readonly settingFault: string | undefined
}

export function prebuiltSnapshot(options: SnapshotOptions, file = PREBUILT_FILE): AtHand {
  const source = readSource(options.rulesDir, options.localesDir)
  const fingerprint = fingerprintOf(source)
  const found = readPrebuilt(file, keyOf(fingerprint, options.contractText), options)
  const { defaultLanguage } = options
  const settingFault =
    found === undefined || defaultLanguage === undefined
      ? folderFault(source, options)
      : languageFault(defaultLanguage, found.languages)
  return { fingerprint, snapshot: found?.snapshot, settingFault }
}

/** @param file of the prebuilt snapshot: another one in tests */
export async function firstSnapshot(options: SnapshotOptions, file = PREBUILT_FILE): Promise<First> {
  const { fingerprint, snapshot, settingFault } = prebuiltSnapshot(options, file)
  // Only a snapshot without a fault and without a remark is ever written.
  if (snapshot !== undefined || settingFault !== undefined)
    return {
      fingerprint,
      snapshot,
      diagnostics: [],
      failures: [],
      settingFault,
      isPrebuilt: snapshot !== undefined,
    }
  const { prepareSnapshot } = await import('./prepare.js')
  return { ...(await prepareSnapshot(options)), isPrebuilt: false }
}

/**
 * The first snapshot of a process: the prebuilt one when it was made of these very files and code, else one that is
 * prepared now.
 * Guarantees: an edited file is always what is served; with a prebuilt snapshot nothing is loaded that only a compiler
 * of rules needs.
 */
import { fingerprintOf, readSource } from '../rules/source.js'
import type { Files, Preparation, SnapshotOptions } from './prepare.js'
import { keyOf, PREBUILT_FILE, readPrebuilt } from './prebuilt.js'
import { folderFault, languageFault } from './setting-faults.js'

export interface First extends Preparation {
  readonly isPrebuilt: boolean
}

/** What a start finds before it compiles anything: the prebuilt snapshot, if it is of these files. */
type AtHand = Files & Pick<Preparation, 'snapshot' | 'settingFault'>

export function prebuiltSnapshot(options: SnapshotOptions, file = PREBUILT_FILE): AtHand {
  const source = readSource(options.rulesDir, options.localesDir)
  const fingerprint = fingerprintOf(source)
  const files = { source, fingerprint }
  const found = readPrebuilt(file, keyOf(fingerprint, options.contractText))
  if (found === undefined)
    return { ...files, snapshot: undefined, settingFault: folderFault(source, options) }
  const languages = [...found.lexicons.keys()]
  const defaultLanguage = options.defaultLanguage ?? languages[0] ?? ''
  const settingFault = languageFault(defaultLanguage, languages)
  if (settingFault !== undefined) return { ...files, snapshot: undefined, settingFault }
  return { ...files, snapshot: { ...found, maxResults: options.maxResults, defaultLanguage }, settingFault }
}

/** @param file of the prebuilt snapshot: another one in tests */
export async function firstSnapshot(options: SnapshotOptions, file = PREBUILT_FILE): Promise<First> {
  const { source, fingerprint, snapshot, settingFault } = prebuiltSnapshot(options, file)
  // Only a snapshot without a fault and without a remark is ever written.
  if (snapshot !== undefined || settingFault !== undefined) {
    const isPrebuilt = snapshot !== undefined
    return { fingerprint, snapshot, diagnostics: [], failures: [], settingFault, isPrebuilt }
  }
  const { prepareSnapshot } = await import('./prepare.js')
  return { ...(await prepareSnapshot(options, { source, fingerprint })), isPrebuilt: false }
}

/**
 * The last step of a build: leaves the shipped rules, compiled and tried out, for the starts to come.
 * Guarantees: written only when there is nothing to say about the rules; nothing is done when it is there already.
 */
import { rmSync } from 'node:fs'
import { readConfig } from './config.js'
import { firstSnapshot, keyOf, PREBUILT_FILE, writePrebuilt } from './ruleset/first-snapshot.js'
import { readContractText } from './http/contract/contract-file.js'

const { rulesDir, localesDir, maxResults, defaultLanguage } = readConfig({})
const options = { rulesDir, localesDir, maxResults, defaultLanguage, contractText: readContractText() }

const { snapshot, isPrebuilt, fingerprint, diagnostics, failures } = await firstSnapshot(options)
if (!isPrebuilt) {
  const isSound = snapshot !== undefined && diagnostics.length === 0 && failures.length === 0
  if (isSound) writePrebuilt(PREBUILT_FILE, keyOf(fingerprint, options.contractText), snapshot)
  else rmSync(PREBUILT_FILE, { force: true })
}

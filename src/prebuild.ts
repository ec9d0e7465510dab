/**
 * The last step of a build: leaves the shipped rules, compiled and tried out, for the starts to come.
 * Guarantees: written only when there is nothing to say about the rules; nothing is done when it is there already.
 * Leaves to others: judging whether it may be used (edition/prebuilt.ts) and faults of the rules, which a start tells.
 */
import { rmSync } from 'node:fs'
import { GREATEST_MAX_RESULTS, readConfig } from './config.js'
import { firstEdition } from './edition/first.js'
import { keyOf, PREBUILT_FILE, writePrebuilt } from './edition/prebuilt.js'
import { settingsRanges } from './edition/settings-range.js'
import { readContractText } from './http/contract-file.js'
import { documentOf } from './http/document.js'

const { rulesDir, localesDir, maxResults, defaultLanguage } = readConfig({})
const options = { rulesDir, localesDir, maxResults, defaultLanguage, contractText: readContractText() }

const { edition, isPrebuilt, fingerprint, diagnostics, failures } = await firstEdition(options)
if (!isPrebuilt) {
  const isSound = edition !== undefined && diagnostics.length === 0 && failures.length === 0
  if (isSound) {
    const ranges = settingsRanges(edition, documentOf(options.contractText), GREATEST_MAX_RESULTS)
    writePrebuilt(PREBUILT_FILE, keyOf(fingerprint, options.contractText), edition, ranges)
  } else rmSync(PREBUILT_FILE, { force: true })
}

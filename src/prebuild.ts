/**
 * The last step of a build: writes the compiled and tested rules as a prebuilt snapshot for fast starts, and their model as text for
 * the library (pages/app/library.ts).
 * Guarantees: written only if the rules have no diagnostics; skipped if it is up to date.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from './service/config.js'
import { firstSnapshot, keyOf, PREBUILT_FILE, writePrebuilt } from './service/snapshot/first-snapshot.js'
import { readContractText } from './service/http/contract/contract-file.js'
import { writeModelText } from './pages/app/model-text.js'

/** Next to the module that opens it. */
const MODEL = fileURLToPath(new URL('../browser/model.json', import.meta.url))

const options = { ...readConfig({}), contractText: readContractText() }

const { snapshot, isPrebuilt, fingerprint, diagnostics, failures } = await firstSnapshot(options)
if (!isPrebuilt) {
  const isSound = snapshot !== undefined && diagnostics.length === 0 && failures.length === 0
  if (isSound) writePrebuilt(PREBUILT_FILE, keyOf(fingerprint, options.contractText), snapshot)
  else rmSync(PREBUILT_FILE, { force: true })
}
if (snapshot !== undefined) {
  const text = writeModelText(snapshot)
  mkdirSync(dirname(MODEL), { recursive: true })
  // Other processes may be reading it.
  if (!existsSync(MODEL) || readFileSync(MODEL, 'utf8') !== text) writeFileSync(MODEL, text)
}

/**
 * The first snapshot of a process: the prebuilt one of the build (prebuild.ts) if files and code are unchanged, otherwise a newly
 * prepared one.
 * Guarantees: edited files are never ignored; a start from a prebuilt snapshot does not load the rule compiler. A prebuilt snapshot
 * is used only if its key, a digest of all inputs except Node, matches; a truncated, altered or foreign file is ignored.
 */
import { createHash, hash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { fingerprintOf, readSource } from '../../rules/source.js'
import type { SnapshotOptions } from './prepare.js'
import { folderFault, languageFault } from './setting-faults.js'
import type { PreparedSnapshot } from './snapshot.js'

/** The prebuilt snapshot if it matches the rule files, with faults of the settings. Compiles nothing. */
export function prebuiltSnapshot(options: SnapshotOptions, file = PREBUILT_FILE) {
  const source = readSource(options.rulesDir, options.localesDir)
  const fingerprint = fingerprintOf(source)
  const found = readPrebuilt(file, keyOf(fingerprint, options.contractText))
  const languages = [...(found?.lexicons.keys() ?? [])]
  const { maxResults, defaultLanguage = languages[0] ?? '' } = options
  const settingFault =
    found === undefined ? folderFault(source, options) : languageFault(defaultLanguage, languages)
  const snapshot = settingFault === undefined && found ? { ...found, maxResults, defaultLanguage } : undefined
  return { source, fingerprint, snapshot, settingFault }
}

/** @param file of the prebuilt snapshot, replaced in tests */
export async function firstSnapshot(options: SnapshotOptions, file = PREBUILT_FILE) {
  const { source, fingerprint, snapshot, settingFault } = prebuiltSnapshot(options, file)
  // Prebuilt snapshots are written only without errors and warnings.
  if (snapshot !== undefined || settingFault !== undefined) {
    const isPrebuilt = snapshot !== undefined
    return { fingerprint, snapshot, diagnostics: [], failures: [], settingFault, isPrebuilt }
  }
  const { prepareSnapshot } = await import('./prepare.js')
  return { ...(await prepareSnapshot(options, { source, fingerprint })), isPrebuilt: false }
}

/** Next to the compiled code, and published with it. */
export const PREBUILT_FILE = fileURLToPath(new URL('prebuilt.bin', import.meta.url))

/** Compiled code lies in build/src/. */
const CODE = fileURLToPath(new URL('../../', import.meta.url))
const SCHEMAS = fileURLToPath(new URL('../../../../src/rules/schemas/', import.meta.url))
/** Its dependencies are a part of the key. */
const PACKAGE = fileURLToPath(new URL('../../../../package.json', import.meta.url))

/** A file consists of the key, a digest of the content, and the content. */
const DIGEST_BYTES = 32
const HEAD_BYTES = 2 * DIGEST_BYTES

/** @param fingerprint of rules and locales. Throws errors of `node:fs`. */
export function keyOf(fingerprint: string, contractText: string): Buffer {
  const { version, dependencies } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as Readonly<
    Record<string, unknown>
  >
  const key = createHash('sha256').update(JSON.stringify([version, dependencies, fingerprint, contractText]))
  for (const file of [...filesIn(SCHEMAS), ...filesIn(CODE)]) {
    const bytes = readFileSync(file)
    key.update(`${file.slice(file.lastIndexOf('/') + 1)} ${bytes.length}\n`).update(bytes)
  }
  return key.digest()
}

function filesIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return names.filter((name) => /\.(js|css|json)$/.test(name)).map((name) => `${folder}${name}`)
}

/** Undefined if there is no valid snapshot with this key. */
export function readPrebuilt(file: string, key: Buffer): PreparedSnapshot | undefined {
  try {
    const bytes = readFileSync(file)
    if (!bytes.subarray(0, DIGEST_BYTES).equals(key)) return undefined
    const content = bytes.subarray(HEAD_BYTES)
    if (!bytes.subarray(DIGEST_BYTES, HEAD_BYTES).equals(hash('sha256', content, 'buffer'))) return undefined
    return deserialize(content) as PreparedSnapshot
  } catch {
    return undefined
  }
}

/** Replaces the file atomically. */
export function writePrebuilt(file: string, key: Buffer, snapshot: PreparedSnapshot): void {
  const content = serialize(snapshot)
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, Buffer.concat([key, hash('sha256', content, 'buffer'), content]))
  renameSync(unfinished, file)
}

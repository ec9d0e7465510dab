/**
 * The first snapshot of a process: the prebuilt one that a build left, if it was made of these very files and code, else one
 * that is prepared now.
 * Guarantees: an edited file is always what is served; a prebuilt snapshot needs no compiler of rules. It is opened only by
 * its key, of all that went into it but Node; one that is cut off, altered or another's is no snapshot, and never a fault.
 * Leaves to others: when one is written (prebuild.ts).
 */
import { createHash, hash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { fingerprintOf, readSource } from '../../rules/source.js'
import type { SnapshotOptions } from './prepare.js'
import { folderFault, languageFault } from './setting-faults.js'
import type { PreparedSnapshot } from './snapshot.js'

/** What a start finds before it compiles anything: the prebuilt snapshot, if it is of these files. */
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

/** @param file of the prebuilt snapshot: another one in tests */
export async function firstSnapshot(options: SnapshotOptions, file = PREBUILT_FILE) {
  const { source, fingerprint, snapshot, settingFault } = prebuiltSnapshot(options, file)
  // Only a snapshot without a fault and without a remark is ever written.
  if (snapshot !== undefined || settingFault !== undefined) {
    const isPrebuilt = snapshot !== undefined
    return { fingerprint, snapshot, diagnostics: [], failures: [], settingFault, isPrebuilt }
  }
  const { prepareSnapshot } = await import('./prepare.js')
  return { ...(await prepareSnapshot(options, { source, fingerprint })), isPrebuilt: false }
}

/** Beside the code that it belongs to, and published with it. */
export const PREBUILT_FILE = fileURLToPath(new URL('prebuilt.bin', import.meta.url))

/** Compiled code lies in build/src/. */
const CODE = fileURLToPath(new URL('../../', import.meta.url))
const SCHEMAS = fileURLToPath(new URL('../../../../src/rules/schemas/', import.meta.url))
/** Names the version of every library. */
const PACKAGE = fileURLToPath(new URL('../../../../package.json', import.meta.url))

/** A file is a key, a digest of what follows it, and what follows it. */
const DIGEST_BYTES = 32
const HEAD_BYTES = 2 * DIGEST_BYTES

/** @param fingerprint of the rules and locales as they are read. Throws as `node:fs` does. */
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

/** Undefined when there is none, or none of this key. */
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

/** A reader meanwhile sees the file that was, or this one. */
export function writePrebuilt(file: string, key: Buffer, snapshot: PreparedSnapshot): void {
  const content = serialize(snapshot)
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, Buffer.concat([key, hash('sha256', content, 'buffer'), content]))
  renameSync(unfinished, file)
}

/**
 * A snapshot as a file that a build leaves for the starts to come.
 * Guarantees: it is opened only by its key, which names everything that went into it: rules, locales, contract, code
 * and libraries. A file that is cut off, altered or another's is no snapshot, and never a fault. Node is not in the key:
 * what it writes is data that each later Node reads, and an engine judges for itself what another one found when it parsed.
 * Leaves to others: when one is written (prebuild.ts), and what takes its place (first-snapshot.ts).
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { parseChecks } from '../http/contract/contract.js'
import type { PreparedSnapshot } from './snapshot.js'

/** Beside the code that it belongs to, and published with it. */
export const PREBUILT_FILE = fileURLToPath(new URL('prebuilt.bin', import.meta.url))

/** Compiled code lies in build/src/. */
const CODE = fileURLToPath(new URL('../', import.meta.url))
const SCHEMAS = fileURLToPath(new URL('../../../src/rules/schemas/', import.meta.url))
const PACKAGE = fileURLToPath(new URL('../../../package.json', import.meta.url))

/** A file is a key, a digest of what follows it, and what follows it. */
const DIGEST_BYTES = 32
const HEAD_BYTES = 2 * DIGEST_BYTES

/** @param fingerprint of the rules and locales as they are read. Throws as `node:fs` does. */
export function keyOf(fingerprint: string, contractText: string): Buffer {
  const { version, dependencies } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as Readonly<
    Record<string, unknown>
  >
  const hash = createHash('sha256').update(JSON.stringify([version, dependencies, fingerprint, contractText]))
  for (const file of [...filesIn(SCHEMAS, '.json'), ...filesIn(CODE, '.js')]) {
    const bytes = readFileSync(file)
    hash.update(`${file.slice(file.lastIndexOf('/') + 1)} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest()
}

function filesIn(folder: string, ending: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return names.filter((name) => name.endsWith(ending)).map((name) => `${folder}${name}`)
}

/** Undefined when there is none, or none of this key. */
export function readPrebuilt(file: string, key: Buffer): PreparedSnapshot | undefined {
  try {
    const bytes = readFileSync(file)
    if (!bytes.subarray(0, DIGEST_BYTES).equals(key)) return undefined
    const content = bytes.subarray(HEAD_BYTES)
    if (!bytes.subarray(DIGEST_BYTES, HEAD_BYTES).equals(digestOf(content))) return undefined
    return deserialize(content) as PreparedSnapshot
  } catch {
    return undefined
  }
}

/** A reader meanwhile sees the file that was, or this one. */
export function writePrebuilt(file: string, key: Buffer, snapshot: PreparedSnapshot): void {
  const content = serialize({ ...snapshot, parsedChecks: parseChecks(snapshot.checks) })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, Buffer.concat([key, digestOf(content), content]))
  renameSync(unfinished, file)
}

function digestOf(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest()
}

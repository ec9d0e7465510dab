/**
 * An edition as a file that a build leaves for the starts to come.
 * Guarantees: it is opened only by its key, which names everything that went into it: rules, locales, contract,
 * settings, code and Node; a file that is cut off, altered or another's is no edition, and never a fault.
 * Leaves to others: when one is written (prebuild.ts) and what takes its place (first.ts).
 */
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { parseChecks } from '../http/checks.js'
import { digestOfCode } from './code-digest.js'
import type { PreparedEdition } from './edition.js'
import type { EditionOptions } from './prepare.js'

/** Beside the code that it belongs to, and published with it. */
export const PREBUILT_FILE = fileURLToPath(new URL('prebuilt.bin', import.meta.url))

/** A file is a key, a digest of what follows it, and what follows it. */
const DIGEST_BYTES = 32
const HEAD_BYTES = 2 * DIGEST_BYTES

type Settings = Pick<EditionOptions, 'contractText' | 'maxResults' | 'defaultLanguage'>

/** @param fingerprint of the rules and locales as they are read */
export function keyOf(fingerprint: string, settings: Settings): Buffer {
  const { contractText, maxResults, defaultLanguage = null } = settings
  const parts = [process.version, digestOfCode(), fingerprint, contractText, maxResults, defaultLanguage]
  return digestOf(JSON.stringify(parts))
}

/** Undefined when there is none, or none of this key. */
export function readPrebuilt(file: string, key: Buffer): PreparedEdition | undefined {
  try {
    const bytes = readFileSync(file)
    if (!bytes.subarray(0, DIGEST_BYTES).equals(key)) return undefined
    const content = bytes.subarray(HEAD_BYTES)
    if (!bytes.subarray(DIGEST_BYTES, HEAD_BYTES).equals(digestOf(content))) return undefined
    return deserialize(content) as PreparedEdition
  } catch {
    return undefined
  }
}

/** Whoever reads meanwhile sees the file that was, or this one. */
export function writePrebuilt(file: string, key: Buffer, edition: PreparedEdition): void {
  const content = serialize({ ...edition, parsedChecks: parseChecks(edition.checks) })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, Buffer.concat([key, digestOf(content), content]))
  renameSync(unfinished, file)
}

function digestOf(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest()
}

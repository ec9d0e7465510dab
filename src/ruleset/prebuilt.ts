/**
 * A snapshot as a file that a build leaves for the starts to come.
 * Guarantees: it is opened only by its key, which names everything that went into it: rules, locales, contract,
 * code and Node; and only under settings with which it would be the same. A file that is cut off, altered or another's
 * is no snapshot, and never a fault.
 * Leaves to others: when one is written (prebuild.ts), for which settings (settings-range.ts) and what takes its place
 * (first-snapshot.ts).
 */
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { parseChecks } from '../http/contract/operation-checks.js'
import { digestOfCode } from './code-digest.js'
import type { PreparedSnapshot } from './snapshot.js'
import type { SnapshotOptions } from './prepare.js'
import type { SettingsRange } from './settings-range.js'

/** Beside the code that it belongs to, and published with it. */
export const PREBUILT_FILE = fileURLToPath(new URL('prebuilt.bin', import.meta.url))

/** A file is a key, a digest of what follows it, and what follows it. */
const DIGEST_BYTES = 32
const HEAD_BYTES = 2 * DIGEST_BYTES

/** What the file holds beside the snapshot. */
interface Prebuilt {
  readonly snapshot: PreparedSnapshot
  /** The settings under which the snapshot is served as it is, but for saying them itself. */
  readonly ranges: readonly SettingsRange[]
}

type Settings = Pick<SnapshotOptions, 'maxResults' | 'defaultLanguage'>

/** @param fingerprint of the rules and locales as they are read */
export function keyOf(fingerprint: string, contractText: string): Buffer {
  return digestOf(JSON.stringify([process.version, digestOfCode(), fingerprint, contractText]))
}

/** What a file of the right key tells. */
export interface Found {
  /** Undefined: it is none for these settings. */
  readonly snapshot: PreparedSnapshot | undefined
  readonly languages: readonly string[]
}

/** Undefined when there is none, or none of this key. */
export function readPrebuilt(file: string, key: Buffer, settings: Settings): Found | undefined {
  try {
    const bytes = readFileSync(file)
    if (!bytes.subarray(0, DIGEST_BYTES).equals(key)) return undefined
    const content = bytes.subarray(HEAD_BYTES)
    if (!bytes.subarray(DIGEST_BYTES, HEAD_BYTES).equals(digestOf(content))) return undefined
    const prebuilt = deserialize(content) as Prebuilt
    return { snapshot: servedUnder(settings, prebuilt), languages: [...prebuilt.snapshot.lexicons.keys()] }
  } catch {
    return undefined
  }
}

function servedUnder(
  { maxResults, defaultLanguage }: Settings,
  { snapshot, ranges }: Prebuilt,
): PreparedSnapshot | undefined {
  const wanted = defaultLanguage ?? [...snapshot.lexicons.keys()][0]
  const range = ranges.find(({ language }) => language === wanted)
  if (range === undefined || maxResults < range.least || maxResults > range.most) return undefined
  return { ...snapshot, maxResults, defaultLanguage: range.language }
}

/** Whoever reads meanwhile sees the file that was, or this one. */
export function writePrebuilt(
  file: string,
  key: Buffer,
  snapshot: PreparedSnapshot,
  ranges: readonly SettingsRange[],
): void {
  const prebuilt: Prebuilt = { snapshot: { ...snapshot, parsedChecks: parseChecks(snapshot.checks) }, ranges }
  const content = serialize(prebuilt)
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, Buffer.concat([key, digestOf(content), content]))
  renameSync(unfinished, file)
}

function digestOf(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest()
}

/**
 * An edition as a file that a build leaves for the starts to come.
 * Guarantees: it is opened only by its key, which names everything that went into it: rules, locales, contract,
 * code and Node; and only under settings with which it would be the same. A file that is cut off, altered or another's
 * is no edition, and never a fault.
 * Leaves to others: when one is written (prebuild.ts), for which settings (settings-range.ts) and what takes its place
 * (first.ts).
 */
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { parseChecks } from '../http/checks.js'
import { digestOfCode } from './code-digest.js'
import type { PreparedEdition } from './edition.js'
import type { EditionOptions } from './prepare.js'
import type { SettingsRange } from './settings-range.js'

/** Beside the code that it belongs to, and published with it. */
export const PREBUILT_FILE = fileURLToPath(new URL('prebuilt.bin', import.meta.url))

/** A file is a key, a digest of what follows it, and what follows it. */
const DIGEST_BYTES = 32
const HEAD_BYTES = 2 * DIGEST_BYTES

/** What the file holds beside the edition. */
interface Prebuilt {
  readonly edition: PreparedEdition
  /** The settings under which the edition is served as it is, but for saying them itself. */
  readonly ranges: readonly SettingsRange[]
}

type Settings = Pick<EditionOptions, 'maxResults' | 'defaultLanguage'>

/** @param fingerprint of the rules and locales as they are read */
export function keyOf(fingerprint: string, contractText: string): Buffer {
  return digestOf(JSON.stringify([process.version, digestOfCode(), fingerprint, contractText]))
}

/** What a file of the right key tells. */
export interface Found {
  /** Undefined: it is none for these settings. */
  readonly edition: PreparedEdition | undefined
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
    return { edition: servedUnder(settings, prebuilt), languages: [...prebuilt.edition.lexicons.keys()] }
  } catch {
    return undefined
  }
}

function servedUnder(
  { maxResults, defaultLanguage }: Settings,
  { edition, ranges }: Prebuilt,
): PreparedEdition | undefined {
  const wanted = defaultLanguage ?? [...edition.lexicons.keys()][0]
  const range = ranges.find(({ language }) => language === wanted)
  if (range === undefined || maxResults < range.least || maxResults > range.most) return undefined
  return { ...edition, maxResults, defaultLanguage: range.language }
}

/** Whoever reads meanwhile sees the file that was, or this one. */
export function writePrebuilt(
  file: string,
  key: Buffer,
  edition: PreparedEdition,
  ranges: readonly SettingsRange[],
): void {
  const prebuilt: Prebuilt = { edition: { ...edition, parsedChecks: parseChecks(edition.checks) }, ranges }
  const content = serialize(prebuilt)
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, Buffer.concat([key, digestOf(content), content]))
  renameSync(unfinished, file)
}

function digestOf(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest()
}

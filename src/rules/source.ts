/**
 * Reads the rules and locales folders into memory, and determines each file's role from its name. Which files should
 * exist is checked in checks/manifest.ts.
 * Guarantees: all files come from one moment (if files change during reading, all are read again); only regular files
 * are read, at most 1 MiB each and 4 MiB in total; I/O errors become diagnostics and are never thrown.
 */
import path from 'node:path'
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, statSync, type Stats } from 'node:fs'
import { type Diagnostic, fileFault, type Wording } from './diagnostic.js'
import type { Kind } from './file-types.js'
import { FileRefusal, MIB, readLimited } from './read-limited.js'

export const MAX_FILE_BYTES = MIB

/**
 * Limit for both folders together; the shipped ones have 0.5 MiB. Parsing takes up to 780 bytes of memory per byte.
 */
export const MAX_TOTAL_BYTES = 4 * MIB

/** Number of attempts to read folders that keep changing. */
const ATTEMPTS = 5

export interface SourceFile {
  /** Path shown to people, relative to the folder's parent: `rules/genes/matp.yaml`. */
  readonly file: string
  /** Path inside the folder, with `/` on every system: `genes/matp.yaml`. */
  readonly name: string
  readonly text: string
}

export type Folder = ReturnType<typeof readFolder>

/** The two folders of a rule set. */
export const FOLDERS = ['rules', 'locales'] as const

export type Source = ReturnType<typeof readSource>

/** Reads one file; throws as `readLimited` does. */
type ReadBytes = (location: string) => Uint8Array

const readFile: ReadBytes = (location) => readLimited(location, { maxBytes: MAX_FILE_BYTES })

/** Reads every `*.yaml` of the two folders and of their direct subfolders, sorted by name. */
export function readSource(rulesDir: string, localesDir: string, read: ReadBytes = readFile) {
  for (let attempt = 1; ; attempt++) {
    const diagnostics: Diagnostic[] = []
    const before = stampOf(rulesDir, localesDir)
    const room = { bytes: MAX_TOTAL_BYTES }
    const rules = readFolder(rulesDir, read, room, diagnostics)
    const locales = readFolder(localesDir, read, room, diagnostics)
    if (stampOf(rulesDir, localesDir) === before) return { rules, locales, diagnostics }
    if (attempt < ATTEMPTS) continue
    const what = 'the files are being changed while they are read.'
    const fix = 'wait until all files are written, then try again.'
    const changing = fileFault('PARSE', rules.shown, { what, fix })
    return { rules, locales, diagnostics: [...diagnostics, changing] }
  }
}

/**
 * Changes as soon as a file of the two folders is written, renamed, replaced, added or removed. Reads no file
 * contents.
 */
export function stampOf(rulesDir: string, localesDir: string): string {
  const unlisted: Diagnostic[] = []
  return JSON.stringify([list(rulesDir, unlisted), list(localesDir, unlisted), unlisted])
}

/** SHA-256 (hex) of everything that was read, including comments and faults. */
export function fingerprintOf({ rules, locales, diagnostics }: Source): string {
  const all = JSON.stringify([rules, locales, diagnostics])
  return createHash('sha256').update(all).digest('hex')
}

/** Lists the YAML files. A stamp changes whenever the file's content may have changed. */
function list(folder: string, diagnostics: Diagnostic[]) {
  try {
    return yamlNames(folder).map((name) => {
      const { size, mtimeMs, ctimeMs, ino } = statOf(path.join(folder, name))
      return { name, size, stamp: `${ino}:${mtimeMs}:${ctimeMs}` }
    })
  } catch (cause) {
    diagnostics.push(unreadable(shownName(folder), cause))
    return undefined
  }
}

/** Stats of the file behind a link; of the link itself if it is broken, so that reading it reports which one. */
function statOf(file: string): Stats {
  try {
    return statSync(file)
  } catch {
    return lstatSync(file)
  }
}

/** Skips hidden files such as editors' swap files; lists `.yml` files, so that they can be refused. */
function yamlNames(folder: string): string[] {
  const visibleIn = (inside: string) =>
    readdirSync(path.join(folder, inside)).filter((name) => !name.startsWith('.'))
  const isYaml = (name: string) => /\.ya?ml$/i.test(name)
  const names = visibleIn('').flatMap((name) => {
    if (isYaml(name) || !statOf(path.join(folder, name)).isDirectory()) return name
    return visibleIn(name).map((file) => `${name}/${file}`)
  })
  return names.filter(isYaml).sort()
}

/** @param room remaining bytes, decremented here; negative once a file did not fit */
function readFolder(folder: string, read: ReadBytes, room: { bytes: number }, diagnostics: Diagnostic[]) {
  const shown = shownName(folder)
  const listed = list(folder, diagnostics)
  const files: SourceFile[] = []
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (const { name, size } of listed ?? []) {
    const file = `${shown}/${name}`
    if (room.bytes < 0) break
    // A file above the single-file limit is refused by itself and does not count.
    if (size <= MAX_FILE_BYTES) room.bytes -= size
    if (room.bytes < 0) {
      const what = `with this file the rules and locales exceed ${MAX_TOTAL_BYTES / MIB} MiB in total; it and the files after it are not read.`
      diagnostics.push(fileFault('PARSE', file, { what, fix: 'remove files that are not rules.' }))
      break
    }
    try {
      files.push({ file, name, text: decoder.decode(read(path.join(folder, name))) })
    } catch (cause) {
      diagnostics.push(unreadable(file, cause))
    }
  }
  return {
    /** The folder's name, as shown to people: `rules`. */
    shown,
    /** All YAML files, sorted, including unreadable ones; undefined if the folder cannot be listed. */
    names: listed?.map(({ name }) => name),
    files,
  }
}

function shownName(folder: string): string {
  return path.basename(path.resolve(folder))
}

/** Messages for common errors, by the error code of Node. */
const UNREADABLE: Readonly<Record<string, Wording>> = {
  ENOENT: { what: 'this file or folder does not exist.', fix: 'create it, or name another folder.' },
  ERR_ENCODING_INVALID_ENCODED_DATA: { what: 'this is not UTF-8 text.', fix: 'save it as UTF-8.' },
}

function unreadable(file: string, cause: unknown): Diagnostic {
  if (cause instanceof FileRefusal)
    return fileFault('PARSE', file, { what: `this ${cause.message}.`, fix: cause.fix })
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown cause'
  const otherwise = {
    what: `this cannot be read (${code}).`,
    fix: 'check that it is a file or folder that this user may read.',
  }
  return fileFault('PARSE', file, UNREADABLE[code] ?? otherwise)
}

/** All kinds of files, with the pattern of their paths. */
export const FILE_NAMES: readonly (readonly [Kind, RegExp])[] = [
  ['manifest', /^rules\/(manifest)\.yaml$/],
  ['horses', /^rules\/(animals|horses)\.yaml$/],
  ['appearance', /^rules\/(appearance)\.yaml$/],
  ['artwork', /^rules\/(artwork)\.yaml$/],
  ['gene', /^rules\/genes\/([^/]+)\.yaml$/],
  ['epistasis', /^rules\/epistasis\/\d+-([^/]+)\.yaml$/],
  ['linkage', /^rules\/linkage\/([^/]+)\.yaml$/],
  ['population', /^rules\/populations\/([^/]+)\.yaml$/],
  ['lookalikes', /^rules\/(looks)\.yaml$/],
  ['report-tests', /^rules\/reports\/(tests)\.yaml$/],
  ['report-words', /^rules\/reports\/(words)\.yaml$/],
  ['laboratories', /^rules\/reports\/(laboratories)\.yaml$/],
  ['locale', /^locales\/([^/]+)\.yaml$/],
]

/**
 * The role of a file, and the locus, table, group, population or language that it is named for; undefined if a rule
 * set has no such file. @param path `rules/…` or `locales/…`, whatever the folders are called
 */
export function fileRole(path: string) {
  for (const [kind, pattern] of FILE_NAMES) {
    const id = pattern.exec(path)?.[1]
    if (id !== undefined) return { kind, id }
  }
  return undefined
}

/** All existing files, readable or not, with their shown path, their path inside the folder, and their role. */
export function filesIn(source: Source) {
  return FOLDERS.flatMap((folder) => {
    const { shown, names = [] } = source[folder]
    return names.map((name) => ({ file: `${shown}/${name}`, name, role: fileRole(`${folder}/${name}`) }))
  })
}

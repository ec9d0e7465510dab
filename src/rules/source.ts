/**
 * Reads the rules and locales folders into memory, and tells what each file is, by its name alone.
 * Guarantees: all files come from one moment (files that change while being read are read again); only regular files
 * are read, at most 1 MiB of each and 4 MiB in all; nothing thrown, whatever the disk does.
 * Leaves to others: which files should exist (checks/manifest.ts).
 */
import path from 'node:path'
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, statSync, type Stats } from 'node:fs'
import { type Diagnostic, fileFault, type Wording } from './diagnostic.js'
import type { Kind } from './file-types.js'
import { FileRefusal, MIB, readLimited } from './read-limited.js'

export const MAX_FILE_BYTES = MIB

/** Of both folders together; the shipped ones have 0.5 MiB. Parsing takes up to 780 bytes of memory for each byte of a file. */
export const MAX_TOTAL_BYTES = 4 * MIB

/** How often a folder that keeps changing is read before giving up. */
const ATTEMPTS = 5

export interface SourceFile {
  /** As people see it, relative to the folder's parent: `rules/genes/matp.yaml`. */
  readonly file: string
  /** Inside its folder, `/` on every system: `genes/matp.yaml`. */
  readonly name: string
  readonly text: string
}

export type Folder = ReturnType<typeof readFolder>

/** The two folders of a rule set. */
export const FOLDERS = ['rules', 'locales'] as const

export type Source = ReturnType<typeof readSource>

/** Reads one file's bytes; throws as `readLimited` does. */
type ReadBytes = (location: string) => Uint8Array

const readFile: ReadBytes = (location) => readLimited(location, { maxBytes: MAX_FILE_BYTES })

/** Reads every `*.yaml` of the two folders and of their direct sub-folders, sorted by name. */
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

/** Differs as soon as a file of the two folders is written, renamed, replaced, added or removed. Reads no file. */
export function stampOf(rulesDir: string, localesDir: string): string {
  const unlisted: Diagnostic[] = []
  return JSON.stringify([list(rulesDir, unlisted), list(localesDir, unlisted), unlisted])
}

/** SHA-256 (hex) of all that was read, comments and faults included. */
export function fingerprintOf({ rules, locales, diagnostics }: Source): string {
  const all = JSON.stringify([rules, locales, diagnostics])
  return createHash('sha256').update(all).digest('hex')
}

/** A stamp changes whenever the file's content may have. */
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

/** Of what a name leads to; of a link that leads nowhere, as it stands, so that reading it tells which one it is. */
function statOf(file: string): Stats {
  try {
    return statSync(file)
  } catch {
    return lstatSync(file)
  }
}

/** Hidden files (editors' swap files) are passed over; a `.yml` is listed, so that it can be refused. */
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

/** @param room how much may still be read, counted down here; below 0 once a file did not fit */
function readFolder(folder: string, read: ReadBytes, room: { bytes: number }, diagnostics: Diagnostic[]) {
  const shown = shownName(folder)
  const listed = list(folder, diagnostics)
  const files: SourceFile[] = []
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (const { name, size } of listed ?? []) {
    const file = `${shown}/${name}`
    if (room.bytes < 0) break
    // What is too large by itself is refused by itself, and takes no room.
    if (size <= MAX_FILE_BYTES) room.bytes -= size
    if (room.bytes < 0) {
      const what = `with this file the rules and locales have more than ${MAX_TOTAL_BYTES / MIB} MiB in all; it and those after it are not read.`
      diagnostics.push(fileFault('PARSE', file, { what, fix: 'remove files that are no rules.' }))
      break
    }
    try {
      files.push({ file, name, text: decoder.decode(read(path.join(folder, name))) })
    } catch (cause) {
      diagnostics.push(unreadable(file, cause))
    }
  }
  return {
    /** The folder's own name, as people see it: `rules`. */
    shown,
    /** All YAML files, sorted, the unreadable ones included; undefined if the folder cannot be listed. */
    names: listed?.map(({ name }) => name),
    files,
  }
}

function shownName(folder: string): string {
  return path.basename(path.resolve(folder))
}

/** What to say of the errors that authors meet, by the code that Node gives them. */
const UNREADABLE: Readonly<Record<string, Wording>> = {
  ENOENT: { what: 'this does not exist.', fix: 'create it, or name another folder.' },
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

/** Every kind of file, and what a file of it is called. */
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
  ['locale', /^locales\/([^/]+)\.yaml$/],
]

/**
 * What a file is, and the locus, table, group, population or language that it is named for; undefined where no rule set has such
 * a file. @param path `rules/…` or `locales/…`, however the folders are called
 */
export function fileRole(path: string) {
  for (const [kind, pattern] of FILE_NAMES) {
    const id = pattern.exec(path)?.[1]
    if (id !== undefined) return { kind, id }
  }
  return undefined
}

/** Every file that is there, readable or not: as people see it, inside its folder, and what it is. */
export function filesIn(source: Source) {
  return FOLDERS.flatMap((folder) => {
    const { shown, names = [] } = source[folder]
    return names.map((name) => ({ file: `${shown}/${name}`, name, role: fileRole(`${folder}/${name}`) }))
  })
}

/**
 * Checks that the manifest and the files that are there agree.
 * Guarantees: every entry has its file, every file its entry; each mismatch is told once, with the near word.
 * Leaves to others: what stands in the files.
 */
import { fault, type Diagnostic } from '../diagnostic.js'
import { nearest } from './nearest.js'
import type { Kind } from './schema.js'
import type { FileReading } from '../yaml/parsed-file.js'
import type { Folder } from '../source.js'
import type { Place } from '../tables.js'
import type { ManifestYaml } from '../file-types.js'

/** What a file's name says it is. */
export interface FileRole {
  readonly kind: Kind
  /** The locus, table, group or language that the file is named for. */
  readonly id: string
}

const RULE_FILES: readonly (readonly [Kind, RegExp])[] = [
  ['manifest', /^(manifest)\.yaml$/],
  ['horses', /^(animals|horses)\.yaml$/],
  ['gene', /^genes\/([^/]+)\.yaml$/],
  ['epistasis', /^epistasis\/\d+-([^/]+)\.yaml$/],
  ['linkage', /^linkage\/([^/]+)\.yaml$/],
]

const FOLDERS = ['genes', 'epistasis', 'linkage']

/** The role of a file of the rules folder; undefined: no rule set has such a file. */
export function ruleFileRole(name: string): FileRole | undefined {
  for (const [kind, pattern] of RULE_FILES) {
    const id = pattern.exec(name)?.[1]
    if (id !== undefined) return { kind, id }
  }
  return undefined
}

/** The role of a file of the locales folder. */
export function localeFileRole(name: string): FileRole | undefined {
  const id = /^([^/]+)\.yaml$/.exec(name)?.[1]
  return id === undefined ? undefined : { kind: 'locale', id }
}

/** Files whose name fits nothing. */
export function strayFiles(
  folder: Folder,
  roleOf: (name: string) => FileRole | undefined,
): readonly Diagnostic[] {
  return (folder.names ?? [])
    .filter((name) => roleOf(name) === undefined)
    .map((name) =>
      fault(
        'UNKNOWN_KEY',
        { file: `${folder.shown}/${name}`, line: 1, column: 1 },
        {
          what: 'no rule set has a file of this name here.',
          mend: strayMend(name),
        },
      ),
    )
}

function strayMend(name: string): string {
  if (name.endsWith('.yml')) return 'name it .yaml.'
  const [folder, file] = name.split('/')
  if (file === undefined || folder === undefined)
    return 'move it into the folder it belongs to, or remove it.'
  if (folder === 'epistasis') return 'name it <number>-<table>.yaml, such as 20-base.yaml.'
  const near = nearest(folder, FOLDERS)
  return near === undefined ? 'remove it.' : `did you mean the folder "${near}"?`
}

/** Known animals stand in one file, by whichever of its names. */
export function oneFileOfAnimals({ shown, names = [] }: Folder): readonly Diagnostic[] {
  const [first, ...others] = names.filter((name) => ruleFileRole(name)?.kind === 'horses')
  return others.map((name) =>
    fault('DUPLICATE_ID', start(shown, name), {
      what: `the known animals stand in ${first ?? ''} already.`,
      mend: 'write them all into one of the two files, and remove the other.',
    }),
  )
}

/** Entries without a file, and files without an entry. */
export function checkManifest(
  manifest: FileReading<ManifestYaml>,
  rules: Folder,
  locales: Folder,
): readonly Diagnostic[] {
  const { loci, tables, languages } = manifest.value
  const lists = [
    { key: 'loci', kind: 'gene', entries: loci, folder: rules, roleOf: ruleFileRole },
    { key: 'tables', kind: 'epistasis', entries: tables, folder: rules, roleOf: ruleFileRole },
    { key: 'languages', kind: 'locale', entries: languages, folder: locales, roleOf: localeFileRole },
  ] as const
  return lists.flatMap(({ key, kind, entries, folder, roleOf }) => {
    const { shown, names } = folder
    // A folder that cannot be listed is reported already.
    if (names === undefined) return []
    const files = names.flatMap((name) => {
      const role = roleOf(name)
      return role?.kind === kind ? [{ name, id: role.id }] : []
    })
    const unlisted = files.filter(({ id }) => !entries.includes(id))
    const twice = files.filter(({ id }, at) => files.findIndex((other) => other.id === id) < at)
    const misspelt = new Set<string>()
    entries.forEach((entry, index) => {
      if (files.some(({ id }) => id === entry)) return
      const near = nearest(
        entry,
        unlisted.map(({ id }) => id),
      )
      if (near !== undefined) misspelt.add(near)
      const file = `${shown}/${expectedName(kind, entry)}`
      manifest.report('PARSE', `/${key}/${index}`, {
        what: `${file} does not exist, though ${key} names it.`,
        mend: near === undefined ? 'create it, or remove the entry.' : `did you mean "${near}"?`,
      })
    })
    return [
      ...unlisted.flatMap(({ name, id }) => {
        if (misspelt.has(id)) return []
        const mend = `add ${id} to ${key}, or remove the file.`
        return fault('UNKNOWN_KEY', start(shown, name), {
          what: `the manifest's ${key} do not name it.`,
          mend,
        })
      }),
      ...twice.map(({ name, id }) => {
        const wording = { what: `there are two files for the table ${id}.`, mend: 'remove one of them.' }
        return fault('DUPLICATE_ID', start(shown, name), wording)
      }),
    ]
  })
}

function expectedName(kind: 'gene' | 'epistasis' | 'locale', id: string): string {
  if (kind === 'gene') return `genes/${id}.yaml`
  return kind === 'locale' ? `${id}.yaml` : `epistasis/<number>-${id}.yaml`
}

function start(shown: string, name: string): Place {
  return { file: `${shown}/${name}`, line: 1, column: 1 }
}

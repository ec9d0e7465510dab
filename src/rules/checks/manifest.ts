/**
 * Checks that the manifest and the files that are there agree.
 * Guarantees: every entry has its file, every file its entry; each mismatch is reported once, with the near word.
 * Leaves to others: what stands in the files.
 */
import { fileFault, type Diagnostic } from '../diagnostic.js'
import { fileRole, type FileRole, FOLDERS, type Source } from '../source.js'
import type { ManifestYaml } from '../file-types.js'
import type { FileReading } from '../yaml/parsed-file.js'
import { nearest, suggestion } from './nearest.js'

/** A file that is there, readable or not. */
interface FoundFile {
  /** As people see it: `rules/genes/matp.yaml`. */
  readonly file: string
  /** Inside its folder. */
  readonly name: string
  readonly role: FileRole | undefined
}

/** The manifest's lists, and what the file of an entry is called. */
const LISTS = [
  { key: 'loci', kind: 'gene', folder: 'rules', called: 'genes/<id>.yaml' },
  { key: 'tables', kind: 'epistasis', folder: 'rules', called: 'epistasis/<number>-<id>.yaml' },
  { key: 'languages', kind: 'locale', folder: 'locales', called: '<id>.yaml' },
] as const

/** @param manifest undefined where there is none, or none that can be read */
export function checkFiles(
  source: Source,
  manifest: FileReading<ManifestYaml> | undefined,
): readonly Diagnostic[] {
  const files = FOLDERS.flatMap((folder) =>
    (source[folder].names ?? []).map((name) => ({
      file: `${source[folder].shown}/${name}`,
      name,
      role: fileRole(`${folder}/${name}`),
    })),
  )
  return [
    ...files.filter(({ role }) => role === undefined).map(stray),
    ...secondFilesOfAnimals(files),
    ...halfAPicture(files),
    ...(manifest === undefined ? missingManifest(source, files) : unlike(manifest, source, files)),
  ]
}

function stray({ file, name }: FoundFile): Diagnostic {
  return fileFault('UNKNOWN_KEY', file, {
    what: 'no rule set has a file of this name here.',
    fix: strayFix(name),
  })
}

function strayFix(name: string): string {
  if (name.endsWith('.yml')) return 'name it .yaml.'
  const [folder = '', file] = name.split('/')
  if (file === undefined) return 'move it into the folder it belongs to, or remove it.'
  if (folder === 'epistasis') return 'name it <number>-<table>.yaml, such as 20-base.yaml.'
  const near = nearest(folder, ['genes', 'epistasis', 'linkage', 'populations'])
  return near === undefined ? 'remove it.' : `did you mean the folder "${near}"?`
}

/** Known animals stand in one file, by whichever of its names. */
function secondFilesOfAnimals(files: readonly FoundFile[]): readonly Diagnostic[] {
  const [first, ...others] = files.filter(({ role }) => role?.kind === 'horses')
  return others.map(({ file }) =>
    fileFault('DUPLICATE_ID', file, {
      what: `the known animals stand in ${first?.name ?? ''} already.`,
      fix: 'write them all into one of the two files, and remove the other.',
    }),
  )
}

/** Colours without outlines draw nothing, and outlines without colours neither. */
function halfAPicture(files: readonly FoundFile[]): readonly Diagnostic[] {
  const [found, ...others] = files.filter(
    ({ role }) => role?.kind === 'appearance' || role?.kind === 'artwork',
  )
  if (found === undefined || others.length > 0) return []
  const other = found.role?.kind === 'artwork' ? 'appearance.yaml' : 'artwork.yaml'
  return [
    fileFault('PARSE', found.file, {
      what: `this stands alone: there is no ${other} beside it.`,
      why: 'A picture needs both.',
      fix: `create ${other}, or remove this file.`,
    }),
  ]
}

/** Says nothing of a manifest that is there, or of a folder that cannot be listed: that is reported already. */
function missingManifest({ rules }: Source, files: readonly FoundFile[]): readonly Diagnostic[] {
  if (rules.names === undefined || files.some(({ role }) => role?.kind === 'manifest')) return []
  return [
    fileFault('PARSE', `${rules.shown}/manifest.yaml`, {
      what: 'this does not exist.',
      why: 'It says which loci, tables and languages there are.',
      fix: 'create it.',
    }),
  ]
}

/** Entries without a file, and files without an entry. */
function unlike(
  manifest: FileReading<ManifestYaml>,
  source: Source,
  files: readonly FoundFile[],
): readonly Diagnostic[] {
  return LISTS.flatMap(({ key, kind, folder, called }) => {
    const { shown, names } = source[folder]
    // A folder that cannot be listed is reported already.
    if (names === undefined) return []
    const entries = manifest.value[key]
    const own = files.flatMap(({ file, role }) => (role?.kind === kind ? [{ file, id: role.id }] : []))
    const unlisted = own.filter(({ id }) => !entries.includes(id))
    const twice = own.filter(({ id }, at) => own.findIndex((other) => other.id === id) < at)
    const unlistedIds = unlisted.map(({ id }) => id)
    const misspelt = new Set<string>()
    entries.forEach((entry, index) => {
      if (own.some(({ id }) => id === entry)) return
      const near = nearest(entry, unlistedIds)
      if (near !== undefined) misspelt.add(near)
      const name = called.replace('<id>', () => entry)
      manifest.report('PARSE', `/${key}/${index}`, {
        what: `${shown}/${name} does not exist, though ${key} names it.`,
        fix: suggestion(entry, unlistedIds, 'create it, or remove the entry.'),
      })
    })
    return [
      ...unlisted
        .filter(({ id }) => !misspelt.has(id))
        .map(({ file, id }) =>
          fileFault('UNKNOWN_KEY', file, {
            what: `the manifest's ${key} do not name it.`,
            fix: `add ${id} to ${key}, or remove the file.`,
          }),
        ),
      ...twice.map(({ file, id }) =>
        fileFault('DUPLICATE_ID', file, {
          what: `there are two files for the table ${id}.`,
          fix: 'remove one of them.',
        }),
      ),
    ]
  })
}

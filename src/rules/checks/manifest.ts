/**
 * Checks that the manifest and the existing files agree.
 * Guarantees: every entry has its file and every file its entry; each mismatch is reported once, with the closest
 * word.
 */
import { fileFault, type Diagnostic, type DiagnosticCode, type Wording } from '../diagnostic.js'
import { filesIn, type Folder, type Source } from '../source.js'
import type { ManifestYaml } from '../file-types.js'
import type { FileReading } from '../yaml/parsed-file.js'
import { nearest, suggestion } from '../../common/nearest.js'

type FoundFile = ReturnType<typeof filesIn>[number]

/** The manifest's lists, and the file name pattern of their entries. */
const LISTS = [
  { key: 'loci', kind: 'gene', folder: 'rules', called: 'genes/<id>.yaml' },
  { key: 'tables', kind: 'epistasis', folder: 'rules', called: 'epistasis/<number>-<id>.yaml' },
  { key: 'languages', kind: 'locale', folder: 'locales', called: '<id>.yaml' },
] as const

/** @param manifest undefined if it is missing or unreadable */
export function checkFiles(
  source: Source,
  manifest: FileReading<ManifestYaml> | undefined,
  diagnostics: Diagnostic[],
): void {
  const files = filesIn(source)
  const report: Report = (code, file, wording) => diagnostics.push(fileFault(code, file, wording))
  for (const { file, name, role } of files) {
    if (role !== undefined) continue
    report('UNKNOWN_KEY', file, { what: 'a rule set has no file with this name here.', fix: strayFix(name) })
  }
  checkAnimals(files, report)
  checkPicture(files, report)
  if (manifest === undefined) checkMissing(source, files, report)
  else for (const list of LISTS) checkList(list, manifest, source[list.folder], files, report)
}

type Report = (code: DiagnosticCode, file: string, wording: Wording) => void

function strayFix(name: string): string {
  if (!name.endsWith('.yaml')) return 'name it .yaml.'
  const [folder = '', file] = name.split('/')
  if (file === undefined) return 'move it into the folder it belongs to, or remove it.'
  if (folder === 'epistasis') return 'name it <number>-<table>.yaml, such as 20-base.yaml.'
  const near = nearest(folder, ['genes', 'epistasis', 'linkage', 'populations', 'reports'])
  return near === undefined ? 'remove it.' : `did you mean the folder "${near}"?`
}

/** Known animals belong in one file; it may have either of two names. */
function checkAnimals(files: readonly FoundFile[], report: Report): void {
  const [first, ...others] = files.filter(({ role }) => role?.kind === 'horses')
  for (const { file } of others) {
    report('DUPLICATE_ID', file, {
      what: `the known animals are already in ${first?.name ?? ''}.`,
      fix: 'write them all into one of the two files, and remove the other.',
    })
  }
}

/** A picture needs both colours and outlines. */
function checkPicture(files: readonly FoundFile[], report: Report): void {
  const found = files.filter(({ role }) => role?.kind === 'appearance' || role?.kind === 'artwork')
  const [only] = found
  if (only === undefined || found.length > 1) return
  const other = only.role?.kind === 'artwork' ? 'appearance.yaml' : 'artwork.yaml'
  report('PARSE', only.file, {
    what: `there is no ${other} beside this file.`,
    why: 'A picture needs both.',
    fix: `create ${other}, or remove this file.`,
  })
}

/** Reports a missing manifest, unless the folder cannot be listed, which is reported already. */
function checkMissing({ rules }: Source, files: readonly FoundFile[], report: Report): void {
  if (rules.names === undefined || files.some(({ role }) => role?.kind === 'manifest')) return
  report('PARSE', `${rules.shown}/manifest.yaml`, {
    what: 'this file does not exist.',
    why: 'It lists the loci, tables and languages.',
    fix: 'create it.',
  })
}

/** Reports entries without a file, and files without an entry. */
function checkList(
  { key, kind, called }: (typeof LISTS)[number],
  manifest: FileReading<ManifestYaml>,
  { shown, names }: Folder,
  files: readonly FoundFile[],
  report: Report,
): void {
  // An unreadable folder is reported already.
  if (names === undefined) return
  const entries = manifest.value[key]
  const listed = files.flatMap(({ file, role }) => (role?.kind === kind ? [{ file, id: role.id }] : []))
  const ids = listed.map(({ id }) => id)
  const unlisted = ids.filter((id) => !entries.includes(id))
  const misspelt = new Set<string>()
  entries.forEach((entry, index) => {
    if (ids.includes(entry)) return
    misspelt.add(nearest(entry, unlisted) ?? '')
    manifest.report('PARSE', `/${key}/${index}`, {
      what: `${shown}/${called.replace('<id>', () => entry)} does not exist, but is listed in ${key}.`,
      fix: suggestion(entry, unlisted, 'create it, or remove the entry.'),
    })
  })
  listed.forEach(({ file, id }, at) => {
    if (unlisted.includes(id) && !misspelt.has(id)) {
      report('UNKNOWN_KEY', file, {
        what: `the manifest does not list it in ${key}.`,
        fix: `add ${id} to ${key}, or remove the file.`,
      })
    }
    if (ids.indexOf(id) < at) {
      report('DUPLICATE_ID', file, {
        what: `there are two files for the table ${id}.`,
        fix: 'remove one of them.',
      })
    }
  })
}

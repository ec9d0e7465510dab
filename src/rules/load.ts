/**
 * A rules folder and a locales folder → checked tables, or everything that is wrong with them.
 * Guarantees: nothing thrown for whatever the files hold; tables only if there is no error; frozen; the same
 * files give the same tables, revision and diagnostics.
 * Leaves to others: the meaning, that is whether loci, alleles and tokens in predicates exist (model/compile/compile.ts).
 */
import {
  checkManifest,
  localeFileRole,
  oneFileOfAnimals,
  ruleFileRole,
  strayFiles,
} from './checks/agreement.js'
import { decisionTable } from './tables/decision-table.js'
import { inFileOrder, fault, type Diagnostic } from './diagnostic.js'
import { deepFreeze } from './freeze.js'
import { linkageTable } from './tables/linkage-table.js'
import { localeTable, withLanguageDefaults } from './tables/locale-table.js'
import { locusTable } from './tables/locus-table.js'
import { nameExamples } from './tables/name-examples.js'
import {
  parseRules,
  parseSource,
  type ParsedRules,
  type ParseFile,
  type RuleFile,
  type RuleFolders,
} from './yaml/parse-rules.js'
import { checkCitations, poolReferences } from './checks/references.js'
import { revisionOf } from './revision.js'
import { checkRuleIds, checkOneGroupPerLocus, checkExtends } from './checks/together.js'
import { checkShape, type Kind } from './checks/schema.js'
import { fileReadingOf, type FileReading } from './yaml/parsed-file.js'
import type { Folder, Source } from './source.js'
import type { RuleTables } from './tables.js'
import type { FileContent } from './file-types.js'

export type { RuleFolders } from './yaml/parse-rules.js'

export interface Loaded {
  /** Undefined when any diagnostic is an error. */
  readonly tables: RuleTables | undefined
  /** By file and line. */
  readonly diagnostics: readonly Diagnostic[]
}

/** A sheet and the locus, table, group or language that its file is named for. */
type NamedSheet<K extends Kind> = FileReading<FileContent[K]> & { readonly id: string }

/** Reads and checks a whole rule set. @param parse may remember (parse-memory.ts) */
export function loadRules(folders: RuleFolders, parse?: ParseFile): Loaded {
  return loadParsed(parseRules(folders, parse))
}

/** Checks a rule set that was read already. */
export function loadSource(source: Source, parse?: ParseFile): Loaded {
  return loadParsed(parseSource(source, parse))
}

/** Checks a rule set that is parsed already. */
export function loadParsed(source: ParsedRules): Loaded {
  const { files } = source
  const diagnostics: Diagnostic[] = [...source.diagnostics]

  // 1. Parsed values of the right shape, by kind of file.
  const shaped = <K extends Kind>(kind: K) => shapedSheets(kind, files, diagnostics)
  const [manifest] = shaped('manifest')
  const genes = shaped('gene')
  const epistasis = shaped('epistasis')
  const linkage = shaped('linkage')
  const horses = shaped('horses')
  const locales = shaped('locale')
  const everyShapeHolds = diagnostics.length === 0

  // 2. Do manifest and files agree?
  diagnostics.push(...strayFiles(source.rules, ruleFileRole), ...strayFiles(source.locales, localeFileRole))
  diagnostics.push(...oneFileOfAnimals(source.rules))
  if (manifest !== undefined) diagnostics.push(...checkManifest(manifest, source.rules, source.locales))
  else if (source.rules.names?.includes('manifest.yaml') === false) diagnostics.push(noManifest(source.rules))

  // 3. Values → tables, each checked by itself.
  const languages = manifest?.value.languages
  const loci = genes.map((sheet) => locusTable(sheet, sheet.id, languages))
  const tables = epistasis.map((sheet) => decisionTable(sheet, sheet.id))
  const groups = linkage.map((sheet) => linkageTable(sheet, sheet.id))
  const animals = horses.flatMap((sheet) =>
    (['animals', 'horses'] as const).flatMap((key) =>
      nameExamples(sheet, `/${key}`, sheet.value[key] ?? [], languages),
    ),
  )
  const words = locales.map((sheet) => localeTable(sheet, sheet.id))

  // 4. Together. A file that failed would make others' citations look wrong, so those wait for it.
  checkRuleIds(epistasis)
  checkOneGroupPerLocus(linkage)
  checkExtends(locales, unreadLanguages(source.locales, languages, locales))
  const citing = [...genes, ...epistasis, ...linkage, ...horses]
  const references = poolReferences(citing)
  if (everyShapeHolds) checkCitations(citing, references)

  const failed = diagnostics.some(({ severity }) => severity === 'error')
  if (failed || manifest === undefined) return { tables: undefined, diagnostics: inOrder(diagnostics) }
  const { value: listed } = manifest
  const loaded: RuleTables = {
    manifest: { ...listed, place: manifest.placeOf('/version') },
    loci: inListedOrder(listed.loci, loci, ({ locus }) => locus),
    tables: inListedOrder(listed.tables, tables, ({ table }) => table),
    linkage: groups,
    locales: withLanguageDefaults(
      inListedOrder(listed.languages, words, ({ language }) => language),
      locales,
    ),
    references,
    horses: animals,
    revision: revisionOf(files.map(({ path, parsed }) => [path, parsed.value])),
  }
  return { tables: deepFreeze(loaded), diagnostics: inOrder(diagnostics) }
}

function shapedSheets<K extends Kind>(
  kind: K,
  files: readonly RuleFile[],
  diagnostics: Diagnostic[],
): readonly NamedSheet<K>[] {
  return files.flatMap(({ role, parsed }) => {
    if (role.kind !== kind) return []
    const { value, diagnostics: faults } = checkShape(kind, parsed)
    diagnostics.push(...faults)
    return value === undefined ? [] : [{ ...fileReadingOf(parsed, value, diagnostics), id: role.id }]
  })
}

/** By file and line, without the bare words that are refused in quotes, too: quotes would mend nothing there. */
function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const at = ({ place: { file, line, column } }: Diagnostic) => `${file}:${line}:${column}`
  const others = new Set(diagnostics.filter(({ code }) => code !== 'UNQUOTED_N').map(at))
  return inFileOrder(diagnostics.filter((one) => one.code !== 'UNQUOTED_N' || !others.has(at(one))))
}

/** Languages that have a file or stand in the manifest, and gave no sheet. */
function unreadLanguages(
  { names = [] }: Folder,
  listed: readonly string[] = [],
  sheets: readonly NamedSheet<'locale'>[],
): readonly string[] {
  const named = names.flatMap((name) => localeFileRole(name)?.id ?? [])
  return [...new Set([...named, ...listed])].filter((language) => !sheets.some(({ id }) => id === language))
}

function inListedOrder<Table>(
  order: readonly string[],
  tables: readonly Table[],
  idOf: (table: Table) => string,
): readonly Table[] {
  const byId = new Map(tables.map((table) => [idOf(table), table]))
  return order.flatMap((id) => byId.get(id) ?? [])
}

function noManifest({ shown }: Folder): Diagnostic {
  return fault(
    'PARSE',
    { file: `${shown}/manifest.yaml`, line: 1, column: 1 },
    {
      what: 'this does not exist.',
      why: 'It says which loci, tables and languages there are.',
      mend: 'create it.',
    },
  )
}

/**
 * A rules folder and a locales folder → checked tables, or everything that is wrong with them.
 * Guarantees: nothing thrown for whatever the files hold; tables only if there is no error; frozen; the same
 * files give the same tables, revision and diagnostics.
 * Leaves to others: the meaning, that is whether loci, alleles and tokens in predicates exist (model/compile/compile.ts).
 */
import { createHash } from 'node:crypto'
import { checkChromosomes } from './checks/chromosomes.js'
import { checkFiles } from './checks/manifest.js'
import {
  checkCitations,
  checkExtends,
  checkOneGroupPerLocus,
  checkRuleIds,
  poolReferences,
} from './checks/across-files.js'
import { hasShape } from './checks/shape-errors.js'
import { byText, inFileOrder, type Diagnostic } from './diagnostic.js'
import { DiagnosticList, upToLimit } from './diagnostic-list.js'
import type { FileContent, Kind } from './file-types.js'
import { filesIn, type Source, readSource } from './source.js'
import { deepFreeze } from '../common/freeze.js'
import type { RuleTables } from './tables.js'
import { decisionTable } from './tables/decision-table.js'
import { linkageTable } from './tables/linkage-table.js'
import { localeTables } from './tables/locale-table.js'
import { locusTable } from './tables/locus-table.js'
import { lookalikeRows } from './tables/lookalike-rows.js'
import { nameExamples } from './tables/name-examples.js'
import { pictureTables } from './tables/picture-tables.js'
import { populationTable } from './tables/population-table.js'
import { reportMissingWords, reportTables } from './tables/report-tables.js'
import { namedVariants, withVariantRules } from './tables/variant-rules.js'
import { fileReadingOf, stated, type FileReading } from './yaml/parsed-file.js'
import { parseRules, type ParsedRules } from './yaml/parse-rules.js'

export interface RuleFolders {
  readonly rulesDir: string
  readonly localesDir: string
}

export interface Loaded {
  /** Undefined when any diagnostic is an error. */
  readonly tables: RuleTables | undefined
  /** By file and line. */
  readonly diagnostics: readonly Diagnostic[]
}

export function loadRules({ rulesDir, localesDir }: RuleFolders): Loaded {
  return loadParsed(parseRules(readSource(rulesDir, localesDir)))
}

/** Checks a rule set that is parsed already. */
export function loadParsed(parsed: ParsedRules): Loaded {
  return upToLimit<Loaded>(
    () => checkParsed(parsed),
    ({ found, last }) => ({ tables: undefined, diagnostics: [...inOrder(found), last] }),
  )
}

function checkParsed(parsed: ParsedRules): Loaded {
  const diagnostics = new DiagnosticList()
  diagnostics.push(...parsed.diagnostics)

  // 1. Parsed values of the right shape, by kind of file.
  const shaped = <K extends Kind>(kind: K): readonly NamedFile<K>[] =>
    parsed.files.flatMap(({ role, parsed: file }) => {
      if (role.kind !== kind) return []
      const reading = fileReadingOf(file, diagnostics)
      return hasShape(kind, reading) ? [{ ...reading, id: role.id }] : []
    })
  const [manifest] = shaped('manifest')
  const genes = shaped('gene')
  const epistasis = shaped('epistasis')
  const linkage = shaped('linkage')
  const populations = shaped('population')
  const looks = shaped('lookalikes')
  const horses = shaped('horses')
  const locales = shaped('locale')
  const [appearance] = shaped('appearance')
  const [artwork] = shaped('artwork')
  const reportTests = shaped('report-tests')
  const [reportWords] = shaped('report-words')
  const laboratories = shaped('laboratories')
  const everyShapeHolds = !diagnostics.some(({ severity }) => severity === 'error')

  // 2. Do files, their names and the manifest agree?
  checkFiles(parsed, manifest, diagnostics)
  for (const file of genes) checkOwnName(file, 'locus', file.value.locus)
  for (const file of epistasis) checkOwnName(file, 'table', file.value.table)
  for (const file of linkage) checkOwnName(file, 'group', file.value.group)
  for (const file of populations) checkOwnName(file, 'population', file.value.population)
  for (const file of locales) checkOwnName(file, 'language', file.value.language)

  // 3. Values → tables, each checked by itself.
  const languages = allNamed(parsed, 'locale', manifest?.value.languages)
  const locusNames = allNamed(parsed, 'gene', manifest?.value.loci)
  const loci = genes.map((file) => locusTable(file, manifest?.value, languages))
  const tables = epistasis.map(decisionTable)
  const groups = linkage.map((file) => linkageTable(file, locusNames))
  const founders = populations.map(populationTable)
  const lookalikes = looks.flatMap(lookalikeRows)
  const animals = horses.flatMap((file) => [
    ...nameExamples(file, '/animals', file.value.animals, languages),
    ...nameExamples(file, '/horses', file.value.horses, languages),
  ])
  const words = localeTables(locales)

  // 4. Together. A file that failed would make others' citations look wrong, so those wait for it.
  checkRuleIds(epistasis)
  checkOneGroupPerLocus(linkage)
  if (manifest !== undefined) checkChromosomes(manifest, genes, linkage)
  checkExtends(locales, languages)
  const citing = [
    ...genes,
    ...epistasis,
    ...linkage,
    ...populations,
    ...looks,
    ...horses,
    ...reportTests,
    ...laboratories,
  ]
  const references = poolReferences(citing)
  if (everyShapeHolds) {
    checkCitations(citing, references)
    if (reportWords === undefined) reportTests.forEach(reportMissingWords)
  }
  const picture = pictureTables(appearance, artwork)
  const reports = reportTables(reportTests[0], reportWords, laboratories[0])

  const failed = diagnostics.some(({ severity }) => severity === 'error')
  if (failed || manifest === undefined) return { tables: undefined, diagnostics: inOrder(diagnostics) }
  const { value: listed } = manifest
  const inTurn = inListedOrder(listed.tables, tables, ({ table }) => table)
  const ruled = inTurn.map((table) => withVariantRules(table, loci))
  const loaded: RuleTables = {
    manifest: { ...listed, place: manifest.placeOf('/version') },
    loci: inListedOrder(listed.loci, loci, ({ locus }) => locus),
    tables: ruled,
    linkage: groups,
    populations: founders,
    looks: lookalikes,
    locales: inListedOrder(listed.languages, words, ({ language }) => language).map((locale) => ({
      ...locale,
      variants: namedVariants(ruled, loci),
    })),
    references,
    horses: animals,
    ...stated({ picture, reports }),
    revision: revisionOf(parsed),
  }
  return { tables: deepFreeze(loaded), diagnostics: inOrder(diagnostics) }
}

/** A file and the locus, table, group, population or language that it is named for. */
type NamedFile<K extends Kind> = FileReading<FileContent[K]> & { readonly id: string }

/** All that have a file or an entry in the manifest: what lacks one of them, or cannot be read, is reported already. */
function allNamed(source: Source, kind: Kind, entries: readonly string[] = []): readonly string[] {
  const own = filesIn(source).flatMap(({ role }) => (role?.kind === kind ? [role.id] : []))
  return [...new Set([...entries, ...own])]
}

function checkOwnName({ id, report }: NamedFile<Kind>, key: string, says: string): void {
  if (says === id) return
  report('UNKNOWN_KEY', `/${key}`, {
    what: `the file is named for "${id}", but says ${key}: ${says}.`,
    fix: `write ${key}: ${id}, or rename the file.`,
  })
}

/** By file and line, without the bare words that are refused in quotes, too: quotes would not help there. */
function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const at = ({ place: { file, line, column } }: Diagnostic) => `${file}:${line}:${column}`
  const others = new Set(diagnostics.filter(({ code }) => code !== 'UNQUOTED_N').map(at))
  return inFileOrder(diagnostics.filter((one) => one.code !== 'UNQUOTED_N' || !others.has(at(one))))
}

function inListedOrder<Table>(
  order: readonly string[],
  tables: readonly Table[],
  idOf: (table: Table) => string,
): readonly Table[] {
  const byId = new Map(tables.map((table) => [idOf(table), table]))
  return order.flatMap((id) => byId.get(id) ?? [])
}

/** SHA-256 (hex) of what the files say: comments, spacing and quotes do not change it, a reordered value does. */
function revisionOf({ files }: ParsedRules): string {
  const values = files.map(({ path, parsed }) => [path, parsed.value] as const)
  const sorted = values.sort(([a], [b]) => byText(a, b))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}

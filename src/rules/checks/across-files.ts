/**
 * Checks between files: ids that must differ, names and references that must exist.
 * Guarantees: a fault is reported at the later of two places and names the earlier; a reference's id means one source in
 * the whole rule set.
 */
import { nearest, suggestion } from '../../common/nearest.js'
import type { FileContent, LinkageYaml, LocaleYaml, Reference, TableYaml } from '../file-types.js'
import { type FileReading, step } from '../yaml/parsed-file.js'
import type { AtPlace } from '../yaml/word-places.js'

/** A rule's id is its own in the whole rule set: explanations name it without its table. */
export function checkRuleIds(files: readonly FileReading<TableYaml>[]): void {
  const tableOf = new Map<string, string>()
  for (const file of files) {
    file.value.rules.forEach(({ id }, index) => {
      const first = putFirst(tableOf, id, file.value.table)
      if (first === undefined) return
      file.report('DUPLICATE_ID', `/rules/${index}/id`, {
        what: `the table ${first} already has a rule ${id}.`,
        fix: 'rename one of them.',
      })
    })
  }
}

/** A locus lies on one chromosome. */
export function checkOneGroupPerLocus(files: readonly FileReading<LinkageYaml>[]): void {
  const groupOf = new Map<string, string>()
  for (const file of files) {
    file.value.order.forEach((locus, index) => {
      const first = putFirst(groupOf, locus, file.value.group)
      if (first === undefined) return
      file.report('DUPLICATE_ID', `/order/${index}`, {
        what: `${locus} is already in the linkage group ${first}.`,
        fix: 'keep it in one group.',
      })
    })
  }
}

/** Keeps the first value under a key. @returns the one that was there before, if any */
function putFirst(known: Map<string, string>, key: string, value: string): string | undefined {
  const first = known.get(key)
  if (first === undefined) known.set(key, value)
  return first
}

/**
 * A registry extends a language that is there, and no other registry.
 * @param named all that have a file or an entry: where one could not be read, that is reported already
 */
export function checkExtends(files: readonly FileReading<LocaleYaml>[], named: readonly string[]): void {
  const registries = files.filter(({ value }) => value.kind === 'registry')
  const languages = files.map(({ value }) => value.language)
  const known = new Set([...languages, ...named])
  for (const { value } of registries) known.delete(value.language)
  for (const { value, report } of registries) {
    const { extends: base } = value
    if (base === undefined || known.has(base)) continue
    report('UNKNOWN_KEY', '/extends', {
      what: `there is no language ${base} to extend.`,
      fix: suggestion(base, [...known]),
    })
  }
}

type CitingFile = FileReading<
  FileContent['gene' | 'epistasis' | 'linkage' | 'population' | 'lookalikes' | 'horses' | 'report-tests' | 'laboratories']
>

/** All references by id. Second definitions are reported and left out. */
export function poolReferences(files: readonly CitingFile[]): Readonly<Record<string, Reference & AtPlace>> {
  const pool: Record<string, Reference & AtPlace> = {}
  const definedIn = new Map<string, string>()
  for (const file of files) {
    for (const [id, reference] of Object.entries(file.value.references ?? {})) {
      const first = putFirst(definedIn, id, file.file)
      if (first === undefined) pool[id] = { ...reference, place: file.placeOfKey(`/references${step(id)}`) }
      else {
        file.report('DUPLICATE_ID', `/references${step(id)}`, {
          what: `the reference ${id} is already defined in ${first}.`,
          fix: 'define it once: every file may cite it.',
        })
      }
    }
  }
  return pool
}

/** Reports every id that is cited and defined nowhere: where it is cited, or where all who cite it show that it was meant. */
export function checkCitations(
  files: readonly CitingFile[],
  references: Readonly<Record<string, Reference>>,
): void {
  const known = Object.keys(references)
  const cited = files.flatMap((file) => citations(file.value).map(([pointer, id]) => ({ file, pointer, id })))
  const ids = new Set(cited.map(({ id }) => id))
  for (const id of ids) {
    if (Object.hasOwn(references, id)) continue
    const places = cited.filter((each) => each.id === id)
    const near = nearest(id, known)
    // One citation against one definition says nothing of which of the two is wrong.
    if (near !== undefined && !ids.has(near) && places.length > 1) {
      const defining = files.find(({ value }) => Object.hasOwn(value.references ?? {}, near))
      defining?.reportKey(`/references${step(near)}`, {
        what: `nothing cites the reference ${near}; ${places.length} places cite ${id}, which no file defines.`,
        fix: `did you mean "${id}"?`,
      })
      continue
    }
    for (const { file, pointer } of places) {
      file.report('UNKNOWN_KEY', pointer, {
        what: `no file defines the reference ${id}.`,
        fix: suggestion(id, known, 'define it under references.'),
      })
    }
  }
}

/** The parts of a file whose entries may cite. */
const CITING_PARTS = ['alleles', 'rules', 'recombination', 'loci', 'looks', 'tests', 'laboratories']

/** Figures of a row that cite by themselves. */
const CITING_FIGURES = ['missed', 'confused'] as const

interface Citing extends Partial<Record<(typeof CITING_FIGURES)[number], Citing>> {
  readonly cite?: readonly string[]
}

/** Each cited id with its JSON pointer. */
function citations(file: object): readonly (readonly [pointer: string, id: string])[] {
  const parts = file as Readonly<Record<string, Readonly<Record<string, Citing>>>>
  return CITING_PARTS.flatMap((part) =>
    Object.entries(parts[part] ?? {}).flatMap(([key, row]) => {
      const pointer = `/${part}${step(key)}`
      return [
        ...citedBy(row, pointer),
        ...CITING_FIGURES.flatMap((figure) => citedBy(row[figure] ?? {}, `${pointer}/${figure}`)),
      ]
    }),
  )
}

function citedBy(
  { cite = [] }: Citing,
  pointer: string,
): readonly (readonly [pointer: string, id: string])[] {
  return cite.map((id, index) => [`${pointer}/cite/${index}`, id])
}

/**
 * Pools the references of all files, and checks that whatever is cited is among them.
 * Guarantees: an id means one source in the whole rule set.
 * Leaves to others: reading the sources.
 */
import { step } from '../yaml/pointer.js'
import { nearest } from './nearest.js'
import type { FileReading } from '../yaml/parsed-file.js'
import type { Reference } from '../tables.js'
import type { GeneYaml, HorsesYaml, LinkageYaml, TableYaml } from '../file-types.js'

export type CitingFileReading =
  FileReading<GeneYaml> | FileReading<TableYaml> | FileReading<LinkageYaml> | FileReading<HorsesYaml>

/** All references by id. Second definitions are reported and left out. */
export function poolReferences(sheets: readonly CitingFileReading[]): Readonly<Record<string, Reference>> {
  const pool = new Map<string, { readonly reference: Reference; readonly file: string }>()
  for (const sheet of sheets) {
    for (const [id, reference] of Object.entries(sheet.value.references ?? {})) {
      const first = pool.get(id)
      if (first === undefined) pool.set(id, { reference, file: sheet.file })
      else {
        sheet.report('DUPLICATE_ID', `/references${step(id)}`, {
          what: `the reference ${id} is already defined in ${first.file}.`,
          mend: 'define it once: every file may cite it.',
        })
      }
    }
  }
  return Object.fromEntries([...pool].map(([id, { reference }]) => [id, reference]))
}

/** Reports every cited id that no file defines. */
export function checkCitations(
  sheets: readonly CitingFileReading[],
  references: Readonly<Record<string, Reference>>,
): void {
  for (const sheet of sheets) {
    for (const { pointer, cite } of citations(sheet.value)) {
      cite.forEach((id, index) => {
        if (Object.hasOwn(references, id)) return
        const near = nearest(id, Object.keys(references))
        const mend = near === undefined ? 'define it under references.' : `did you mean "${near}"?`
        sheet.report('UNKNOWN_KEY', `${pointer}/cite/${index}`, {
          what: `no file defines the reference ${id}.`,
          mend,
        })
      })
    }
  }
}

interface Citation {
  readonly pointer: string
  readonly cite: readonly string[]
}

function citations(value: CitingFileReading['value']): readonly Citation[] {
  if ('alleles' in value) {
    return Object.entries(value.alleles).map(([allele, { cite }]) => ({
      pointer: `/alleles${step(allele)}`,
      cite: cite ?? [],
    }))
  }
  if ('rules' in value)
    return value.rules.map(({ cite }, at) => ({ pointer: `/rules/${at}`, cite: cite ?? [] }))
  if ('recombination' in value) {
    return value.recombination.map(({ cite }, at) => ({ pointer: `/recombination/${at}`, cite: cite ?? [] }))
  }
  return []
}

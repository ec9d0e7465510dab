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

export type CitingFile = FileReading<GeneYaml | TableYaml | LinkageYaml | HorsesYaml>

/** All references by id. Second definitions are reported and left out. */
export function poolReferences(files: readonly CitingFile[]): Readonly<Record<string, Reference>> {
  const pool: Record<string, Reference> = {}
  const definedIn = new Map<string, string>()
  for (const file of files) {
    for (const [id, reference] of Object.entries(file.value.references ?? {})) {
      const first = definedIn.get(id)
      if (first === undefined) {
        definedIn.set(id, file.file)
        pool[id] = reference
      } else {
        file.report('DUPLICATE_ID', `/references${step(id)}`, {
          what: `the reference ${id} is already defined in ${first}.`,
          fix: 'define it once: every file may cite it.',
        })
      }
    }
  }
  return pool
}

/** Reports every cited id that no file defines. */
export function checkCitations(
  files: readonly CitingFile[],
  references: Readonly<Record<string, Reference>>,
): void {
  const known = Object.keys(references)
  for (const file of files) {
    for (const [pointer, id] of citations(file.value)) {
      if (Object.hasOwn(references, id)) continue
      const near = nearest(id, known)
      file.report('UNKNOWN_KEY', pointer, {
        what: `no file defines the reference ${id}.`,
        fix: near === undefined ? 'define it under references.' : `did you mean "${near}"?`,
      })
    }
  }
}

/** The parts of a file whose entries may cite: each a list, or a block of entries by name. */
const CITING_PARTS = ['alleles', 'rules', 'recombination']

interface Citing {
  readonly cite?: readonly string[]
}

/** Each cited id with its JSON pointer. */
function citations(file: object): readonly (readonly [pointer: string, id: string])[] {
  const parts = file as Readonly<Record<string, Readonly<Record<string, Citing>>>>
  return CITING_PARTS.flatMap((part) =>
    Object.entries(parts[part] ?? {}).flatMap(([key, { cite = [] }]) =>
      cite.map((id, index) => [`/${part}${step(key)}/cite/${index}`, id] as const),
    ),
  )
}

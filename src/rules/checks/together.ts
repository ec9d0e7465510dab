/**
 * Checks between files of one kind: ids that must differ, names that must exist.
 * Guarantees: a fault is reported at the later of two places and names the earlier.
 * Leaves to others: references (references.ts), manifest and files (manifest.ts).
 */
import { suggestion } from './nearest.js'
import type { FileReading } from '../yaml/parsed-file.js'
import type { LinkageYaml, LocaleYaml, TableYaml } from '../file-types.js'

/** A rule's id is its own in the whole rule set: explanations name it without its table. */
export function checkRuleIds(files: readonly FileReading<TableYaml>[]): void {
  const seen = new Map<string, string>()
  for (const file of files) {
    file.value.rules.forEach(({ id }, index) => {
      const first = seen.get(id)
      if (first === undefined) seen.set(id, file.value.table)
      else {
        file.report('DUPLICATE_ID', `/rules/${index}/id`, {
          what: `the table ${first} already has a rule ${id}.`,
          fix: 'rename one of them.',
        })
      }
    })
  }
}

/** A locus lies on one chromosome. */
export function checkOneGroupPerLocus(files: readonly FileReading<LinkageYaml>[]): void {
  const seen = new Map<string, string>()
  for (const file of files) {
    file.value.order.forEach((locus, index) => {
      const first = seen.get(locus)
      if (first === undefined) seen.set(locus, file.value.group)
      else {
        file.report('DUPLICATE_ID', `/order/${index}`, {
          what: `${locus} is already in the linkage group ${first}.`,
          fix: 'keep it in one group.',
        })
      }
    })
  }
}

/**
 * A registry extends a language that is there, and no other registry.
 * @param unread languages that have a file or an entry and could not be read, which is reported already
 */
export function checkExtends(files: readonly FileReading<LocaleYaml>[], unread: readonly string[]): void {
  const languages = files.filter(({ value }) => value.kind !== 'registry').map(({ value }) => value.language)
  const known = [...languages, ...unread]
  for (const file of files) {
    const { extends: base, kind } = file.value
    if (kind !== 'registry' || base === undefined || known.includes(base)) continue
    file.report('UNKNOWN_KEY', '/extends', {
      what: `there is no language ${base} to extend.`,
      fix: suggestion(base, known),
    })
  }
}

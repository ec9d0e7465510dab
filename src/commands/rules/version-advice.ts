/**
 * What `check --against` adds: an error when the manifest's version says less than the changes do.
 * Guarantees: asked for by name only; the server never judges versions.
 */
import type { RuleBook } from '../../coats/rule-book.js'
import { fault, type Diagnostic } from '../../rules/diagnostic.js'
import { diffRules, type RulesDiff } from '../../workbench/diff/diff.js'
import { counted } from './diff-text.js'

/** @param where the other rule set, as the author calls it */
export function judgeVersion(before: RuleBook, after: RuleBook, where: string): readonly Diagnostic[] {
  const { version, ...diff } = diffRules(before, after)
  if (version.suffices) return []
  const { manifest } = after.model.source
  const [old, now] = [before.model.version, manifest.version]
  const said =
    version.stated === undefined
      ? `goes back from ${old} to ${now}`
      : version.stated === 'none'
        ? `stays at ${now}`
        : `raises the ${version.stated} number (${old} to ${now})`
  return [
    fault('VERSION_NOT_BUMPED', manifest.place, {
      what: `the version ${said}, and the changes need a ${version.needed} version.`,
      why: version.stated === undefined ? 'A version only ever rises.' : reasonOf(diff),
      mend: `set version: ${version.lowest}; robe rules diff ${where} tells what changed.`,
    }),
  ]
}

function reasonOf({ changed, names, structure, remarks }: Omit<RulesDiff, 'version'>): string {
  if (changed > 0n) return `${counted(changed)} genotypes look different.`
  const [name] = names
  if (name !== undefined) return `In ${name.language} "${name.before}" is "${name.after}" now.`
  const change = structure.find(({ bump }) => bump === 'major') ?? structure[0]
  if (change !== undefined) return `${change.what.charAt(0).toUpperCase()}${change.what.slice(1)}.`
  const [remark] = remarks
  return remark === undefined
    ? 'Something is worded or cited otherwise.'
    : `The table ${remark.table} tells something else of ${counted(remark.genotypes)} genotypes.`
}

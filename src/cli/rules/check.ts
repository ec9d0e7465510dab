/**
 * `robe rules check`: is the rule set sound, and what in it deserves a look?
 * Guarantees: errors are exactly those that keep the server from starting; exit code 1 with any error, with
 * `--strict` with any warning too. Examples that no request could ask are warnings.
 */
import type { Command } from 'commander'
import type { Ruleset } from '../../operations/ruleset.js'
import { fault, hint, type Diagnostic } from '../../rules/diagnostic.js'
import { exampleFaults } from '../../workbench/examples/example-faults.js'
import { reviewDraft, reviewRules } from '../../workbench/check/review.js'
import { diffRules, type RulesDiff } from '../../workbench/diff/diff.js'
import { dayText } from '../option-values.js'
import { action, jsonText, Refusal, type Report } from '../report.js'
import { genotypesText, plural, withProgress } from '../terminal.js'
import { diagnosticTexts, headline, otherRulesHere } from './check-text.js'
import { foldersOf, openBefore, openRules, type RulesOptions } from './open-rules.js'

export function registerCheck(rules: Command): void {
  rules
    .command('check')
    .description(
      'find errors, gaps, conflicts, ambiguous names; warn of rules that never decide or lack a source',
    )
    .option('--strict', 'exit 1 on warnings too')
    .option('--against <where>', 'a folder or a git revision: is the version raised as the changes require?')
    .option('--all', 'list every hint, also where there are many of one kind')
    .option('--json', 'for programs')
    .action(action(check))
}

async function check(options: RulesOptions): Promise<Report> {
  const { against, strict, json, all = false } = options
  const { rulesDir, localesDir } = foldersOf(options)
  const folders = { rulesDir, localesDir }
  const opened = await openRules(options)
  const { ruleset, draft, diagnostics } = opened
  const found = [...reviewDraft(opened), ...diagnostics, ...(draft === undefined ? [] : exampleFaults(draft))]
  const refusals: string[] = []
  if (ruleset !== undefined) {
    const today = dayText(Date.now())
    found.push(...(await withProgress('reviewing', () => reviewRules(ruleset, today))))
  }
  if (ruleset !== undefined && against !== undefined) {
    const before = await openBefore(options, against)
    // What was found in the present rules is still printed.
    if (before instanceof Refusal) refusals.push(before.message)
    else {
      const judge = () => judgeVersion(before, ruleset, against)
      found.push(...(await withProgress(`comparing with ${against}`, judge)))
    }
  }
  const count = (severity: Diagnostic['severity']): number =>
    found.filter((each) => each.severity === severity).length
  const failed = count('error') > 0 || (strict === true && count('warning') > 0) || refusals.length > 0
  const remarks = [...(options.in === undefined ? otherRulesHere(folders) : []), ...refusals]
  if (json)
    return {
      text: jsonText({ ruleset: ruleset?.version ?? null, ...folders, diagnostics: found }),
      remarks,
      failed,
    }
  const counts = (['error', 'warning', 'hint'] as const).map((severity) => plural(count(severity), severity))
  const text = [...diagnosticTexts(found, all), `${headline(ruleset, folders)}; ${counts.join(', ')}.`].join(
    '\n',
  )
  return { text, remarks, failed }
}

/**
 * An error when the manifest's version says less than the changes do, a hint when it says more; the server never judges
 * versions.
 * @param where the other rule set, as the author calls it
 */
export function judgeVersion(before: Ruleset, after: Ruleset, where: string): readonly Diagnostic[] {
  const { version, ...diff } = diffRules(before, after)
  const { needed, stated, lowest } = version
  const { manifest } = after.model.source
  const [old, now] = [before.model.version, manifest.version]
  const raises = `raises the ${stated ?? ''} number (${old} to ${now})`
  if (version.suffices && stated !== needed) {
    return [
      hint('VERSION_BEYOND_CHANGES', manifest.place, {
        what: `the version ${raises}, and the changes need no more than a ${needed} version.`,
        why: 'Whoever reads the number looks for changes that are not there.',
        fix: `set version: ${lowest}, unless something has changed that robe rules diff ${where} does not tell.`,
      }),
    ]
  }
  if (version.suffices) return []
  const said =
    stated === undefined ? `goes back from ${old} to ${now}` : stated === 'none' ? `stays at ${now}` : raises
  return [
    fault('VERSION_NOT_BUMPED', manifest.place, {
      what: `the version ${said}, and the changes need a ${needed} version.`,
      why: stated === undefined ? 'A version only ever rises.' : reasonOf(diff),
      fix: `set version: ${lowest}; robe rules diff ${where} tells what changed.`,
    }),
  ]
}

function reasonOf({ changed, names, structure, remarks }: Omit<RulesDiff, 'version'>): string {
  if (changed > 0n) return `${genotypesText(changed)} ${changed === 1n ? 'looks' : 'look'} different.`
  const [name] = names
  if (name !== undefined) return `In ${name.language} "${name.before}" is "${name.after}" now.`
  const change = (['major', 'minor', 'patch'] as const).flatMap((bump) =>
    structure.filter((each) => each.bump === bump),
  )[0]
  const [remark] = remarks
  if (remark !== undefined && (change === undefined || change.bump === 'patch'))
    return `The table ${remark.table} tells something else of ${genotypesText(remark.genotypes)}.`
  if (change === undefined) return 'Something is worded or cited otherwise.'
  return `${change.what.charAt(0).toUpperCase()}${change.what.slice(1)}.`
}

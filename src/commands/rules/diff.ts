/**
 * `robe rules diff`: what a change of the rules does to the answers, and which version it needs.
 * Guarantees: the whole genotype space, exactly; `--markdown` for a merge request; no exit code for a change, since
 * changing rules is no fault: `check --against` is what refuses a version that says too little.
 */
import type { Command } from 'commander'
import { diffRules } from '../../workbench/diff/diff.js'
import { action, jsonText, Refusal } from '../report.js'
import { withProgress } from '../terminal.js'
import { diffText, diffMarkdown } from './diff-text.js'
import { openBefore, openSoundRules, type RulesOptions } from './open-rules.js'

interface DiffOptions extends RulesOptions {
  readonly markdown?: boolean
}

export function registerDiff(rules: Command): void {
  rules
    .command('diff')
    .description(
      'count the genotypes whose coat or name differs from another rule set, and say which version that needs',
    )
    .argument('<where>', 'a folder with rules and locales, or a git revision: what there was before')
    .option('--markdown', 'for a merge request')
    .option('--json', 'for programs')
    .action(
      action(async (where: string, options: DiffOptions) => {
        const book = await openSoundRules(options)
        const before = await openBefore(options, where)
        if (before instanceof Refusal) throw before
        const diff = await withProgress(`comparing with ${where}`, () => diffRules(before, book))
        if (options.json) return jsonText(diff)
        return options.markdown ? diffMarkdown(diff) : diffText(diff)
      }),
    )
}

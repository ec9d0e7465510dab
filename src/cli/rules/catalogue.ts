/**
 * `robe rules catalogue`: all loci, rules, linkage and references as a page to read.
 */
import type { Command } from 'commander'
import { lexiconOf } from '../../operations/ruleset.js'
import { renderCatalogue } from '../../workbench/catalogue.js'
import { action } from '../report.js'
import { languageOf, openSoundRules, TERMINALS, type RulesOptions } from './open-rules.js'

export function registerCatalogue(rules: Command): void {
  rules
    .command('catalogue')
    .description('print all loci, rules, linkage and references as a page of Markdown')
    .option('--lang <code>', `language of the words; ${TERMINALS}`)
    .action(
      action(async (options: RulesOptions) => {
        const { model, languages, lexicons } = await openSoundRules(options)
        const lexicon = lexiconOf(lexicons, languageOf(languages, options))
        return renderCatalogue(model.source, lexicon).trimEnd()
      }),
    )
}

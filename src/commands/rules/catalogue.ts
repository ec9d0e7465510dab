/**
 * `robe rules catalogue`: all loci, rules, linkage and references as a page to read.
 */
import type { Command } from 'commander'
import { lexiconOf } from '../../coats/rule-book.js'
import { renderCatalogue } from '../../workbench/catalogue.js'
import { action, type CommandIo, type RulesOptions } from '../io.js'
import { soundRules } from './diagnostics-text.js'

interface CatalogueOptions extends RulesOptions {
  readonly lang?: string
}

export function registerCatalogue(rules: Command, io: CommandIo): void {
  rules
    .command('catalogue')
    .description('print all loci, rules, linkage and references as a page of Markdown')
    .option('--lang <code>', 'language of the words')
    .action(
      action(io, async (options: CatalogueOptions) => {
        const { model, languages, lexicons } = await soundRules(io, options)
        const lexicon = lexiconOf(lexicons, io.languageOf(languages, options.lang))
        io.print(renderCatalogue(model.source, lexicon).trimEnd())
      }),
    )
}

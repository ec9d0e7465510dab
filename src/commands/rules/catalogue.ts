/**
 * `robe rules catalogue`: all loci, rules, linkage and references as a page to read.
 */
import type { Command } from 'commander'
import { lexiconOf } from '../../coats/rule-book.js'
import { renderCatalogue } from '../../workbench/catalogue.js'
import type { RulesIo, RulesOptions } from './io.js'
import { soundRules } from './sound-rules.js'

interface CatalogueOptions extends RulesOptions {
  readonly lang?: string
}

export function registerCatalogue(rules: Command, io: RulesIo): void {
  rules
    .command('catalogue')
    .description('print all loci, rules, linkage and references as a page of Markdown')
    .option('--lang <code>', 'language of the words')
    .action(async (_: unknown, command: Command) => {
      const options = command.optsWithGlobals<CatalogueOptions>()
      const book = await soundRules(io, options)
      if (book === undefined) return
      const language = options.lang ?? io.languageOf(book.languages)
      if (!book.languages.includes(language)) {
        io.printError(`--lang "${language}": expected ${book.languages.join(', ')}`)
        return io.exit(1)
      }
      io.print(renderCatalogue(book.model.source, lexiconOf(book.lexicons, language)).trimEnd())
    })
}

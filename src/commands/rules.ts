/**
 * `robe rules …`: what rule authors run. So far the catalogue, a page to read made from the rule files.
 */
import type { Command } from 'commander'
import { lexiconOf } from '../coats/rule-book.js'
import type { RuleBook } from '../coats/rule-book.js'
import { renderCatalogue } from '../workbench/catalogue.js'

export interface RulesCommandIo {
  readonly openRuleBook: () => Promise<{ readonly book: RuleBook; readonly language: string }>
  readonly print: (text: string) => void
}

export function registerRules(program: Command, io: RulesCommandIo): void {
  program
    .command('rules')
    .description('read the rule files')
    .command('catalogue')
    .description('print all loci, rules, linkage and references as a page of Markdown')
    .option('--lang <code>', 'language of the words')
    .action(async ({ lang }: { readonly lang?: string }) => {
      const { book, language } = await io.openRuleBook()
      const wanted = lang !== undefined && book.languages.includes(lang) ? lang : language
      io.print(renderCatalogue(book.model.source, lexiconOf(book.lexicons, wanted)).trimEnd())
    })
}

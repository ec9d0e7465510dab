/**
 * What the `rules` commands need of the process around them, and the options they share.
 */
import type { OpenedRuleBook } from '../../coats/open-rule-book.js'
import type { RuleFolders } from '../../rules/load.js'
import type { Paint } from '../terminal.js'

export interface RulesOptions {
  /** A folder that holds `rules` and `locales`, instead of those of the environment. */
  readonly in?: string
  readonly json?: boolean
}

export interface RulesIo {
  /** Where the rule set of the environment or of `in` lies. Ends the process when it cannot be there. */
  readonly foldersOf: (options: RulesOptions) => RuleFolders
  /** The rule set of the environment or of `in`, with everything that is wrong with it. */
  readonly open: (options: RulesOptions) => Promise<OpenedRuleBook>
  /** Another rule set: a folder, or a git revision of this one. Ends the process when there is no such thing. */
  readonly openOther: (options: RulesOptions, where: string) => Promise<OpenedRuleBook>
  /** The language of answers: that of the environment, or the first of the rule set. */
  readonly languageOf: (languages: readonly string[]) => string
  /** YYYY-MM-DD. */
  readonly today: () => string
  readonly paint: Paint
  /** Does the work while a line on the terminal says what is being waited for. */
  readonly during: <Result>(what: string, work: () => Result | Promise<Result>) => Promise<Result>
  readonly print: (text: string) => void
  readonly printError: (text: string) => void
  readonly exit: (code: number) => void
}

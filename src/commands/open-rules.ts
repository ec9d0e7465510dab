/**
 * Opens the rule set of the environment for a command, and is the command's way to speak and to end.
 * Guarantees: what is wrong with the rules is printed as the server would print it, with exit code 1.
 */
import { ConfigError, readConfig, type Config } from '../config.js'
import type { Coats } from '../coats/answers.js'
import { openCoats, openRuleBook } from '../coats/open.js'
import type { Diagnostic } from '../rules/diagnostic.js'
import { formatDiagnostic } from '../rules/diagnostic.js'
import type { CoatCommandIo } from './coat.js'
import type { RulesCommandIo } from './rules.js'

/** What commands need of the process around them. */
export function openFromEnvironment(environment: NodeJS.ProcessEnv): CoatCommandIo & RulesCommandIo {
  const printError = (text: string): void => void process.stderr.write(`${text}\n`)
  const tell = (diagnostics: readonly Diagnostic[]): void => {
    for (const diagnostic of diagnostics) printError(formatDiagnostic(diagnostic))
  }
  return {
    openCoats: async () => {
      const { rulesDir, localesDir, maxResults, defaultLanguage } = configOrExit(environment, printError)
      const { coats, diagnostics } = await openCoats({ rulesDir, localesDir, maxResults })
      tell(diagnostics)
      if (coats === undefined) process.exit(1)
      return { coats, language: languageOrExit(coats, defaultLanguage, printError) }
    },
    openRuleBook: async () => {
      const { rulesDir, localesDir, maxResults, defaultLanguage } = configOrExit(environment, printError)
      const { book, diagnostics } = await openRuleBook({ rulesDir, localesDir, maxResults })
      tell(diagnostics)
      if (book === undefined) process.exit(1)
      return { book, language: languageOrExit(book, defaultLanguage, printError) }
    },
    print: (text) => void process.stdout.write(`${text}\n`),
    printError,
    exit: (code) => {
      process.exitCode = code
    },
  }
}

function configOrExit(environment: NodeJS.ProcessEnv, printError: (text: string) => void): Config {
  try {
    return readConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    printError(`error: ${error.message}`)
    process.exit(1)
  }
}

function languageOrExit(
  coats: Pick<Coats, 'languages'>,
  wanted: string | undefined,
  printError: (text: string) => void,
): string {
  const language = wanted ?? coats.languages[0] ?? ''
  if (coats.languages.includes(language)) return language
  printError(`error: DEFAULT_LANG="${language}": expected ${coats.languages.join(' or ')}`)
  process.exit(1)
}

/**
 * Opens the rule set of the environment for a command, and is the command's way to speak and to end.
 * Guarantees: what is wrong with the rules is printed as the server would print it, with exit code 1.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ConfigError, readConfig, type Config } from '../../config.js'
import type { Coats } from '../../coats/answers.js'
import { openCoats, openRuleBook, type OpenedRuleBook } from '../../coats/open-rule-book.js'
import { coatsOf } from '../../coats/questions.js'
import { createRuleBook } from '../../coats/rule-book.js'
import { prebuiltSnapshot } from '../../ruleset/first-snapshot.js'
import { readContractText } from '../../http/contract/contract-file.js'
import type { Diagnostic } from '../../rules/diagnostic.js'
import { formatDiagnostic } from '../../rules/diagnostic.js'
import type { RuleFolders } from '../../rules/load.js'
import { createParseMemory } from '../../rules/yaml/parse-memory.js'
import type { CoatCommandIo } from '../coat.js'
import { RevisionError, withRevision } from './git-revision.js'
import type { RulesIo, RulesOptions } from './io.js'
import { paintFor, withProgress } from '../terminal.js'

/** To compare rules with what they were is to read most files twice with the same text. */
const newParser = createParseMemory()

/** What commands need of the process around them. */
export function openFromEnvironment(environment: NodeJS.ProcessEnv): CoatCommandIo & RulesIo {
  const printError = (text: string): void => void process.stderr.write(`${text}\n`)
  const config = (): Config => configOrExit(environment, printError)
  const tell = (diagnostics: readonly Diagnostic[]): void => {
    for (const diagnostic of diagnostics) printError(formatDiagnostic(diagnostic))
  }
  const foldersOf = ({ in: folder }: RulesOptions): RuleFolders => {
    if (folder === undefined) return config()
    const folders = { rulesDir: path.join(folder, 'rules'), localesDir: path.join(folder, 'locales') }
    const missing = Object.values(folders).find((each) => !existsSync(each))
    if (missing === undefined) return folders
    printError(`--in "${folder}": expected a folder that holds rules and locales; there is no ${missing}`)
    process.exit(1)
  }
  const during: RulesIo['during'] = (what, work) => withProgress(process.stderr, what, work)
  const open = ({ rulesDir, localesDir }: RuleFolders): Promise<OpenedRuleBook> =>
    during(`compiling ${rulesDir}`, () =>
      openRuleBook({ rulesDir, localesDir, maxResults: config().maxResults }, newParser()),
    )
  return {
    openCoats: async () => {
      const { rulesDir, localesDir, maxResults, defaultLanguage } = config()
      const options = { rulesDir, localesDir, maxResults, defaultLanguage }
      const coats = prebuiltCoats(options) ?? (await compiledCoats(options, tell))
      return { coats, language: languageOrExit(coats.languages, defaultLanguage, printError) }
    },
    foldersOf,
    open: (options) => open(foldersOf(options)),
    openOther: async (options, where) => {
      const inside = { rulesDir: path.join(where, 'rules'), localesDir: path.join(where, 'locales') }
      if (existsSync(inside.rulesDir)) return open(inside)
      try {
        return await withRevision(foldersOf(options), where, open)
      } catch (error) {
        if (!(error instanceof RevisionError)) throw error
        printError(
          `"${where}" is neither a folder that holds rules and locales nor a git revision: ${error.message}`,
        )
        process.exit(1)
      }
    },
    languageOf: (languages) => languageOrExit(languages, config().defaultLanguage, printError),
    today: () => new Date().toISOString().slice(0, 10),
    paint: paintFor(process.stdout, environment),
    during,
    print: (text) => void process.stdout.write(`${text}\n`),
    printError,
    exit: (code) => {
      process.exitCode = code
    },
  }
}

type CoatOptions = Pick<Config, 'rulesDir' | 'localesDir' | 'maxResults' | 'defaultLanguage'>

/** What the build left of these very rules: a question needs no parser and no engine then, and a quarter of the time. */
function prebuiltCoats(options: CoatOptions): Coats | undefined {
  const { snapshot } = prebuiltSnapshot({ ...options, contractText: readContractText() })
  if (snapshot === undefined) return undefined
  return coatsOf(createRuleBook(snapshot.model, snapshot.lexicons, snapshot.maxResults))
}

async function compiledCoats(
  options: CoatOptions,
  tell: (diagnostics: readonly Diagnostic[]) => void,
): Promise<Coats> {
  const { coats, diagnostics } = await openCoats(options)
  tell(diagnostics)
  if (coats === undefined) process.exit(1)
  return coats
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
  languages: Coats['languages'],
  wanted: string | undefined,
  printError: (text: string) => void,
): string {
  const language = wanted ?? languages[0] ?? ''
  if (languages.includes(language)) return language
  printError(`error: DEFAULT_LANG="${language}": expected ${languages.join(' or ')}`)
  process.exit(1)
}

/**
 * Opens the rule set of the environment for a command, and is the command's way to speak and to end.
 * Guarantees: what is wrong with the rules is printed as the server would print it, with exit code 1.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ConfigError, readConfig, type Config } from '../../config.js'
import type { Coats } from '../../coats/answers.js'
import { openRuleBook, type OpenedRuleBook } from '../../coats/open-rule-book.js'
import { coatsOf } from '../../coats/questions.js'
import { createRuleBook } from '../../coats/rule-book.js'
import { prebuiltSnapshot } from '../../ruleset/first-snapshot.js'
import { readContractText } from '../../http/contract/contract-file.js'
import { formatDiagnostic } from '../../rules/diagnostic.js'
import type { RuleFolders } from '../../rules/load.js'
import { createParseMemory } from '../../rules/yaml/parse-memory.js'
import { Refusal, type CommandIo, type RulesOptions } from '../io.js'
import { paintFor, withProgress } from '../terminal.js'
import { RevisionError, withRevision } from './git-revision.js'

/** To compare rules with what they were is to read most files twice with the same text. */
const newParser = createParseMemory()

/** What commands need of the process around them. */
export function openFromEnvironment(environment: NodeJS.ProcessEnv): CommandIo {
  const printError = (text: string): void => void process.stderr.write(`${text}\n`)
  const config = (): Config => configOf(environment)
  const during: CommandIo['during'] = (what, work) => withProgress(process.stderr, what, work)
  const foldersOf = ({ in: folder }: RulesOptions): RuleFolders => {
    if (folder === undefined) return config()
    const folders = foldersIn(folder)
    const missing = [folders.rulesDir, folders.localesDir].find((each) => !existsSync(each))
    if (missing === undefined) return folders
    throw new Refusal(
      `--in "${folder}": expected a folder that holds rules and locales; there is no ${missing}`,
    )
  }
  const open = ({ rulesDir, localesDir }: RuleFolders): Promise<OpenedRuleBook> =>
    during(`compiling ${rulesDir}`, () =>
      openRuleBook({ rulesDir, localesDir, maxResults: config().maxResults }, newParser()),
    )
  return {
    openCoats: async () => {
      const { rulesDir, localesDir, maxResults, defaultLanguage } = config()
      const options = { rulesDir, localesDir, maxResults, defaultLanguage }
      const coats = prebuiltCoats(options) ?? (await compiledCoats(options, printError))
      return { coats, language: servedLanguage(coats.languages, defaultLanguage) }
    },
    open: async (options) => open(foldersOf(options)),
    openOther: async (options, where) => {
      const inside = foldersIn(where)
      if (existsSync(inside.rulesDir)) return open(inside)
      try {
        return await withRevision(foldersOf(options), where, open)
      } catch (error) {
        if (!(error instanceof RevisionError)) throw error
        throw new Refusal(
          `"${where}" is neither a folder that holds rules and locales nor a git revision: ${error.message}`,
        )
      }
    },
    languageOf: (languages, option) => {
      if (option === undefined) return servedLanguage(languages, config().defaultLanguage)
      if (languages.includes(option)) return option
      throw new Refusal(`--lang "${option}": expected ${languages.join(', ')}`)
    },
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

function foldersIn(folder: string): RuleFolders {
  return { rulesDir: path.join(folder, 'rules'), localesDir: path.join(folder, 'locales') }
}

function configOf(environment: NodeJS.ProcessEnv): Config {
  try {
    return readConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new Refusal(`error: ${error.message}`)
  }
}

type CoatOptions = Pick<Config, 'rulesDir' | 'localesDir' | 'maxResults' | 'defaultLanguage'>

/** What the build left of these very rules: a question needs no parser and no engine then, and a quarter of the time. */
function prebuiltCoats(options: CoatOptions): Coats | undefined {
  const { snapshot } = prebuiltSnapshot({ ...options, contractText: readContractText() })
  if (snapshot === undefined) return undefined
  return coatsOf(createRuleBook(snapshot.model, snapshot.lexicons, snapshot.maxResults))
}

async function compiledCoats(options: CoatOptions, printError: (text: string) => void): Promise<Coats> {
  const { book, diagnostics } = await openRuleBook(options)
  const told = diagnostics.map(formatDiagnostic).join('\n')
  if (book === undefined) throw new Refusal(told)
  if (told !== '') printError(told)
  return coatsOf(book)
}

function servedLanguage(languages: readonly string[], wanted: string | undefined): string {
  const language = wanted ?? languages[0] ?? ''
  if (languages.includes(language)) return language
  throw new Refusal(`error: DEFAULT_LANG="${language}": expected ${languages.join(' or ')}`)
}

/**
 * Opens rule sets for commands: that of the environment or of `--in`, and another one to compare it with; and the language
 * of the answer.
 * Guarantees: what is wrong with the rules is printed as the server would print it. All functions throw what an action tells.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { openRuleset, type OpenedRuleset } from '../../operations/open-ruleset.js'
import { createRuleset, type Ruleset } from '../../operations/ruleset.js'
import { findLanguage, tagOf } from '../../common/language-tag.js'
import { ConfigError, readConfig, type Config } from '../../service/config.js'
import { readContractText } from '../../service/http/contract/contract-file.js'
import { formatDiagnostic } from '../../rules/diagnostic.js'
import type { RuleFolders } from '../../rules/load.js'
import { prebuiltSnapshot } from '../../service/snapshot/first-snapshot.js'
import { languageFault } from '../../service/snapshot/setting-faults.js'
import { Refusal, refusalOf } from '../report.js'
import { terminalLanguage, withProgress } from '../terminal.js'
import { withRevision } from './git-revision.js'

/** Options of the commands about rules; each has some of them. */
export interface RulesOptions {
  /** A folder that holds `rules` and `locales`, instead of those of the environment. */
  readonly in?: string
  readonly lang?: string
  readonly json?: boolean
  readonly strict?: boolean
  readonly all?: boolean
  readonly against?: string
  readonly markdown?: boolean
  readonly short?: boolean
}

/** The rule set of the environment, and the language of answers where none is asked for. */
export async function openDefaultRuleset(): Promise<{
  readonly ruleset: Ruleset
  readonly language: string
}> {
  const config = readConfig(process.env)
  const { snapshot } = prebuiltSnapshot({ ...config, contractText: readContractText() })
  // What the build left of these very rules needs no parser and no engine, and a quarter of the time.
  const ruleset = snapshot
    ? createRuleset(snapshot.model, snapshot.lexicons, snapshot.maxResults)
    : await compiledRuleset(config)
  return { ruleset, language: defaultLanguage(ruleset.languages) }
}

async function compiledRuleset(config: Config): Promise<Ruleset> {
  const { ruleset, diagnostics } = await openRuleset(config)
  const found = diagnostics.map(formatDiagnostic).join('\n')
  if (ruleset === undefined) throw new Refusal(found)
  if (found !== '') process.stderr.write(`${found}\n`)
  return ruleset
}

/** The rule set of the environment or of `in`, with everything that is wrong with it. */
export async function openRules(options: RulesOptions): Promise<OpenedRuleset> {
  return openFolders(foldersOf(options))
}

/** The same when only rules without errors will do. */
export async function openSoundRules(options: RulesOptions): Promise<Ruleset> {
  const { ruleset, diagnostics } = await openRules(options)
  if (ruleset === undefined) throw refusalOf(diagnostics)
  return ruleset
}

/** The rules as they were: in a folder, or at a git revision. Returns a Refusal when they have errors themselves. */
export async function openBefore(options: RulesOptions, where: string): Promise<Ruleset | Refusal> {
  const inside = foldersIn(where)
  const { ruleset, diagnostics } = existsSync(inside.rulesDir)
    ? await openFolders(inside)
    : await withRevision(foldersOf(options), where, openFolders)
  if (ruleset !== undefined) return ruleset
  return refusalOf(
    diagnostics,
    `The rules of ${where} cannot be compared, since they have errors themselves:`,
  )
}

/** What help says of a language that no option names. */
export const TERMINALS = "else the terminal's (LC_ALL, LC_MESSAGES, LANG)"

/** The language of the option, in any case and with any region, else the one that is used when none is asked for. */
export function languageOf(languages: readonly string[], { lang, json }: RulesOptions): string {
  if (lang === undefined) return unaskedLanguage(languages, json)
  const found = findLanguage(tagOf(lang), languages)
  if (found === undefined) throw new Refusal(`--lang "${lang}": expected ${languages.join(', ')}`)
  return found
}

/**
 * The terminal's language, as a browser's decides over HTTP; else the one of the environment, else the first of the rules.
 * @param json what programs read is the same in every terminal
 */
export function unaskedLanguage(languages: readonly string[], json = false): string {
  const language = defaultLanguage(languages)
  return (json ? undefined : terminalLanguage(process.env, languages)) ?? language
}

/** The language of the environment, else the first of the rule set. */
function defaultLanguage(languages: readonly string[]): string {
  const language = readConfig(process.env).defaultLanguage ?? languages[0] ?? ''
  const settingFault = languageFault(language, languages)
  if (settingFault !== undefined) throw new ConfigError(settingFault)
  return language
}

function openFolders({ rulesDir, localesDir }: RuleFolders): Promise<OpenedRuleset> {
  const { maxResults } = readConfig(process.env)
  return withProgress(`compiling ${rulesDir}`, () => openRuleset({ rulesDir, localesDir, maxResults }))
}

/** The folders that the commands read. */
export function foldersOf({ in: folder }: RulesOptions): RuleFolders {
  if (folder === undefined) return readConfig(process.env)
  const folders = foldersIn(folder)
  const missing = [folders.rulesDir, folders.localesDir].find((each) => !existsSync(each))
  if (missing === undefined) return folders
  throw new Refusal(
    `--in "${folder}": expected a folder that holds rules and locales; there is no ${missing}`,
  )
}

function foldersIn(folder: string): RuleFolders {
  return { rulesDir: path.join(folder, 'rules'), localesDir: path.join(folder, 'locales') }
}

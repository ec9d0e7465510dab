/**
 * Opens rule sets for commands: the configured one or that of `--in`, and another one for comparison; and chooses the
 * language of the output.
 * Guarantees: diagnostics are printed as the server prints them. All functions throw errors that `action` can report.
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

/** Options of the rules commands; each command has some of them. */
export interface RulesOptions {
  /** A folder with `rules` and `locales`, instead of the configured ones. */
  readonly in?: string
  readonly lang?: string
  readonly json?: boolean
  readonly strict?: boolean
  readonly all?: boolean
  readonly against?: string
  readonly markdown?: boolean
  readonly short?: boolean
}

/** The configured rule set, and the default language of answers. */
export async function openDefaultRuleset(): Promise<{
  readonly ruleset: Ruleset
  readonly language: string
}> {
  const config = readConfig(process.env)
  const { snapshot } = prebuiltSnapshot({ ...config, contractText: readContractText() })
  // If the build compiled these very rules, neither parser nor engine is needed, which takes a quarter of the time.
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

/** The configured rule set or that of `in`, with all its diagnostics. */
export async function openRules(options: RulesOptions): Promise<OpenedRuleset> {
  return openFolders(foldersOf(options))
}

/** Like `openRules`, but refuses rules with errors. */
export async function openSoundRules(options: RulesOptions): Promise<Ruleset> {
  const { ruleset, diagnostics } = await openRules(options)
  if (ruleset === undefined) throw refusalOf(diagnostics)
  return ruleset
}

/** The previous rules, from a folder or a git revision. Returns a Refusal if they have errors. */
export async function openBefore(options: RulesOptions, where: string): Promise<Ruleset | Refusal> {
  const inside = foldersIn(where)
  const { ruleset, diagnostics } = existsSync(inside.rulesDir)
    ? await openFolders(inside)
    : await withRevision(foldersOf(options), where, openFolders)
  if (ruleset !== undefined) return ruleset
  return refusalOf(diagnostics, `The rules of ${where} cannot be compared, because they have errors:`)
}

/** For help texts: the default of --lang. */
export const TERMINALS = "by default the terminal's (LC_ALL, LC_MESSAGES, LANG)"

/** The language of --lang, in any case and with any region; otherwise the fallback. */
export function languageOf(languages: readonly string[], { lang, json }: RulesOptions): string {
  if (lang === undefined) return fallbackLanguage(languages, json)
  const found = findLanguage(tagOf(lang), languages)
  if (found === undefined) throw new Refusal(`--lang "${lang}": expected ${languages.join(', ')}`)
  return found
}

/**
 * The terminal's language, as over HTTP the browser's; otherwise the configured one, otherwise the first of the
 * rules.
 * @param json ignores the terminal, so that programs get the same output everywhere
 */
export function fallbackLanguage(languages: readonly string[], json = false): string {
  const language = defaultLanguage(languages)
  return (json ? undefined : terminalLanguage(process.env, languages)) ?? language
}

/** The configured language, otherwise the first of the rule set. */
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
    `--in "${folder}": expected a folder with rules and locales, but ${missing} does not exist`,
  )
}

function foldersIn(folder: string): RuleFolders {
  return { rulesDir: path.join(folder, 'rules'), localesDir: path.join(folder, 'locales') }
}

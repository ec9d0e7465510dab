/**
 * Checks settings against the rule folders; each fault is one line.
 * Guarantees: reads only the names of files, so that a wrong setting is reported at once instead of after compiling.
 */
import type { Source } from '../../rules/source.js'

export function languageFault(language: string, languages: readonly string[]): string | undefined {
  if (languages.includes(language)) return undefined
  return `DEFAULT_LANG="${language}": expected ${languages.join(' or ')}`
}

/** The fault if a folder is missing or does not look like rules or locales. */
export function folderFault(
  { rules, locales }: Source,
  { rulesDir, localesDir }: { readonly rulesDir: string; readonly localesDir: string },
): string | undefined {
  if (rules.names?.includes('manifest.yaml') !== true)
    return `RULES_DIR="${rulesDir}": expected a folder of rules, with a manifest.yaml`
  if (locales.names?.some((name) => !name.includes('/')) !== true)
    return `LOCALES_DIR="${localesDir}": expected a folder of words, with a YAML file for each language`
  return undefined
}

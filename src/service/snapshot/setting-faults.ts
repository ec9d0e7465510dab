/**
 * Settings that do not go with the files they name, each as one line.
 * Guarantees: found without reading what the files say, which takes a second that no start should wait for to be refused.
 */
import type { Source } from '../../rules/source.js'

export function languageFault(language: string, languages: readonly string[]): string | undefined {
  if (languages.includes(language)) return undefined
  return `DEFAULT_LANG="${language}": expected ${languages.join(' or ')}`
}

/** Where a folder is another one than was meant, or none. */
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

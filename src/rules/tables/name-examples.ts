/**
 * Genotypes with the name each must have: the `examples` of a locus and the known animals.
 * Guarantees: every example states at least one name, in known languages.
 * Leaves to others: whether the names come out (workbench).
 */
import { EXPECTATION_KEYS, expectationsOf } from './expectations.js'
import { step } from '../yaml/pointer.js'
import { suggestion } from '../checks/nearest.js'
import { stated, type FileReading } from '../yaml/parsed-file.js'
import type { NameExample } from '../tables.js'
import { placesOfKeys } from '../yaml/word-places.js'
import type { NameExampleYaml } from '../file-types.js'

const NOT_LANGUAGES: readonly string[] = ['title', 'given', 'source', 'synonyms', ...EXPECTATION_KEYS]

/** The rows at `pointer`; `languages` undefined when the manifest could not be read. */
export function nameExamples(
  sheet: FileReading<unknown>,
  pointer: string,
  rows: readonly NameExampleYaml[],
  languages: readonly string[] | undefined,
): readonly NameExample[] {
  return rows.map((row, index) => {
    const at = pointer + step(index)
    const names = Object.entries(row).filter(([key]) => !NOT_LANGUAGES.includes(key)) as [string, string][]
    if (names.length === 0) {
      const mend = `add ${languages?.[0] ?? 'a language code'}: <name>.`
      sheet.report('PARSE', at, { what: 'this example expects no name in any language.', mend })
    }
    const { title, given, source, synonyms = {} } = row
    for (const [language, pointer] of [
      ...names.map(([key]) => [key, at + step(key)] as const),
      ...Object.keys(synonyms).map((key) => [key, `${at}/synonyms${step(key)}`] as const),
    ]) {
      if (languages === undefined || languages.includes(language)) continue
      sheet.report('UNKNOWN_KEY', pointer, {
        what: `"${language}" is not a language of the manifest.`,
        mend: suggestion(language, languages),
      })
    }
    return {
      ...stated({ title, source }),
      ...expectationsOf(row),
      given,
      names: Object.fromEntries(names),
      synonyms,
      place: sheet.placeOf(at),
      words: placesOfKeys(sheet, at, row, ['given']),
    }
  })
}

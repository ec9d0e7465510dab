/**
 * Genotypes with the name each must have: the `examples` of a locus and the known animals.
 * Guarantees: every example states at least one name, in known languages.
 * Leaves to others: whether the names come out (workbench).
 */
import { step } from './parse.js'
import { suggestion } from './nearest.js'
import { stated, type Sheet } from './sheet.js'
import type { NameExample } from './tables.js'
import { placesOfKeys } from './word-places.js'
import type { WrittenNameExample } from './written.js'

const NOT_LANGUAGES = ['title', 'given', 'source']

/** The rows at `pointer`; `languages` undefined when the manifest could not be read. */
export function nameExamples(
  sheet: Sheet<unknown>,
  pointer: string,
  rows: readonly WrittenNameExample[],
  languages: readonly string[] | undefined,
): readonly NameExample[] {
  return rows.map((row, index) => {
    const at = pointer + step(index)
    const names = Object.entries(row).filter(([key]) => !NOT_LANGUAGES.includes(key)) as [string, string][]
    if (names.length === 0) {
      const mend = `add ${languages?.[0] ?? 'a language code'}: <name>.`
      sheet.report('PARSE', at, { what: 'this example expects no name in any language.', mend })
    }
    for (const [language] of names) {
      if (languages === undefined || languages.includes(language)) continue
      sheet.report('UNKNOWN_KEY', at + step(language), {
        what: `"${language}" is not a language of the manifest.`,
        mend: suggestion(language, languages),
      })
    }
    const { title, given, source } = row
    return {
      ...stated({ title, source }),
      given,
      names: Object.fromEntries(names),
      place: sheet.place(at),
      words: placesOfKeys(sheet, at, row, ['given']),
    }
  })
}

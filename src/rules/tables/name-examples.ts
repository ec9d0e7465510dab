/**
 * Examples of names: genotypes with their expected names, from the `examples` of a locus and from the known animals.
 * Guarantees: every example has at least one name, in known languages only.
 */
import { type FileReading, stated, step } from '../yaml/parsed-file.js'
import { suggestion } from '../../common/nearest.js'
import { placed } from '../yaml/word-places.js'
import type { NameExampleYaml, Unchanging } from '../file-types.js'

/** A genotype and its expected name in each language given. */
export type NameExample = Unchanging<ReturnType<typeof nameExamples>>[number]

/** Reads the rows at `pointer`. @param languages the existing languages; if empty, that is reported already */
export function nameExamples(
  file: FileReading<unknown>,
  pointer: string,
  rows: readonly NameExampleYaml[] = [],
  languages: readonly string[],
) {
  return rows.map((row, index) => {
    const at = pointer + step(index)
    const { title, given, source, synonyms = {}, ...others } = row
    const { agreement, viability, notes, carries, health, reports, ...byLanguage } = others
    const names: Readonly<Record<string, string>> = byLanguage
    if (Object.keys(names).length === 0)
      file.report('PARSE', at, {
        what: 'this example expects no name in any language.',
        fix: `add ${languages[0] ?? 'a language code'}: <name>.`,
      })
    checkLanguages(file, at, names, languages)
    checkLanguages(file, `${at}/synonyms`, synonyms, languages)
    return {
      ...stated({ title, source, agreement, viability, notes, carries, health, reports }),
      given,
      /** Language code → expected name, and all synonyms of the words in it. */
      names,
      synonyms,
      ...placed(file, at, row, ['given'], 2),
    }
  })
}

function checkLanguages(
  file: FileReading<unknown>,
  pointer: string,
  byLanguage: object,
  languages: readonly string[],
): void {
  for (const language of Object.keys(byLanguage)) {
    if (languages.length === 0 || languages.includes(language)) continue
    file.report('UNKNOWN_KEY', pointer + step(language), {
      what: `"${language}" is not a language of the manifest.`,
      fix: suggestion(language, languages),
    })
  }
}

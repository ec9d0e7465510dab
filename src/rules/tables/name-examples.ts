/**
 * Genotypes with the name each must have: the `examples` of a locus and the known animals.
 * Guarantees: every example states at least one name, in known languages.
 */
import { type FileReading, stated, step } from '../yaml/parsed-file.js'
import { suggestion } from '../../common/nearest.js'
import { placed } from '../yaml/word-places.js'
import type { NameExampleYaml, Unchanging } from '../file-types.js'

/** A genotype and the name it must have in each language it states. */
export type NameExample = Unchanging<ReturnType<typeof nameExamples>>[number]

/** The rows at `pointer`. @param languages those that have a file or an entry; where there are none, that is reported already */
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
      /** Language code → the name, and all other words for what the name is made of. */
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

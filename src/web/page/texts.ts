/**
 * What the page says, by language: the files of texts/, as the build has read them.
 * Guarantees: whatever language the rules speak, there are texts: those of the same language in another form, or those
 * that say they are for everybody else. Every file has every text that the code asks for: a test sees to it.
 */

/** A text, or its forms by the number that it speaks of, as Intl.PluralRules tells them apart. */
type PageText = string | Readonly<Record<string, string>>

/** By name. */
export type PageTexts = Readonly<Record<string, PageText | boolean>>
/** By language. */
export type TextsByLanguage = Readonly<Record<string, PageTexts>>

export interface Words {
  /** A language of the rules. */
  readonly language: string
  /** @param values for `{…}` in the text; `count` chooses the form too */
  readonly say: (name: string, values?: Readonly<Record<string, string | number>>) => string
  /** A percentage as people of the language write it. */
  readonly share: (percentage: number) => string
  readonly number: (value: number) => string
}

export function wordsIn(all: TextsByLanguage, language: string): Words {
  const [primary = ''] = language.split('-')
  const texts = all[language] ?? all[primary] ?? Object.values(all).find((each) => each['isDefault'] === true)
  const plurals = new Intl.PluralRules(primary)
  const shares = new Intl.NumberFormat(primary, { style: 'percent', maximumSignificantDigits: 4 })
  const numbers = new Intl.NumberFormat(primary)
  const say: Words['say'] = (name, values = {}) => {
    const found = texts?.[name]
    if (found === undefined || typeof found === 'boolean') throw new Error(`no text has the name ${name}`)
    const { count } = values
    const text =
      typeof found === 'string' ? found : (found[plurals.select(Number(count))] ?? found['other'] ?? '')
    return text.replace(/\{(\w+)\}/g, (_, key: string) => {
      const value = values[key] ?? ''
      return typeof value === 'number' ? numbers.format(value) : value
    })
  }
  return {
    language,
    say,
    share: (percentage) => shares.format(percentage / 100),
    number: (value) => numbers.format(value),
  }
}

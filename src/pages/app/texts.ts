/**
 * The texts of the page by language, from the files in texts/.
 * Guarantees: every language of the rules has texts: its own, those of its primary language, or the default ones. A test checks that
 * every file has all texts.
 */

/** A text, or its plural forms by category of Intl.PluralRules. */
type PageText = string | Readonly<Record<string, string>>

/** Page texts by name. */
export type PageTexts = Readonly<Record<string, PageText | boolean>>
/** By language. */
export type TextsByLanguage = Readonly<Record<string, PageTexts>>

/** Texts that a locale of the rules overrides for its animal. */
type AnimalTexts = Readonly<Record<string, string | undefined>>

export interface Words {
  /** A language of the rules. */
  readonly language: string
  /** @param values for `{…}` in the text; `count` also selects the plural form; `offspring` has a default */
  readonly say: (name: string, values?: Readonly<Record<string, string | number>>) => string
  /** The same, capitalised. */
  readonly label: Words['say']
  /** A percentage formatted for the language. */
  readonly share: (percentage: number) => string
  readonly number: (value: number) => string
}

/** In percent. Smaller values are only said to be smaller. */
const LEAST_TOLD = 0.1

/** A text in every language. */
export function textsOf(all: TextsByLanguage, name: string): readonly string[] {
  return Object.values(all).flatMap((texts) => {
    const text = texts[name]
    return typeof text === 'string' ? [text] : []
  })
}

export function wordsIn(all: TextsByLanguage, language: string, animal: AnimalTexts = {}): Words {
  const [primary = ''] = language.split('-')
  const general =
    all[language] ?? all[primary] ?? Object.values(all).find((each) => each['isDefault'] === true)
  const plurals = new Intl.PluralRules(primary)
  const shares = new Intl.NumberFormat(primary, { style: 'percent', maximumSignificantDigits: 3 })
  const numbers = new Intl.NumberFormat(primary)
  const textOf = (name: string): PageText | boolean | undefined => animal[name] ?? general?.[name]
  const plain = (name: string): string => {
    const text = textOf(name)
    return typeof text === 'string' ? text : ''
  }
  const say: Words['say'] = (name, given = {}) => {
    const values = { offspring: plain('offspring'), young: plain('young'), ...given }
    const found = textOf(name)
    if (found === undefined || typeof found === 'boolean') throw new Error(`no text has the name ${name}`)
    const { count } = given
    const text =
      typeof found === 'string' ? found : (found[plurals.select(Number(count))] ?? found['other'] ?? '')
    return text.replace(/\{(\w+)\}/g, (_, key: string) => {
      const value = (values as typeof given)[key] ?? ''
      return typeof value === 'number' ? numbers.format(value) : value
    })
  }
  return {
    language,
    say,
    label: (name, values) => {
      const text = say(name, values)
      return text.slice(0, 1).toLocaleUpperCase(primary) + text.slice(1)
    },
    share: (percentage) => {
      const isTiny = percentage > 0 && percentage < LEAST_TOLD
      return isTiny
        ? say('lessThan', { share: shares.format(LEAST_TOLD / 100) })
        : shares.format(percentage / 100)
    },
    number: (value) => numbers.format(value),
  }
}

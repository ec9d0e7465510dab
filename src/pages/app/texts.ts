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

/** Texts that a language of the rules may have of its own for their animal. */
type AnimalTexts = Readonly<Record<string, string | undefined>>

export interface Words {
  /** A language of the rules. */
  readonly language: string
  /** @param values for `{…}` in the text; `count` chooses the form too, and `offspring` need not be given */
  readonly say: (name: string, values?: Readonly<Record<string, string | number>>) => string
  /** The same with a capital. */
  readonly label: Words['say']
  /** A percentage as people of the language write it. */
  readonly share: (percentage: number) => string
  readonly number: (value: number) => string
}

/** Percent. A smaller share comes of an interval that begins at nothing, and would be read as a row of noughts. */
export const LEAST_TOLD = 1e-6

export function wordsIn(all: TextsByLanguage, language: string, animal: AnimalTexts = {}): Words {
  const [primary = ''] = language.split('-')
  const general =
    all[language] ?? all[primary] ?? Object.values(all).find((each) => each['isDefault'] === true)
  const plurals = new Intl.PluralRules(primary)
  const shares = new Intl.NumberFormat(primary, { style: 'percent', maximumSignificantDigits: 4 })
  const numbers = new Intl.NumberFormat(primary)
  const textOf = (name: string): PageText | boolean | undefined => animal[name] ?? general?.[name]
  const plain = (name: string): string => {
    const text = textOf(name)
    return typeof text === 'string' ? text : ''
  }
  const say: Words['say'] = (name, given = {}) => {
    const values = { offspring: plain('offspring'), ...given }
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
      return isTiny ? `< ${shares.format(LEAST_TOLD / 100)}` : shares.format(percentage / 100)
    },
    number: (value) => numbers.format(value),
  }
}

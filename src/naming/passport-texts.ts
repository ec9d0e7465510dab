/**
 * What answers say of words that passports print, by id; in English, as errors are, where a language does not word it.
 * Leaves to others: which words were read (read-passport.ts), the texts in a language (`notes` in locales/).
 */
export const PASSPORT_TEXTS = {
  'passport-word': '"{word}" was read as {coats}.',
  'passport-shade': '"{word}" was read as {coats} (shade, not genetic here: {shades}).',
  'passport-any': 'any coat with {parts}',
  'passport-any-lacks': 'any coat with {parts} and without {lacks}',
} as const satisfies Readonly<Record<string, string>>

export type PassportTextId = keyof typeof PASSPORT_TEXTS

/**
 * What answers say of the results of a genetic test, by id; in English, as errors are, where a language does not word it.
 * Leaves to others: what a result means (operations/next-test/), the texts in a language (`notes` in locales/).
 */
export const TEST_TEXTS = {
  'test-excludes': '{result}: excludes {coats}',
  'test-only': '{result}: only {coats}',
  'test-chance': '{result}: {coats} {percentage} %',
  'test-nothing': '{result}: changes nothing',
} as const satisfies Readonly<Record<string, string>>

export type TestTextId = keyof typeof TEST_TEXTS

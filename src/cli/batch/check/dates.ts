/**
 * Dates of birth as a studbook writes them, as numbers such as 20260131.
 * Guarantees: never guesses: of a date with slashes, whose day and month differ by country, only the year is used.
 */

const FORMS: readonly (readonly [RegExp, (parts: readonly number[]) => number])[] = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/, ([year = 0, month = 0, day = 0]) => date(year, month, day)],
  [/^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/, ([day = 0, month = 0, year = 0]) => date(year, month, day)],
  [/^(\d{4})(\d\d)(\d\d)$/, ([year = 0, month = 0, day = 0]) => date(year, month, day)],
  [/^\d{1,2}[/-]\d{1,2}[/-](\d{4})$/, ([year = 0]) => year * 10_000],
  [/^(\d{4})[/-]\d{1,2}[/-]\d{1,2}$/, ([year = 0]) => year * 10_000],
  [/^(\d{4})$/, ([year = 0]) => year * 10_000],
]

function date(year: number, month: number, day: number): number {
  if (month === 0 && day === 0) return year * 10_000
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? year * 10_000 + month * 100 + day : 0
}

/** 0 for an empty cell; undefined for one that is no date. */
export function readDate(cell: string): number | undefined {
  if (cell === '') return 0
  for (const [form, numberOf] of FORMS) {
    const found = form.exec(cell)
    if (found === null) continue
    const number = numberOf(found.slice(1).map(Number))
    return number === 0 ? undefined : number
  }
  return undefined
}

export function yearOf(born: number): number {
  return Math.floor(born / 10_000)
}

/** Whether the parent was certainly not born before its offspring. */
export function isTooYoung(parent: number, offspring: number): boolean {
  if (parent === 0 || offspring === 0) return false
  const areWhole = parent % 10_000 > 0 && offspring % 10_000 > 0
  return areWhole ? parent >= offspring : yearOf(parent) > yearOf(offspring)
}

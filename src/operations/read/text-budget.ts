/**
 * The step budget of one request for parsing free text such as coat names and tokens. Each request creates one budget and passes
 * it to every parser of text.
 * Guarantees: counts steps, not time, so that the same request always has the same outcome; refuses a request beyond its budget
 * and names the field being parsed; a repeated text is parsed once and then costs one step.
 */
import type { CountSteps } from '../../naming/read-name.js'
import { ClientError } from '../client-error.js'

/**
 * A step takes about 0.25 µs of warm code, so that the whole budget blocks the event loop for about 5 ms. Sixty names as the
 * service writes them take about 4 000 steps; the sixty most ambiguous names of a registry take 14 000.
 */
export const MAX_TEXT_STEPS = 20_000

export class TextBudget {
  private taken = 0
  private readonly texts = new Map<string, unknown>()

  /** Steps taken so far. */
  get steps(): number {
    return this.taken
  }

  /** A counter for parsing one field. It throws ClientError beyond the budget. @param field its path, for the error */
  counter(field: string): CountSteps {
    return (steps) => {
      this.taken += steps
      if (this.taken > MAX_TEXT_STEPS) throw budgetSpent(field)
    }
  }

  /** Calls `read` for the first occurrence of a text and returns the memoized value after that. @param key of the text and its parser */
  once<Made>(key: string, field: string, read: (count: CountSteps) => Made): Made {
    const count = this.counter(field)
    count(1)
    // A key determines the type of its value.
    if (this.texts.has(key)) return this.texts.get(key) as Made
    const made = read(count)
    this.texts.set(key, made)
    return made
  }
}

function budgetSpent(field: string): ClientError {
  return new ClientError(
    'RESULT_TOO_LARGE',
    `The coat names of this request are too ambiguous: reading them takes more than ${MAX_TEXT_STEPS} steps, exceeded at ${field}. Send fewer names, or names that mean fewer coats`,
    {
      field,
      value: MAX_TEXT_STEPS,
      expected: ['fewer different names', 'names that mean fewer coats', 'tokens in has and lacks'],
    },
  )
}

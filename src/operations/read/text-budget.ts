/**
 * The step budget of one request for reading text: coat names, tokens, and whatever else clients write as free text.
 * Guarantees: counts steps, never time, so that the same request always has the same outcome; a request whose budget is spent
 * is refused with the field that was being read; a text that a request repeats is read once and then costs one step.
 * Each request makes one budget and hands it to everything that reads text.
 */
import type { CountSteps } from '../../naming/read-name.js'
import { ClientError } from '../client-error.js'

/**
 * A step takes about a quarter of a microsecond of warm code, so that all of them hold the event loop for some 5 ms. Sixty
 * names as the service gives them take about 4 000 steps; the sixty most ambiguous ones, of a registry, 14 000.
 */
export const MAX_TEXT_STEPS = 20_000

export class TextBudget {
  private taken = 0
  private readonly texts = new Map<string, unknown>()

  /** How many steps reading has taken so far. */
  get steps(): number {
    return this.taken
  }

  /** Counts what reading one field takes. @param field its place, for the refusal */
  counter(field: string): CountSteps {
    return (steps) => {
      this.taken += steps
      if (this.taken > MAX_TEXT_STEPS) throw budgetSpent(field)
    }
  }

  /** What `read` makes of a text when it comes for the first time. @param key of the text and of how it is read */
  once<Made>(key: string, field: string, read: (count: CountSteps) => Made): Made {
    const count = this.counter(field)
    count(1)
    // One key always stands for the same kind of value.
    if (this.texts.has(key)) return this.texts.get(key) as Made
    const made = read(count)
    this.texts.set(key, made)
    return made
  }
}

function budgetSpent(field: string): ClientError {
  return new ClientError(
    'RESULT_TOO_LARGE',
    `Reading the coat names of this request takes more than ${MAX_TEXT_STEPS} steps, which ${field} exceeds: send fewer names, or names that mean fewer coats`,
    {
      field,
      value: MAX_TEXT_STEPS,
      expected: ['fewer different names', 'names that mean fewer coats', 'tokens in has and lacks'],
    },
  )
}

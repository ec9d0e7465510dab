/**
 * Questions about what is not known, asked of the shipped rules as a client would, without HTTP.
 */
import type { Note } from '../../../src/operations/wording.js'
import { ClientError } from '../../../src/operations/client-error.js'
import type { AskAnswer } from '../../../src/operations/infer/ask-works.js'
import type { AnswerRow } from '../../../src/operations/infer/shapes.js'
import { shippedCoats } from '../../http/service.js'

export interface Told {
  readonly results: readonly AnswerRow[]
  readonly answers: readonly AskAnswer[]
  readonly notes?: readonly Note[]
  readonly estimated?: true
  readonly evidence?: number
  readonly population?: unknown
  readonly foals?: { readonly percentage?: number }
}

export const coats = await shippedCoats()

export function told(operation: 'result' | 'generateChild' | 'infer', fields: object): Told {
  return coats.answer(`coats.${operation}`, { lang: 'en', ...fields }, 'en') as Told
}

/** What is refused, with what it says. */
export function refused(operation: 'result' | 'generateChild' | 'infer', fields: object): ClientError {
  try {
    told(operation, fields)
  } catch (error) {
    if (error instanceof ClientError) return error
    throw error
  }
  throw new Error('it was answered')
}

/** What a note names, undefined where it is not told. */
export function noted({ notes = [] }: Told, code: string): string | undefined {
  return notes.find((note) => note.code === code)?.text
}

export function shares({ results }: Pick<Told, 'results'>): readonly unknown[] {
  return results.map(({ coat, percentage, percentage_band: band }) => [
    coat,
    percentage ?? [band?.low, band?.high],
  ])
}

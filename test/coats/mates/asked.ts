/** Questions about mates to the shipped rules. */
import { ClientError } from '../../../src/operations/client-error.js'
import type { MateAnswer } from '../../../src/operations/choose-mate/answer.js'
import { shippedCoats } from '../../http/service.js'

export const coats = await shippedCoats()

export interface Animal {
  readonly base?: Readonly<Record<string, readonly string[]>>
  readonly others?: Readonly<Record<string, readonly string[]>>
  readonly seen?: unknown
  readonly sex?: string
}

export interface Row {
  readonly id?: string
  readonly mare?: string
  readonly stallion?: string
  readonly genotype?: Readonly<Record<string, readonly string[]>>
  readonly wanted_percentage: number
  readonly of_live_percentage?: number
  readonly lethal_percentage: number
  readonly avoid_percentage?: number
  readonly health?: readonly { readonly id: string; readonly percentage: number }[]
  readonly best_coats: readonly { readonly coat: string; readonly percentage: number }[]
}

export function mates(fields: object): Answer {
  return coats.answer('coats.chooseMate', { lang: 'en', ...fields }, 'en') as never
}

export interface Answer extends Pick<MateAnswer, 'total_results' | 'operations' | 'notes' | 'estimated'> {
  readonly results: readonly Row[]
  readonly assignment?: readonly { readonly mare: string; readonly stallion: string }[]
  readonly expected_wanted?: number
}

/** The error of a question that must be refused. */
export function refused(fields: object): ClientError {
  try {
    mates(fields)
  } catch (error) {
    if (error instanceof ClientError) return error
    throw error
  }
  throw new Error('it was answered')
}

interface Foal {
  readonly coat: string
  readonly percentage: number
  readonly tokens: readonly string[]
  readonly genotype: Readonly<Record<string, readonly string[]>>
  readonly viability?: { readonly status: string }
}

/** Every foal of two parents, as generateChild lists them. */
export function foalsOf(mother: Animal, father: Animal, more: object = {}): readonly Foal[] {
  const { results } = coats.answer(
    'coats.generateChild',
    { lang: 'en', mother, father, tokens: true, ...more },
    'en',
  ) as {
    readonly results: readonly Foal[]
  }
  return results
}

/** The percentage of the foals that fit. */
export function percentageOf(foals: readonly Foal[], fits: (foal: Foal) => boolean): number {
  return foals.reduce((sum, foal) => sum + (fits(foal) ? foal.percentage : 0), 0)
}

export function isLethal({ viability }: Foal): boolean {
  return viability?.status === 'lethal'
}

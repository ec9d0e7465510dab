/**
 * Ranks stallions for each mare by the chance of a wanted foal.
 * Guarantees: answers mare by mare, so that a large herd shows its progress and no question is too large.
 */
import type { Fields } from '../../../../operations/read/decode-fields.js'
import type { MateRow } from '../../../../operations/choose-mate/row.js'
import type { MateAnswer, Robe } from '../../library.js'
import { opened } from '../observed.js'
import type { Wanted } from './plan.js'
import { wantedFields } from './wanted-coats.js'

/** An animal of a question; its name need not be unique. */
export interface Entered {
  readonly name: string
  readonly fields: Fields
}

export interface MatesQuestion extends Fields {
  readonly mares: readonly Entered[]
  readonly stallions: readonly Entered[]
  readonly wanted: Wanted
  readonly population: string
  readonly lang: string
}

/** The answer for one mare. */
export interface MatesFound {
  readonly mare: number
  /** By place of the stallion, best first. */
  readonly rows: readonly (MateRow & { readonly stallion: number })[]
  readonly notes: MateAnswer['notes']
  /** The question as an API call. */
  readonly body: Fields
}

export function* findMates(robe: Robe, question: MatesQuestion): Generator<MatesFound> {
  const { mares, stallions, wanted, population, lang } = question
  const candidates = stallions.map(({ fields }, index) => {
    const { sex: _, ...known } = opened(robe, { ...fields, sex: 'm' }, lang)
    return { id: String(index), ...known }
  })
  for (const [mare, { fields }] of mares.entries()) {
    const horse = opened(robe, { ...fields, sex: 'f' }, lang)
    const body = { horse, candidates, ...wantedFields(robe, wanted, lang), population, lang }
    const { results, notes } = robe.chooseMate(body)
    yield { mare, rows: results.map((row) => ({ ...row, stallion: stallionOf(row) })), notes, body }
  }
}

function stallionOf(row: MateAnswer['results'][number]): number {
  return 'id' in row ? Number(row.id) : -1
}

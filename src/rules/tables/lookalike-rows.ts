/**
 * The file of look-alikes → rows.
 * Guarantees: each id is given once; a figure lies in its interval.
 */
import type { Figure, LookalikesYaml, LookalikeYaml } from '../file-types.js'
import { type FileReading, stated } from '../yaml/parsed-file.js'
import { placed, type Placed } from '../yaml/word-places.js'

/** Coats that look alike, or a trait that observers can miss. */
export interface LookalikeRow extends Placed, Required<Pick<LookalikeYaml, 'cite' | 'verified'>> {
  readonly id: string
  /** Lists of tokens; none in rows of another kind. */
  readonly alike: readonly (readonly string[])[]
  readonly unless: readonly string[]
  /** Any coat with all of these tokens can be taken for the coat that has the token `takenFor` alone. */
  readonly any: readonly string[]
  readonly takenFor?: string
  readonly unseen?: string
  /** A token that is recorded although no known variant causes what is seen. */
  readonly imitated?: string
  /** Ids of the rules whose token can be missed; none: of whichever gives it. */
  readonly by: readonly string[]
  /** It is missed only beside all of these tokens. */
  readonly beside: readonly string[]
  /** A token that no animal is born with. */
  readonly acquired?: string
  /** How often it is mistaken or missed, given the genotype; undefined where nobody counted. */
  readonly figure?: LookalikeFigure
  readonly why?: string
  readonly reviewBy?: string
}

/** @see LookalikeRow */
export interface LookalikeFigure extends Readonly<Figure>, Placed {}

export function lookalikeRows(file: FileReading<LookalikesYaml>): readonly LookalikeRow[] {
  const first = new Set<string>()
  return file.value.looks.map((all, index) => {
    const { review_by: reviewBy, ...row } = all
    const pointer = `/looks/${index}`
    if (first.has(row.id)) {
      file.report('DUPLICATE_ID', `${pointer}/id`, {
        what: `there already is a look-alike ${row.id}.`,
        fix: 'rename one of them.',
      })
    }
    first.add(row.id)
    return {
      id: row.id,
      alike: 'alike' in row ? row.alike : [],
      unless: ('alike' in row ? row.unless : undefined) ?? [],
      any: 'any' in row ? row.any : [],
      by: ('unseen' in row ? row.by : undefined) ?? [],
      beside: ('unseen' in row ? row.beside : undefined) ?? [],
      cite: row.cite ?? [],
      verified: row.verified ?? false,
      ...stated({
        takenFor: 'any' in row ? row.taken_for : undefined,
        unseen: 'unseen' in row ? row.unseen : undefined,
        imitated: 'imitated' in row ? row.imitated : undefined,
        acquired: 'acquired' in row ? row.acquired : undefined,
        figure: figureOf(file, row, pointer),
        why: row.why,
        reviewBy,
      }),
      ...placed(file, pointer, row, [
        'alike',
        'unless',
        'any',
        'taken_for',
        'unseen',
        'by',
        'beside',
        'imitated',
        'acquired',
      ]),
    }
  })
}

type RowOfFile = Omit<LookalikeYaml, 'review_by'>

function figureOf(
  file: FileReading<LookalikesYaml>,
  row: RowOfFile,
  pointer: string,
): LookalikeFigure | undefined {
  for (const key of ['missed', 'confused'] as const) {
    const figure = (row as Partial<Record<typeof key, Figure>>)[key]
    if (figure === undefined) continue
    const at = `${pointer}/${key}`
    checkInterval(file, figure, at)
    return { ...figure, ...placed(file, at, figure, []) }
  }
  return undefined
}

function checkInterval(
  file: FileReading<LookalikesYaml>,
  { value, interval: [lower, upper] = [value, value] }: Figure,
  pointer: string,
): void {
  if (lower > upper) {
    file.report('PARSE', `${pointer}/interval`, {
      what: `the interval begins at ${lower}, above its end ${upper}.`,
      fix: 'write the lower number first.',
    })
  } else if (value < lower || value > upper) {
    file.report('PARSE', `${pointer}/value`, {
      what: `the value ${value} lies outside its interval ${lower} to ${upper}.`,
      fix: 'correct the value or widen the interval.',
    })
  }
}

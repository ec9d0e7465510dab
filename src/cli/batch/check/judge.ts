/**
 * Judges parentages by possibility: whether some genotypes of an animal and its parents fit what is recorded of them.
 * Guarantees: exact for a trio, since a parent of unknown phase can pass on any combination of its copies, so that loci meet only
 * where a coat leaves a choice. An animal whose own entries contradict each other counts as one of which nothing is known.
 */
import type { Entry, PossibleSets, Restrictions } from './possible-sets.js'
import type { SetTable } from './set-table.js'
import { SEX_CODES, type Studbook } from './studbook.js'

/** What is recorded of one animal. */
export interface Record {
  /** By locus: the number of its set. */
  readonly sets: readonly number[]
  readonly choices: Entry['choices']
}

export interface Verdict {
  readonly isPossible: boolean
  /** Loci that do not fit, if it is not possible. */
  readonly loci: readonly number[]
}

const POSSIBLE: Verdict = { isPossible: true, loci: [] }

export type Judge = ReturnType<typeof createJudge>

/** Distinct records that are remembered. */
const MAX_RECORDS = 100_000

export function createJudge(book: Studbook, sets: PossibleSets) {
  const { tables, bySex } = sets
  const nothing = bySex.map((own): Record => ({ sets: own, choices: [] }))
  let known = new Map<string, Record>()

  const entriesOf = (animal: number, sex: number): readonly Entry[] => [
    sets.ofCoat(book.coat[animal] as number),
    ...book.cells.map((cells, column) => sets.ofCell(column, cells[animal] as number, sex)),
  ]
  const combined = (entries: readonly Entry[], sex: number): Record => {
    const own = [...(bySex[sex] as readonly number[])]
    for (const { fixed } of entries)
      for (const [locus, set] of fixed)
        own[locus] = (tables[locus] as SetTable).intersection(own[locus] as number, set)
    return { sets: own, choices: entries.flatMap(({ choices }) => choices) }
  }
  const isContradiction = (record: Record): boolean =>
    !some(tables, [record], (loci) => !loci.some((own, locus) => tables[locus]?.isEmpty(own[0] as number)))

  /** Undefined if its entries contradict each other. */
  const recordOf = (animal: number, sex = book.sex[animal] as number): Record | undefined => {
    let key = `${sex} ${book.coat[animal]}`
    for (const cells of book.cells) key += ` ${cells[animal]}`
    const found = known.get(key)
    if (found !== undefined) return found === CONTRADICTION ? undefined : found
    const record = combined(entriesOf(animal, sex), sex)
    if (known.size >= MAX_RECORDS) known = new Map()
    const isWrong = isContradiction(record)
    known.set(key, isWrong ? CONTRADICTION : record)
    return isWrong ? undefined : record
  }
  const orNothing = (animal: number, role: 'sire' | 'dam' | 'own'): Record => {
    const sex = role === 'own' ? (book.sex[animal] as number) : role === 'dam' ? SEX_CODES.f : SEX_CODES.m
    return (animal < 0 ? undefined : recordOf(animal, sex)) ?? (nothing[sex] as Record)
  }
  return {
    recordOf,
    entriesOf,
    /** @param sire, dam -1: nothing is known of it */
    judge: (animal: number, sire: number, dam: number): Verdict => {
      const trio = [orNothing(animal, 'own'), orNothing(dam, 'dam'), orNothing(sire, 'sire')] as const
      const failing = failingLoci(
        tables,
        trio.map((each) => each.sets),
      )
      if (failing.length > 0) return { isPossible: false, loci: failing }
      if (trio.every(({ choices }) => choices.length === 0)) return POSSIBLE
      let fewest: readonly number[] | undefined
      const isPossible = some(tables, trio, (loci) => {
        const own = failingLoci(
          tables,
          [0, 1, 2].map((who) => loci.map((each) => each[who] as number)),
        )
        if (fewest === undefined || own.length < fewest.length) fewest = own
        return own.length === 0
      })
      return isPossible ? POSSIBLE : { isPossible, loci: fewest ?? [] }
    },
  }
}

const CONTRADICTION: Record = { sets: [], choices: [] }

function failingLoci(
  tables: readonly SetTable[],
  [own, dam, sire]: readonly (readonly number[])[],
): readonly number[] {
  const failing: number[] = []
  for (const [locus, table] of tables.entries())
    if (!table.fits(own?.[locus] as number, dam?.[locus] as number, sire?.[locus] as number))
      failing.push(locus)
  return failing
}

/** Whether the test holds for some choice of each record. @param test gets, by locus, the sets of all records */
function some(
  tables: readonly SetTable[],
  records: readonly Record[],
  test: (loci: readonly (readonly number[])[]) => boolean,
): boolean {
  const open = records.flatMap(({ choices }, who) => choices.map((options) => ({ who, options })))
  const start = tables.map((_, locus) => records.map((each) => each.sets[locus] as number))
  const search = (at: number, loci: readonly (readonly number[])[]): boolean => {
    const next = open[at]
    if (next === undefined) return test(loci)
    return next.options.some((option) => search(at + 1, restricted(tables, loci, next.who, option)))
  }
  return search(0, start)
}

function restricted(
  tables: readonly SetTable[],
  loci: readonly (readonly number[])[],
  who: number,
  option: Restrictions,
): readonly (readonly number[])[] {
  const left = [...loci]
  for (const [locus, set] of option) {
    const sets = left[locus] as readonly number[]
    left[locus] = sets.with(who, (tables[locus] as SetTable).intersection(sets[who] as number, set))
  }
  return left
}

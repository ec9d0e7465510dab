/**
 * Judges every parentage of a studbook and counts.
 */
import type { ModelLocus } from '../../../model/model.js'
import type { Alone, FaultList } from './fault.js'
import type { createJudge } from './judge.js'
import { parentsOf } from './pedigree-faults.js'
import type { Studbook } from './studbook.js'

export interface ParentageCounts {
  /** By animal: parentages that it is a part of, as foal or parent, and those of them that are impossible. */
  readonly judged: Uint32Array
  readonly impossible: Uint32Array
  /** By animal: whether it was judged as a foal, and what came out. */
  readonly asFoal: Uint8Array
  /** By locus: impossible parentages in which it does not fit. */
  readonly atLocus: number[]
  total: number
}

export const AS_FOAL = { possible: 1, impossible: 2 } as const

/** @param withDuos whether foals with one recorded parent are judged too @param tick called after some thousands */
export async function judgeParentages(
  book: Studbook,
  { recordOf, entriesOf, judge }: ReturnType<typeof createJudge>,
  loci: readonly ModelLocus[],
  withDuos: boolean,
  faults: FaultList,
  tick: (done: number) => Promise<void>,
): Promise<ParentageCounts> {
  const counts: ParentageCounts = {
    judged: new Uint32Array(book.size),
    impossible: new Uint32Array(book.size),
    asFoal: new Uint8Array(book.size),
    atLocus: loci.map(() => 0),
    total: 0,
  }
  const factText = (who: string, animal: number, locus: number): string => {
    if (animal < 0 || recordOf(animal) === undefined) return `${who} unknown`
    const column = book.columns.indexOf(loci[locus]?.key ?? '')
    const cell = column < 0 ? '' : (book.genes[column]?.texts[book.cells[column]?.[animal] as number] ?? '')
    const coat = book.coats.texts[book.coat[animal] as number] ?? ''
    const entries = entriesOf(animal, book.sex[animal] as number)
    const parts = [
      cell !== '' && cell,
      coat !== '' &&
        (entries[0]?.fixed.has(locus) === true || entries[0]?.choices.length !== 0) &&
        `"${coat}"`,
    ].filter((part) => part !== false)
    return `${who} ${parts.length === 0 ? 'unknown' : parts.join(' ')}`
  }
  for (let animal = 0; animal < book.size; animal++) {
    if (animal % TICK === 0) await tick(animal)
    const place = parentsOf(book, animal)
    const { sire, dam } = place
    if (book.line[animal] !== 0) reportOwn(animal)
    const [knownSire, knownDam] = [sire, dam].map(
      (each) => each >= 0 && each !== animal && book.line[each] !== 0,
    )
    if (!knownSire && !knownDam) continue
    if (!(knownSire && knownDam) && !withDuos) continue
    counts.total++
    const all = [animal, ...(knownSire ? [sire] : []), ...(knownDam ? [dam] : [])]
    for (const each of all) counts.judged[each] = (counts.judged[each] as number) + 1
    const [ownSire, ownDam] = [knownSire ? sire : -1, knownDam ? dam : -1]
    const { isPossible, loci: failing } = judge(animal, ownSire, ownDam)
    counts.asFoal[animal] = isPossible ? AS_FOAL.possible : AS_FOAL.impossible
    if (isPossible) continue
    for (const each of all) counts.impossible[each] = (counts.impossible[each] as number) + 1
    for (const locus of failing) counts.atLocus[locus] = (counts.atLocus[locus] ?? 0) + 1
    faults.add('impossible', () => {
      const alone =
        knownSire && knownDam
          ? aloneOf(judge(animal, sire, -1).isPossible, judge(animal, -1, dam).isPossible)
          : undefined
      const at = failing.map((locus) => {
        const facts = [
          factText('foal', animal, locus),
          ...(knownSire ? [factText('sire', sire, locus)] : []),
          ...(knownDam ? [factText('dam', dam, locus)] : []),
        ]
        return `${loci[locus]?.key ?? ''}: ${facts.join(', ')}`
      })
      const what = `one of these entries is wrong: ${at.join('; ')}`
      return { ...place, loci: failing, what, ...(alone && { alone }) }
    })
  }
  return counts

  /** Entries that say nothing, and entries of one animal that contradict each other. */
  function reportOwn(animal: number): void {
    const sex = book.sex[animal] as number
    const where = (): ReturnType<typeof parentsOf> => parentsOf(book, animal)
    if (recordOf(animal) === undefined)
      faults.add('own entries', () => ({
        ...where(),
        what: 'the coat and the genes of this row contradict each other: one of these entries is wrong; none of them is used',
      }))
    for (const { fault } of entriesOf(animal, sex))
      if (fault !== undefined)
        faults.add('row', () => ({ ...where(), what: `${fault}; this entry is not used` }))
  }
}

const TICK = 4096

function aloneOf(sire: boolean, dam: boolean): Alone {
  if (sire && dam) return 'either'
  return sire ? 'sire' : dam ? 'dam' : 'neither'
}

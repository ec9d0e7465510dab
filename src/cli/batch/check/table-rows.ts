/**
 * The rows of the four tables of a check.
 */
import { yearOf } from './dates.js'
import type { Fault, FaultList } from './fault.js'
import { AS_FOAL, type ParentageCounts } from './parentages.js'
import type { Correction, RankedFault } from './ranking.js'
import type { Studbook } from './studbook.js'
import type { Tables } from './tables.js'

export function tablesOf(
  book: Studbook,
  ranked: readonly RankedFault[],
  { listed }: FaultList,
  counts: ParentageCounts,
  loci: readonly string[],
): Tables {
  const idOf = (animal: number): string => (animal < 0 ? '' : book.ids.textOf(animal))
  const correctionText = ({ entry, animal }: Correction): string =>
    entry === 'animal' ? `coat and genes of ${idOf(animal)}` : `${entry} of ${idOf(animal)}`
  const faultRow = (fault: Fault, found?: RankedFault): readonly (string | number)[] => [
    found?.rank ?? '',
    fault.kind,
    fault.line === 0 ? '' : fault.line,
    idOf(fault.animal),
    idOf(fault.sire),
    idOf(fault.dam),
    fault.loci.map((locus) => loci[locus]).join(' '),
    fault.what,
    fault.alone ?? '',
    found === undefined ? '' : correctionText(found.correction),
    found?.explains ?? '',
    found?.others.map(correctionText).join('; ') ?? '',
  ]
  const first = new Map<number, number>()
  for (const { correction } of ranked)
    if (correction.entry === 'animal') first.set(correction.animal, (first.get(correction.animal) ?? 0) + 1)
  return {
    'faults.csv': [
      ...ranked.map((each) => faultRow(each.fault, each)),
      ...listed.filter(({ kind }) => kind !== 'impossible').map((each) => faultRow(each)),
    ],
    'animals.csv': animalRows(book, counts, first),
    'parents.csv': parentRows(book, counts),
    'loci.csv': loci.map((locus, i) => [locus, counts.total, counts.atLocus[i] ?? 0]),
  }
}

/** Animals that are part of an impossible parentage. @param firstOf of how many their entry is the first correction */
function* animalRows(
  book: Studbook,
  { judged, impossible }: ParentageCounts,
  firstOf: ReadonlyMap<number, number>,
): Generator<readonly (string | number)[]> {
  for (let animal = 0; animal < book.size; animal++)
    if (impossible[animal] !== 0)
      yield [
        book.ids.textOf(animal),
        book.line[animal] as number,
        judged[animal] as number,
        impossible[animal] as number,
        firstOf.get(animal) ?? 0,
      ]
}

/** Stallions with an impossible parentage, by year of birth of their foals. */
function parentRows(
  book: Studbook,
  { asFoal, impossible }: ParentageCounts,
): readonly (readonly (string | number)[])[] {
  const years = new Map<number, Map<number, [foals: number, impossible: number]>>()
  for (let animal = 0; animal < book.size; animal++) {
    const sire = (book.sire[animal] as number) - 1
    if (sire < 0 || impossible[sire] === 0 || asFoal[animal] === 0) continue
    const ofSire = years.get(sire) ?? new Map<number, [number, number]>()
    years.set(sire, ofSire)
    const year = yearOf(book.born[animal] as number)
    const [foals, wrong] = ofSire.get(year) ?? [0, 0]
    ofSire.set(year, [foals + 1, wrong + (asFoal[animal] === AS_FOAL.impossible ? 1 : 0)])
  }
  return [...years]
    .sort(([a], [b]) => a - b)
    .flatMap(([sire, ofSire]) =>
      [...ofSire]
        .sort(([a], [b]) => a - b)
        .map(([year, [foals, wrong]]) => [book.ids.textOf(sire), year === 0 ? '' : year, foals, wrong]),
    )
}

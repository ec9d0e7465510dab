/**
 * `robe batch --op check`: a studbook's impossible parentages and other faults, as four tables.
 * Guarantees: an impossible parentage is one that no genotypes fit; every fault says that one of several entries is wrong, and leaves
 * open which.
 */
import type { Ruleset } from '../../../operations/ruleset.js'
import { plural } from '../../terminal.js'
import type { Mapping } from '../columns/mapping.js'
import type { Input } from '../input/open-input.js'
import { showProgress, type Counts } from '../progress.js'
import { yearOf } from './dates.js'
import { FAULT_KINDS, FaultList, type Fault } from './fault.js'
import { createJudge } from './judge.js'
import { AS_FOAL, judgeParentages, type ParentageCounts } from './parentages.js'
import { findPedigreeFaults } from './pedigree-faults.js'
import { createPossibleSets } from './possible-sets.js'
import { rankFaults, type Correction, type RankedFault } from './ranking.js'
import { readStudbook } from './read-studbook.js'
import type { Studbook } from './studbook.js'
import { assertReplaceable, writeTables, type Tables } from './tables.js'

export interface CheckOptions {
  readonly out: string
  readonly mapping: Mapping
  readonly language: string
  readonly withDuos: boolean
  readonly maxFaults: number
}

/** Rejects with Refusal. @param fam a PLINK pedigree */
export async function checkStudbook(
  input: Input,
  fam: Input | undefined,
  ruleset: Ruleset,
  options: CheckOptions,
) {
  const { out, mapping, language, withDuos, maxFaults } = options
  await assertReplaceable(out)
  const faults = new FaultList(maxFaults)
  const counts: Counts = { rows: 0, faults: 0, bugs: 0, computed: 0 }
  const progress = showProgress(counts, input.bytesRead, input.size)
  const { book, unread } = await readStudbook(input, fam, ruleset, mapping, faults, () => counts.rows++)
  findPedigreeFaults(book, faults)
  const { loci } = ruleset.model
  const judge = createJudge(book, createPossibleSets(ruleset, book, language))
  const parentages = await judgeParentages(book, judge, loci, withDuos, faults, () => {
    counts.faults = faults.total
    return new Promise((resolve) => void setImmediate(resolve))
  })
  const { judged, impossible } = parentages
  const ranked = rankFaults(
    faults.listed,
    (animal) => (judged[animal] as number) - (impossible[animal] as number),
  )
  await writeTables(
    out,
    tablesOf(
      book,
      ranked,
      faults,
      parentages,
      loci.map(({ key }) => key),
    ),
  )
  counts.faults = faults.total
  progress.end()
  const listed = faults.listed.length
  return {
    faults: faults.total,
    remarks: [
      ...(unread.length === 0 ? [] : [`columns that are not read: ${unread.join(', ')}`]),
      `${plural(counts.rows, 'row')}, ${plural(parentages.total, 'parentage')} judged`,
      ...FAULT_KINDS.flatMap((kind) =>
        faults.counts.has(kind) ? [`${kind}: ${plural(faults.counts.get(kind) ?? 0, 'fault')}`] : [],
      ),
      ...(listed < faults.total
        ? [`${listed} of ${faults.total} faults are listed: --max-faults lists more`]
        : []),
      'Coats and genes can rule a parentage out; they never prove one.',
    ],
  }
}

function tablesOf(
  book: Studbook,
  ranked: readonly RankedFault[],
  { listed }: FaultList,
  { judged, impossible, asFoal, atLocus, total }: ParentageCounts,
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
    'animals.csv': animalRows(),
    'parents.csv': parentRows(book, asFoal, impossible, idOf),
    'loci.csv': loci.map((locus, i) => [locus, total, atLocus[i] ?? 0]),
  }

  /** Animals that are part of an impossible parentage. */
  function* animalRows() {
    for (let animal = 0; animal < book.size; animal++)
      if (impossible[animal] !== 0)
        yield [
          idOf(animal),
          book.line[animal] as number,
          judged[animal] as number,
          impossible[animal] as number,
          first.get(animal) ?? 0,
        ]
  }
}

/** Stallions with an impossible parentage, by year of birth of their foals. */
function parentRows(
  book: Studbook,
  asFoal: Uint8Array,
  impossible: Uint32Array,
  idOf: (animal: number) => string,
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
        .map(([year, [foals, wrong]]) => [idOf(sire), year === 0 ? '' : year, foals, wrong]),
    )
}

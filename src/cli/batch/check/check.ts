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
import { FAULT_KINDS, FaultList } from './fault.js'
import { createJudge } from './judge.js'
import { judgeParentages } from './parentages.js'
import { findPedigreeFaults } from './pedigree-faults.js'
import { createPossibleSets } from './possible-sets.js'
import { rankFaults } from './ranking.js'
import { readStudbook } from './read-studbook.js'
import { tablesOf } from './table-rows.js'
import { assertReplaceable, writeTables } from './tables.js'

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

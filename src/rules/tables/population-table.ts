/**
 * A population file → PopulationTable: of counts the shares and their 95 % intervals (Wilson), of frequencies what is stated,
 * of a convention equal shares.
 * Guarantees: the shares of a locus sum to 1, each within its interval; a convention measures nothing, and figures assume
 * nothing.
 */
import type { FrequenciesYaml, PopulationYaml, Unchanging } from '../file-types.js'
import { type FileReading, stated, step } from '../yaml/parsed-file.js'

/** One file of rules/populations/. */
export type PopulationTable = Unchanging<ReturnType<typeof populationTable>>
/** The figures of one locus in a population. */
export type FrequencyTable = PopulationTable['loci'][number]
/** How frequent one copy is; numbers of at most nine decimals. */
export type FrequencyRow = FrequencyTable['copies'][number]

export function populationTable(file: FileReading<PopulationYaml>) {
  const { population, name, covers = {}, loci, kind = 'figures', usual = {} } = file.value
  checkKind(file)
  return {
    population,
    name,
    kind,
    covers,
    /** Beside `extends`, what the extended population says. */
    others: file.value.others ?? ('unstated' as const),
    ...stated({ extended: file.value.extends }),
    usual: Object.entries(usual).map(([locus, alleles]) => ({
      locus,
      alleles,
      place: file.placeOfKey(`/usual${step(locus)}`),
    })),
    loci: Object.entries(loci).map(([locus, figures]) => frequencyTable(file, locus, figures)),
    place: file.placeOf(''),
  }
}

/** Reports keys of the other kind, and what is said twice or not at all. */
function checkKind({ value, report }: FileReading<PopulationYaml>): void {
  const { kind, usual, others, loci, extends: extended } = value
  const isConvention = kind === 'convention'
  if (isConvention !== (others === 'absent'))
    report('BAD_FREQUENCIES', others === undefined ? '' : '/others', {
      what: isConvention ? 'a convention says others: absent.' : 'only a convention says others: absent.',
      fix: isConvention ? 'write others: absent.' : 'write kind: convention, or another word.',
    })
  else if ((others === undefined) === (extended === undefined))
    report('BAD_FREQUENCIES', others === undefined ? '' : '/others', {
      what: `${others === undefined ? 'neither' : 'both'} others and extends say what a locus without figures means.`,
      fix: 'write one of the two.',
    })
  if (usual !== undefined && !isConvention)
    report('BAD_FREQUENCIES', '/usual', {
      what: 'only a convention has usual variants.',
      fix: 'remove them.',
    })
  for (const [locus, figures] of Object.entries(loci))
    if ('equal' in figures !== isConvention)
      report('BAD_FREQUENCIES', `/loci${step(locus)}`, {
        what: isConvention
          ? 'a convention has no figures.'
          : 'only a convention takes alleles as equally frequent.',
        fix: isConvention ? 'write equal: [<allele>, …].' : 'write counts or frequencies.',
      })
}

function frequencyTable(file: FileReading<PopulationYaml>, locus: string, figures: FrequenciesYaml) {
  const pointer = `/loci${step(locus)}`
  if ('equal' in figures) return equalTable(file, locus, figures, pointer)
  const { method, why, cite = [], verified = false, review_by: reviewBy } = figures
  const isCounted = 'counts' in figures
  const interval: 'wilson' | 'stated' | 'unknown' = isCounted
    ? 'wilson'
    : figures.intervals === 'unknown'
      ? 'unknown'
      : 'stated'
  return {
    locus,
    copies: isCounted
      ? fromCounts(file, figures.counts, `${pointer}/counts`)
      : fromFrequencies(file, figures, pointer),
    interval,
    cite,
    verified,
    ...stated({ method, why, reviewBy }),
    place: file.placeOfKey(pointer),
  }
}

function equalTable(
  file: FileReading<PopulationYaml>,
  locus: string,
  { equal, why }: Extract<FrequenciesYaml, { readonly equal: unknown }>,
  pointer: string,
) {
  const { length: of } = equal
  const copies = equal.map((copy, i) => {
    const place = file.placeOf(`${pointer}/equal/${i}`)
    return { copy, share: 1, of, low: 1 / of, high: 1 / of, place }
  })
  const unmeasured: Pick<Extract<FrequenciesYaml, { readonly counts: unknown }>, 'method'> & {
    readonly reviewBy?: string
  } = {}
  const cite: readonly string[] = []
  const place = file.placeOfKey(pointer)
  return {
    locus,
    copies,
    interval: 'none' as const,
    cite,
    verified: false,
    ...unmeasured,
    ...stated({ why }),
    place,
  }
}

type Numbers = Readonly<Record<string, number>>

function fromCounts(file: FileReading<PopulationYaml>, counts: Numbers, pointer: string) {
  const of = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (of === 0) {
    file.report('BAD_FREQUENCIES', pointer, {
      what: 'all counts are 0.',
      fix: 'write how many copies carry each allele, or remove the locus.',
    })
  }
  const sampled = file.value.covers?.sampled
  if (sampled !== undefined && of > 2 * sampled) {
    file.report('BAD_FREQUENCIES', pointer, {
      what: `${of} copies were counted, but ${sampled} animals have at most ${2 * sampled}.`,
      fix: 'correct the counts, or covers.sampled.',
    })
  }
  return Object.entries(counts).map(([copy, share]) => ({
    /** An allele, or several of one copy joined by `+`. */
    copy,
    /** So many of so many. */
    share,
    of,
    ...wilson(share, of),
    place: file.placeOfKey(`${pointer}${step(copy)}`),
  }))
}

/** Of the normal distribution, for 95 % between both ends. */
const Z = 1.959963984540054

/** Wilson's interval: never outside 0 to 1, and of some width for none and for all. */
export function wilson(share: number, of: number): { readonly low: number; readonly high: number } {
  if (of === 0) return { low: 0, high: 1 }
  const p = share / of
  const spread = (Z * Math.sqrt((p * (1 - p)) / of + (Z * Z) / (4 * of * of))) / (1 + (Z * Z) / of)
  const middle = (p + (Z * Z) / (2 * of)) / (1 + (Z * Z) / of)
  return {
    low: share === 0 ? 0 : Math.max(0, middle - spread),
    high: share === of ? 1 : Math.min(1, middle + spread),
  }
}

/** What decimals that sum to 1 may miss it by, in the numbers of a machine. */
const NOISE = 1e-9

function fromFrequencies(
  file: FileReading<PopulationYaml>,
  figures: Extract<FrequenciesYaml, { readonly intervals: unknown }>,
  pointer: string,
) {
  const { frequencies, intervals } = figures
  const sum = Object.values(frequencies).reduce((total, each) => total + each, 0)
  if (Math.abs(sum - 1) > NOISE) {
    file.report('BAD_FREQUENCIES', `${pointer}/frequencies`, {
      what: `the frequencies sum to ${Number(sum.toFixed(9))}, not to 1.`,
      why: 'Every copy carries something: a copy that is not named is taken to have the frequency 0.',
      fix: 'correct them, or add what is missing, most often the wild type.',
    })
  }
  if (intervals !== 'unknown') checkIntervals(file, frequencies, intervals, pointer)
  return Object.entries(frequencies).map(([copy, share]) => {
    const [low, high] = intervals === 'unknown' ? ([0, 1] as const) : (intervals[copy] ?? [share, share])
    const place = file.placeOfKey(`${pointer}/frequencies${step(copy)}`)
    return { copy, share, of: 1, low, high, place }
  })
}

function checkIntervals(
  file: FileReading<PopulationYaml>,
  frequencies: Numbers,
  intervals: Readonly<Record<string, readonly [number, number]>>,
  pointer: string,
): void {
  for (const [copy, frequency] of Object.entries(frequencies)) {
    const interval = intervals[copy]
    if (interval !== undefined && interval[0] <= frequency && frequency <= interval[1]) continue
    if (interval === undefined) {
      file.report('BAD_FREQUENCIES', `${pointer}/intervals`, {
        what: `no interval for ${copy}.`,
        fix: `add ${copy}: [<low>, <high>], or write intervals: unknown.`,
      })
    } else {
      file.report('BAD_FREQUENCIES', `${pointer}/intervals${step(copy)}`, {
        what: `the frequency ${frequency} of ${copy} lies outside its interval ${interval.join(' to ')}.`,
        fix: 'correct one of the two; the lower end stands first.',
      })
    }
  }
  for (const copy of Object.keys(intervals)) {
    if (Object.hasOwn(frequencies, copy)) continue
    file.report('BAD_FREQUENCIES', `${pointer}/intervals${step(copy)}`, {
      what: `an interval for ${copy}, which has no frequency.`,
      fix: 'add its frequency, or remove the interval.',
    })
  }
}

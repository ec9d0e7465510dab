/**
 * Population, evidence and notes that accompany an answer.
 * Guarantees: whatever used a frequency says so; a note names only what can matter here.
 */
import { copyText } from '../../genetics/locus.js'
import type { EvidenceAnswer } from '../../inference/answer.js'
import type { Question } from '../../inference/question.js'
import type { Model, ModelLocus } from '../../model/model.js'
import type { CopyFrequency } from '../../model/population.js'
import { compare } from '../../model/ratio.js'
import { nameCoat } from '../../naming/name.js'
import { stated } from '../../rules/yaml/parsed-file.js'
import { lexiconOf, type Ruleset } from '../ruleset.js'
import { joinedNotes, populationName, writeNote, type Note } from '../wording.js'
import { lookalikesOf } from './lookalikes.js'
import { undeterminedLoci, undeterminedPhases } from './undetermined-loci.js'
import type { InferenceQuestion } from './ask-works.js'
import { equalAlleles, listed, populationsCounted } from './population-words.js'
import type { Certainty } from './certainty.js'
import type { TakenFor } from '../read/observed/lookalikes.js'
import { OWN, UNNAMED } from '../read/population/client-figures.js'

export interface Found extends Certainty {
  /** Animals that got bounds instead of probabilities. */
  readonly bounded: readonly number[]
  readonly operations: number
  readonly evidence: EvidenceAnswer
  /** By animal, what its coat may be besides the one that was named. */
  readonly takenFor: readonly (readonly TakenFor[])[]
}

export type Grounds = ReturnType<typeof groundsOf>

export function groundsOf(ruleset: Ruleset, asked: InferenceQuestion, found: Found) {
  const { population } = asked.question
  const notes = notesOf(ruleset, asked, found)
  return {
    /** Absent where no answer needed a frequency. */
    ...(found.isEstimated && { estimated: true as const }),
    ...(population && {
      population: {
        population: population.key,
        name: populationName(lexiconOf(ruleset.lexicons, asked.language), population),
        ...stated({ sampled: population.sampled }),
      },
    }),
    /** log10 of the probability of all facts; variants that a convention assumes have none. */
    ...(population && !found.evidence.isAssumed && { evidence: Number(found.evidence.log10.toPrecision(6)) }),
    operations: found.operations,
    ...(notes.length > 0 && { notes }),
  }
}

/** Its code, its field, and the words it lists: true for none; a note with false or an empty list is left out. */
type NoteRow = readonly [code: string, field: string, about: boolean | readonly string[]]

function notesOf(
  { model, lexicons }: Ruleset,
  { question, read, asks, language }: InferenceQuestion,
  { bounded, coatByPriors, lociByPriors, isEstimated, evidence, takenFor }: Found,
): readonly Note[] {
  const { population, horses } = question
  const isNamed = population?.name !== UNNAMED
  const lexicon = lexiconOf(lexicons, language)
  const keysOf = (loci: Iterable<number>): readonly string[] => {
    const all = new Set(loci)
    return model.loci.filter(({ index }) => all.has(index)).map(({ key }) => key)
  }
  const open = new Set(horses.flatMap((_, horse) => undeterminedLoci(question, horse)))
  const convention = population?.convention
  /** Whether the note on the convention says enough of a gene. */
  const isAbsent = (locus: number): boolean =>
    convention !== undefined && population?.loci.has(locus) !== true
  const isAssumed = isEstimated && convention !== undefined
  const equal = population === undefined ? [] : equalAlleles(model, population)
  const withFigures = model.loci.flatMap((locus) => {
    const figures = population?.loci.get(locus.index) ?? []
    const isMeasured = convention?.loci.includes(locus.index) !== true
    return isMeasured && figures.length > 0 && open.has(locus.index) ? [{ locus, figures }] : []
  })
  const keysWhere = (is: (each: (typeof withFigures)[number]) => boolean): readonly string[] =>
    withFigures.filter(is).map(({ locus }) => locus.key)
  const ofOneCoat = new Set(coatByPriors.flatMap((horse) => undeterminedLoci(question, horse)))
  const mates = new Set(asks.flatMap((ask) => (ask.kind === 'foal' ? [ask.mother, ask.father] : [])))
  const untested = read.flatMap(({ isUntested, namedLoci }) =>
    isUntested ? model.loci.flatMap(({ index }) => (namedLoci.has(index) ? [] : [index])) : [],
  )
  const lookalikes = lookalikesOf(model, question, takenFor)
  const nameOf = ({ tokens }: TakenFor): string => nameCoat(lexicon, tokens)
  const notes: readonly NoteRow[] = [
    ['estimate-population', 'population', isEstimated && populationsCounted(population)],
    ['estimate-own-figures', 'population', isEstimated && !isNamed],
    ['estimate-convention', 'population', isAssumed && equal.length > 0 && [listed(language, equal)]],
    ['estimate-convention-absent', 'population', isAssumed && equal.length === 0],
    ['estimate-hardy-weinberg', 'population', isEstimated],
    [
      'estimate-figures-missing',
      'population',
      isEstimated &&
        withFigures
          .filter(({ locus, figures }) => figures.length < locus.source.alleles.length)
          .map(
            ({ locus, figures }) =>
              `${locus.key} (${figures.map(({ copy }) => copyText(locus, copy)).join(', ')})`,
          ),
    ],
    [
      'estimate-certain',
      'ask',
      keysWhere(({ locus, figures }) => {
        const occurring = figures.filter(occurs).length
        if (occurring === locus.source.alleles.length) return false
        // Where the population has one allele only, certainty is computed over all alleles of the gene.
        return ofOneCoat.has(locus.index) || (lociByPriors.includes(locus) && occurring > 1)
      }),
    ],
    [
      'estimate-exact-figures',
      'population',
      isEstimated && keysWhere(({ figures }) => figures.some(({ low, high }) => compare(low, high) === 0)),
    ],
    [
      'estimate-no-intervals',
      'population',
      isEstimated && population?.key !== OWN && keysWhere(({ figures }) => figures.some(isOfAnyFrequency)),
    ],
    ['estimate-unheard-of', 'population', unheardOf(model, question, evidence)],
    [
      'estimate-untested',
      'untested',
      keysOf(untested.filter((index) => open.has(index) && !isAbsent(index))),
    ],
    [
      'estimate-untested-wild-type',
      'untested',
      keysOf(untested.filter((index) => !open.has(index) && !isAbsent(index))),
    ],
    ['estimate-bounds', 'population', bounded.length > 0],
    ['estimate-bounds-relatives', 'horses', bounded.some((horse) => hasRelatives(question, horse))],
    [
      'estimate-phase',
      'kit_linkage',
      keysOf(
        bounded.flatMap((horse) => (mates.has(horse) ? undeterminedPhases(model, question, horse) : [])),
      ),
    ],
    [
      'estimate-cis',
      'population',
      keysOf(
        model.loci.flatMap(({ cis, index }) =>
          cis && open.has(index) && !isAbsent(index) && hasUnknownCopy(horses, index) ? [index] : [],
        ),
      ),
    ],
    ['estimate-look-alikes', 'seen', lookalikes.map(nameOf)],
    ['estimate-look-alikes-uncounted', 'seen', lookalikes.filter(({ isCounted }) => !isCounted).map(nameOf)],
  ]
  return [
    ...joinedNotes(
      lexicon,
      read.flatMap(({ combined }) => combined),
    ),
    ...notes.flatMap(([code, field, about]) => {
      const words = [...new Set(typeof about === 'boolean' ? [] : about)]
      return about === true || words.length > 0 ? [writeNote(lexicon, code, field, words)] : []
    }),
  ]
}

/** Copies that the facts determine and the population has none of: extension (ea). */
function unheardOf({ loci }: Model, { population }: Question, evidence: EvidenceAnswer): readonly string[] {
  return evidence.unheardOf.flatMap(({ locus: index, copies }) => {
    const locus = loci[index] as ModelLocus
    const occurring = (population?.loci.get(index) ?? []).filter(occurs)
    const texts = copies.map((copy) => copyText(locus, copy))
    const absent = texts.filter((text) => !occurring.some(({ copy }) => copyText(locus, copy) === text))
    return [...new Set(absent)].map((text) => `${locus.key} (${text})`)
  })
}

/** Whether some copy of the locus is not known; layouts of a list of variants are. */
function hasUnknownCopy(horses: Question['horses'], locus: number): boolean {
  return horses.some(({ tests }) => {
    const patterns = tests.get(locus)?.pairs.flat()
    return patterns === undefined || patterns.some((terms) => terms.length > 1 || terms[0]?.more !== false)
  })
}

function hasRelatives({ horses }: Question, horse: number): boolean {
  const { mother, father } = horses[horse] ?? {}
  if (mother !== undefined || father !== undefined) return true
  return horses.some((each) => each.mother === horse || each.father === horse)
}

/** Whether its interval is from 0 to 1: the ends of such a one stand a billionth inside. */
function isOfAnyFrequency({ low, high }: CopyFrequency): boolean {
  const billion = 10n ** 9n
  return (
    compare(low, { numerator: 1n, denominator: billion }) <= 0 &&
    compare(high, { numerator: billion - 1n, denominator: billion }) >= 0
  )
}

function occurs({ best }: CopyFrequency): boolean {
  return best.numerator > 0n
}

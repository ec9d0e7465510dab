/**
 * What an answer stands on: the population and how many were counted, what is assumed, what was taken for what.
 * Guarantees: whatever used a frequency says so.
 */
import type { Question } from '../../inference/question.js'
import type { Note } from '../answers.js'
import { lexiconOf, type RuleBook } from '../rule-book.js'
import { joinedNotes, writeNote } from '../wording.js'
import { openLoci } from './genotypes.js'
import type { OpenHorse } from './reading/open-horse.js'
import type { Grounds } from './shapes.js'
import type { Asked } from './study.js'

/** Languages word them where the rules have populations (naming/check-words.ts). In English, as errors are, where a rule set has no words for them. */
const PLAIN: Readonly<Record<string, string>> = {
  'estimate-population': 'Estimated with the frequencies of {alleles}.',
  'estimate-hardy-weinberg':
    'Founders are taken to have copies independent of each other (Hardy–Weinberg, linkage equilibrium).',
  'estimate-figures-missing': 'Alleles without a figure count as absent from the population at: {alleles}.',
  'estimate-cis':
    'Of {alleles}, an unknown copy is a single variant, the wild type, or a combination that the question or the population names.',
  'estimate-bounds': 'Without a population: the least and the greatest share that each coat can have.',
  'estimate-look-alikes': 'What was seen may also be something that looks like it: {alleles}.',
}

export function groundsOf(
  book: RuleBook,
  language: string,
  { question, operations }: Asked,
  read: readonly OpenHorse[],
  evidence: number | undefined,
  isBounded = evidence === undefined,
): Grounds {
  const { population } = question
  const notes = notesOf(book, language, question, read, isBounded)
  return {
    ...(population === undefined
      ? {}
      : {
          estimated: true as const,
          population: {
            population: population.key,
            name: population.name,
            ...(population.sampled === undefined ? {} : { sampled: population.sampled }),
          },
        }),
    ...(evidence === undefined ? {} : { evidence: Number(evidence.toPrecision(6)) }),
    operations,
    ...(notes.length === 0 ? {} : { notes }),
  }
}

function notesOf(
  book: RuleBook,
  language: string,
  question: Question,
  read: readonly OpenHorse[],
  isBounded: boolean,
): readonly Note[] {
  const { population, horses } = question
  const lexicon = lexiconOf(book.lexicons, language)
  const note = (code: string, field: string, words: readonly string[] = []): Note => {
    const { text } = writeNote(lexicon, code, field, words)
    return {
      code,
      field,
      text: text === code ? (PLAIN[code] ?? code).replace('{alleles}', () => words.join(', ')) : text,
    }
  }
  const indices = new Set(horses.flatMap((_, horse) => openLoci(question, horse)))
  const open = book.model.loci.filter(({ index }) => indices.has(index))
  const partial = open.filter(
    (locus) =>
      population?.loci.has(locus.index) === true &&
      (population.loci.get(locus.index)?.length ?? 0) < locus.source.alleles.length,
  )
  const cis = open.filter((locus) => locus.cis)
  const looks = [...new Set(read.flatMap(({ seen }) => seen.looks))]
  return [
    ...joinedNotes(
      lexicon,
      read.flatMap(({ joined }) => joined),
    ),
    ...(population === undefined
      ? isBounded
        ? [note('estimate-bounds', 'population')]
        : []
      : [
          note('estimate-population', 'population', [
            population.sampled === undefined
              ? population.name
              : `${population.name} (n = ${population.sampled})`,
          ]),
          note('estimate-hardy-weinberg', 'population'),
        ]),
    ...(partial.length === 0
      ? []
      : [
          note(
            'estimate-figures-missing',
            'population',
            partial.map(({ key }) => key),
          ),
        ]),
    ...(cis.length === 0
      ? []
      : [
          note(
            'estimate-cis',
            'population',
            cis.map(({ key }) => key),
          ),
        ]),
    ...(looks.length === 0 ? [] : [note('estimate-look-alikes', 'seen', looks)]),
  ]
}

/**
 * P19: the foals of two untested parents, by coat, the best hundred, under invented frequencies of two alleles at every
 * locus, without and with a band, against the same cross of parents that are heterozygous everywhere, with the band of
 * recombination; in process, without the ceiling, on a rule book that remembers nothing. Then what the ceiling refuses
 * (refused-pedigree.ts).
 */
import type { Fields } from '../../src/operations/read/decode-fields.js'
import type { RuleBook } from '../../src/operations/rule-book.js'
import { createInference } from '../../src/inference/create-inference.js'
import type { KnownHorse } from '../../src/inference/question.js'
import type { Population } from '../../src/model/population.js'
import { numberText } from '../figures.js'
import { forgetful, openBook } from '../genetics/books.js'
import { heterozygous, twoAlleles } from '../genetics/crosses.js'
import { interleave, sideOn, type Side } from '../rounds.js'
import type { Effort, Figure, Row } from '../row.js'
import { refusedPedigree } from './refused-pedigree.js'
import { answerOffspring } from '../../test/support/exact-answers.js'

const ROWS = 100

/** A quarter of all copies, between a fifth and a third, are the first allele of a locus. */
function invented({ model }: RuleBook): Population {
  const part = (numerator: bigint, denominator: bigint) => ({ numerator, denominator })
  const loci = model.loci.map((locus) => {
    const [first, second] = twoAlleles(locus)
    return [
      locus.index,
      [
        { copy: [first], best: part(1n, 4n), low: part(1n, 5n), high: part(1n, 3n) },
        { copy: [second], best: part(3n, 4n), low: part(2n, 3n), high: part(4n, 5n) },
      ],
    ] as const
  })
  return { key: 'invented', name: 'invented', sampled: undefined, loci: new Map(loci), others: 'unstated' }
}

function untested(id: string, sex: KnownHorse['sex']): KnownHorse {
  return { id, sex, mother: undefined, father: undefined, tests: new Map(), seen: [] }
}

function guessing(book: RuleBook, sensitivity: boolean): Side {
  const question = {
    population: invented(book),
    horses: [untested('mare', 'female'), untested('sire', 'male')],
  }
  return sideOn(
    () => forgetful(book),
    (fresh) => {
      const answer = createInference(fresh).study(question).foal(0, 1, { sensitivity, limit: ROWS }).run()
      let rows = 0
      for (const { genotype } of answer.list()) if (genotype.length === 0 || ++rows === ROWS) break
      if (rows !== ROWS) throw new Error(`${rows} rows`)
    },
  )
}

function crossing(book: RuleBook): Side {
  const dam = heterozygous(book, book.model.loci)
  const sire = heterozygous(
    book,
    book.model.loci.filter(({ noCopy }) => noCopy === null),
  )
  const single = book.model.loci.filter(({ noCopy }) => noCopy !== null)
  const others = {
    ...sire.others,
    ...Object.fromEntries(single.map(({ key, alleles }) => [key, [alleles[0]]])),
  }
  const fields = {
    mother: dam,
    father: { ...sire, others },
    lang: 'en',
    group_by: 'coat',
    limit: ROWS,
    recombination_band: true,
  } as Fields
  return sideOn(
    () => ({ ...forgetful(book), maxResults: Number.MAX_SAFE_INTEGER }),
    (fresh) => void answerOffspring(fresh, fields, 'en'),
  )
}

export const P19: Row = {
  id: 'P19',
  title: 'two untested parents against two that are heterozygous everywhere',
  measure: async (effort: Effort) => {
    const book = await openBook()
    const guessed = [false, true].map((sensitivity): Figure => {
      const { faster, first, second } = interleave(effort, crossing(book), guessing(book, sensitivity))
      const micros = (spread: { readonly median: number }): string => `${numberText(spread.median)} µs`
      return {
        what: `time ÷ that of the cross with its band, ${sensitivity ? 'with' : 'without'} a band by frequency`,
        value: faster,
        unit: ' ×',
        floor: { atMost: sensitivity ? 20 : 5 },
        stretch: { atMost: sensitivity ? 8 : 2 },
        beside: `${micros(second)} against ${micros(first)}`,
      }
    })
    return [...guessed, ...(await refusedPedigree(effort))]
  },
}

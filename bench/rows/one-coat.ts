/**
 * P4: one coat in process, against json-rules-engine run afresh for each horse over the same rule files, table by table.
 * Every genotype of the closed listed space is asked of both and compared in all that rules say (a smoke run: a few).
 * Ours: from the client's alleles as strings to the name of the coat; also the whole answer, and from genotypes alone.
 */
import { performance } from 'node:perf_hooks'
import { decodeHorseFields, type Fields } from '../../src/operations/read/decode-fields.js'
import { readGenotyped } from '../../src/operations/read/animal.js'
import { differencesOf } from '../../test/phenotypes/differences.js'
import { createFreshEngine } from '../../test/phenotypes/fresh-engine.js'
import { LISTED_SIZE, listedGenotypes } from '../../test/phenotypes/listed-space.js'
import { inGroups } from '../../test/phenotypes/shipped.js'
import { numberText, spreadOf } from '../figures.js'
import { openBook } from '../genetics/books.js'
import type { Effort, Figure, Row } from '../row.js'
import { answerResult } from '../../test/support/exact-answers.js'

const SMOKE_HORSES = 60
/** So many fields are decoded at a time. */
const BATCH = 100
/** How many times as many other horses are asked about before the time counts. */
const RUN_UP = 10

export const P4: Row = {
  id: 'P4',
  title: 'one coat in process against json-rules-engine',
  measure: async (effort: Effort) => {
    const book = await openBook()
    const ask = createFreshEngine(book.model.source)
    const every = [...listedGenotypes()]
    const horses = effort.smoke
      ? every.filter((_, i) => i % Math.ceil(LISTED_SIZE / SMOKE_HORSES) === 0)
      : every
    // By the service's own decoding: objects that spread others into a literal would each have a hidden class of its own,
    // and reading them would cost more than reading the horse.
    const fieldsOf = (given: (typeof horses)[number]): Fields => {
      const { base, others } = inGroups(book, given)
      return decodeHorseFields({ base: JSON.stringify(base), others: JSON.stringify(others), lang: 'en' })
    }
    const genotypes = horses.map((given) => readGenotyped(book, fieldsOf(given), '').genotype)
    // Fields are decoded just before they are asked about, as a request's are, and not all beforehand.
    let first = 0
    let sent: readonly Fields[] = []
    const decode = (from: number, count: number): void => {
      first = from
      sent = horses.slice(from, from + count).map(fieldsOf)
    }
    let letters = 0
    const ways = {
      strings: (i: number) => {
        const { genotype } = readGenotyped(book, sent[i - first], '')
        letters += book.nameOf(book.phenotypes.visible.of(genotype).coat, 'en').length
      },
      answer: (i: number) => {
        letters += answerResult(book, sent[i - first] as Fields, 'en').body.translate.length
      },
      genotypes: (i: number) => {
        letters += book.nameOf(book.phenotypes.visible.of(genotypes[i] ?? []).coat, 'en').length
      },
    }
    const micros = { strings: [] as number[], answer: [] as number[], genotypes: [] as number[] }
    const engine: number[] = []
    const share = Math.ceil(horses.length / effort.rounds)
    // Warm: the engine for a moment, our ways for as many horses as a round has.
    for (const given of horses.slice(0, 30)) await ask(given)
    const timed = (way: (i: number) => void, from: number, to: number): number => {
      let took = 0
      for (let at = from; at < to; at += BATCH) {
        const end = Math.min(to, at + BATCH)
        decode(at, end - at)
        const started = performance.now()
        for (let i = at; i < end; i++) way(i)
        took += performance.now() - started
      }
      return took
    }
    for (const way of Object.values(ways))
      for (let times = 0; times < Math.max(share, 2000); times += horses.length) timed(way, 0, horses.length)
    for (let round = 0; round < effort.rounds; round++) {
      const own = horses.slice(round * share, (round + 1) * share)
      const elsewhere = round === 0 ? horses.length - own.length : (round - 1) * share
      const ours = (): void => {
        for (const name of ['strings', 'answer', 'genotypes'] as const) {
          const again = Math.ceil(2000 / own.length)
          // Compiled code that rests for the seconds an engine takes is thrown away: it is compiled anew before the time
          // counts, on other horses.
          for (let i = 0; i < RUN_UP * again; i++) timed(ways[name], elsewhere, elsewhere + own.length)
          let took = 0
          for (let i = 0; i < again; i++) took += timed(ways[name], round * share, round * share + own.length)
          micros[name].push((1000 * took) / again / own.length)
        }
      }
      if (round % 2 === 0) ours()
      let took = 0
      for (const [i, given] of own.entries()) {
        const started = performance.now()
        const told = await ask(given)
        took += performance.now() - started
        const genotype = genotypes[round * share + i] ?? []
        const phenotype = book.phenotypes.of(genotype)
        if (book.phenotypes.visible.of(genotype).coat.key !== phenotype.coat.key) throw new Error('two coats')
        const found = differencesOf(phenotype, told)
        if (found.length > 0) throw new Error(`${JSON.stringify(given)}: ${found.join('; ')}`)
      }
      engine.push((1000 * took) / own.length)
      if (round % 2 === 1) ours()
    }
    if (letters === 0) throw new Error('no coat has a name')
    const compared = `${horses.length} of ${LISTED_SIZE} genotypes compared, all identical`
    const figure = (what: string, name: keyof typeof micros, bounds: object): Figure => ({
      what,
      value: spreadOf(engine.map((each, round) => each / (micros[name][round] ?? NaN))),
      unit: ' ×',
      ...bounds,
      beside: `${numberText(spreadOf(micros[name]).median)} µs against ${numberText(spreadOf(engine).median)} µs; ${compared}`,
    })
    return [
      figure('json-rules-engine ÷ Robe, from strings to the coat’s name', 'strings', {
        floor: { atLeast: 1000 },
        stretch: { atLeast: 4000 },
      }),
      figure('the same, to the whole answer', 'answer', {}),
      figure('the same, from genotypes already read', 'genotypes', {}),
    ]
  },
}

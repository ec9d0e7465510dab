/**
 * `POST /coats/infer`: what follows for animals of a pedigree, and for foals, from all that is known.
 * Guarantees: everything is read and its cost known before anything is worked out.
 */
import type { Study, Work } from '../../inference/answer.js'
import type { Question } from '../../inference/question.js'
import type { Fields } from '../answers.js'
import { readLanguage, readLimit } from '../request/options.js'
import { invalidField } from '../request/refusals.js'
import type { RuleBook } from '../rule-book.js'
import { shownGenes } from '../shown-genes.js'
import { readAsks, type Ask } from './reading/asks.js'
import { foalsTold, foalsWorks } from './foals.js'
import { genotypesTold, openLoci, phaseTold } from './genotypes.js'
import { groundsOf } from './grounds.js'
import { readUntested } from './reading/open-horse.js'
import { readIds, readPedigree } from './reading/pedigree.js'
import { missingPopulation, readPopulation } from './reading/population.js'
import { boundsTold, coatsTold, type RowsAsked } from './rows.js'
import type { AskAnswer, InferAnswer, WorkAsked } from './shapes.js'
import { askStudy } from './study.js'

/** Throws ContractError for the client's faults. */
export function askInfer(book: RuleBook, fields: Fields, fallbackLanguage: string): WorkAsked<InferAnswer> {
  const language = readLanguage(fields, book.languages, fallbackLanguage)
  const limit = readLimit(fields, book.maxResults)
  const population = readPopulation(book.model, fields['population'])
  const isUntested = readUntested(fields['untested'], 'untested')
  const ids = readIds(fields)
  const asks = readAsks(book, fields['ask'], ids, language)
  const mates = asks.flatMap((ask) => (ask.kind === 'foal' ? [ask] : []))
  const { question, read } = readPedigree(book, fields, population, language, isUntested, mates)
  asks.forEach((ask, i) => {
    if (ask.kind !== 'foal') return
    for (const [place, horse, other] of [
      [0, ask.mother, 'male'],
      [1, ask.father, 'female'],
    ] as const)
      if (question.horses[horse]?.sex === other)
        throw invalidField(`ask.${i}.foal.${place}`, ids[horse], [`the id of an animal that is not ${other}`])
  })
  const show = shownGenes(book, new Set(read.flatMap(({ named }) => [...named])), ['base', 'others'])
  const rows: RowsAsked = { book, language, show, limit, population }
  // Only coats have bounds; what else is asked without a population must follow from the facts alone.
  const isBounded = population === undefined && asks.every(({ kind }) => kind === 'coat' || kind === 'foal')
  return {
    language,
    isSmall: false,
    isPlain: false,
    make: () => {
      let planned: readonly Planned[] = []
      const asked = askStudy(
        book,
        question,
        (study) => {
          planned = asks.map((ask) => plan(rows, study, ask, ids, question))
          return planned.flatMap(({ works }) => works)
        },
        isBounded,
      )
      const found = asked.evidence()
      const evidence = population === undefined ? undefined : found
      return {
        answers: planned.map(({ tell }) => tell()),
        ...groundsOf(book, language, asked, read, evidence, isBounded),
      }
    },
  }
}

interface Planned {
  readonly works: readonly Work<unknown>[]
  readonly tell: () => AskAnswer
}

function plan(rows: RowsAsked, study: Study, ask: Ask, ids: readonly string[], question: Question): Planned {
  const idOf = (horse: number): string => ids[horse] ?? ''
  const sensitivity = { sensitivity: true, ...(rows.limit === undefined ? {} : { limit: rows.limit }) }
  // Where the facts settle everything, no frequency is needed and there is nothing to bound.
  const isBounded = study.fault !== undefined
  switch (ask.kind) {
    case 'genotype': {
      const work = study.genotypes(ask.horse, openLoci(question, ask.horse))
      return {
        works: [work],
        tell: () => ({ ask: 'genotype', horse: idOf(ask.horse), ...genotypesTold(rows.book, work.run()) }),
      }
    }
    case 'phase': {
      const work = study.phase(ask.horse)
      return {
        works: [work],
        tell: () => ({ ask: 'phase', horse: idOf(ask.horse), phase: phaseTold(rows.book, work.run()) }),
      }
    }
    case 'coat': {
      const horse = idOf(ask.horse)
      if (isBounded) {
        const work = study.coatBounds(ask.horse)
        return { works: [work], tell: () => ({ ask: 'coat', horse, ...boundsTold(rows, work.run()) }) }
      }
      const work = study.coatsOf(ask.horse, sensitivity)
      return { works: [work], tell: () => ({ ask: 'coat', horse, ...coatsTold(rows, work.run()) }) }
    }
    case 'foal': {
      const { mother, father } = ask
      const parents = { mother: idOf(mother), father: idOf(father) }
      if (isBounded) {
        if (ask.foals !== undefined) throw missingPopulation(rows.book.model, 'several foals')
        const work = study.foalBounds(mother, father)
        return { works: [work], tell: () => ({ ask: 'foal', ...parents, ...boundsTold(rows, work.run()) }) }
      }
      const work = study.foal(mother, father, sensitivity)
      const foals = ask.foals === undefined ? undefined : foalsWorks(study, mother, father, ask.foals)
      return {
        works: [work, ...(foals?.works ?? [])],
        tell: () => ({
          ask: 'foal',
          ...parents,
          ...coatsTold(rows, work.run()),
          ...(foals === undefined ? {} : { foals: foalsTold(foals) }),
        }),
      }
    }
  }
}

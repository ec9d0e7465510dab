/**
 * Foals of two parents of which not everything is known: `generateChild` with signs, `seen`, `untested`, `population`.
 * Guarantees: a request without any of these never comes here; rows are coats.
 */
import type { Fields } from '../read/decode-fields.js'
import type { ContractError } from '../contract-error.js'
import { linkageNotes, readLinkageSides } from '../read/linkage.js'
import { readCrossOptions } from '../read/options.js'
import { TextBudget } from '../read/text-budget.js'
import { lexiconOf, type RuleBook } from '../rule-book.js'
import { askAll } from './answer-asks.js'
import { readFoals } from '../read/partly/asks.js'
import { readDeclared } from '../read/partly/declared-phase.js'
import { isOpenHorse, leavesOpen, notWhereOpen, says, SEEN } from '../read/partly/is-open.js'
import { knownHorse, spokenOf } from '../read/partly/known-horse.js'
import { readOpenHorse, readUntested } from '../read/partly/open-horse.js'
import { readPopulation } from '../read/partly/population.js'
import type { AskAnswer } from './ask-works.js'

export type OpenCrossAnswer = Readonly<ReturnType<ReturnType<typeof askOpenCross>['make']>>

const PARENTS = ['mother', 'father'] as const

/** Throws ContractError for the client's faults. */
export function askOpenCross(book: RuleBook, fields: Fields, fallbackLanguage: string) {
  const options = readCrossOptions(fields, book.languages, fallbackLanguage, book.maxResults)
  const { language, limit, hasIdk, tokens } = options
  const isUntested = readUntested(fields['untested'], 'untested')
  const areKnown = !isUntested && !PARENTS.some((parent) => isOpenHorse(fields[parent]))
  const isOpen = isUntested || PARENTS.some((parent) => leavesOpen(fields[parent]))
  const refuseOption = (field: string, instead: string): ContractError =>
    notWhereOpen(
      fields,
      field,
      instead,
      areKnown ? 'where several foals are asked for' : isOpen ? undefined : SEEN,
    )
  if (options.band) throw refuseOption('recombination_band', 'false')
  if (says(fields, 'sexes')) throw refuseOption('sexes', 'nothing')
  if (options.groupBy === 'coat,sex') throw refuseOption('group_by', 'coat')
  const budget = new TextBudget()
  const text = { language, budget }
  const read = PARENTS.map((parent) =>
    readOpenHorse(book, fields[parent], parent, {
      text,
      isUntested,
      sent: fields,
      sex: parent === 'mother' ? 'female' : 'male',
    }),
  )
  // Of animals of which all is known no figures are needed, whatever else was seen of them.
  const needsNone = areKnown || (!isOpen && !says(fields, 'population'))
  const population = needsNone ? undefined : readPopulation(book.model, fields['population'])
  const foals = readFoals(book, fields, '', text)
  const sides = readLinkageSides(fields['kit_linkage'])
  const spoken = spokenOf(read, population)
  const alone = PARENTS.map((id, i) => knownHorse(book, id, read[i] as (typeof read)[0], spoken))
  const declared = PARENTS.map((id, i) => readDeclared(book, sides, id, { population, horses: alone }, i))
  const horses = alone.map((horse, i) => ({
    ...horse,
    together: declared[i]?.together ?? new Map(),
    isAlive: isOpen,
  }))
  const question = { population, horses }
  const asks = [{ kind: 'foal', mother: 0, father: 1, foals }] as const
  return askAll(
    book,
    { question, read, asks, language, limit, tokens, textSteps: budget.steps, places: PARENTS },
    ([answer], grounds) => {
      const { ask: _ask, mother: _m, father: _f, ...told } = answer as Extract<AskAnswer, { ask: 'foal' }>
      const lexicon = lexiconOf(book.lexicons, language)
      const linkage = PARENTS.flatMap((id, i) => linkageNotes(lexicon, id, declared[i]?.notes ?? []))
      const notes = [...linkage, ...(grounds.notes ?? [])]
      return {
        ...told,
        has_kit_linkage: declared.some(({ acts }) => acts),
        has_IDK: hasIdk,
        ...grounds,
        ...(notes.length > 0 && { notes }),
      }
    },
  )
}

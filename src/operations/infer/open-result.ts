/**
 * One animal of which not everything is known: `result` with signs, `seen`, `untested`, `population`.
 * Guarantees: every coat that it can have is listed; the name told first is the most probable one.
 */
import type { ModelLocus } from '../../model/model.js'
import type { GenotypeGroup } from '../shown-genes.js'
import { isObject, type Fields } from '../read/decode-fields.js'
import { readCoatOptions, readLimit } from '../read/options.js'
import { TextBudget } from '../read/text-budget.js'
import type { RuleBook } from '../rule-book.js'
import { askAll } from './answer-asks.js'
import { leavesOpen, notWhereOpen, says, SEEN } from '../read/partly/is-open.js'
import { knownHorse, spokenOf } from '../read/partly/known-horse.js'
import { readOpenHorse, readUntested } from '../read/partly/open-horse.js'
import { readPopulation } from '../read/partly/population.js'
import type { AskAnswer } from './ask-works.js'

export type OpenResultAnswer = Readonly<ReturnType<ReturnType<typeof askOpenResult>['make']>>

const ANIMAL = 0

/** Throws ContractError for the client's faults. */
export function askOpenResult(book: RuleBook, fields: Fields, fallbackLanguage: string) {
  const { language, explain, tokens } = readCoatOptions(fields, book.languages, fallbackLanguage)
  const isOpen = leavesOpen(fields)
  if (explain) throw notWhereOpen(fields, 'explain', 'false', isOpen ? undefined : SEEN)
  const limit = readLimit(fields, book.maxResults)
  const isUntested = readUntested(fields['untested'], 'untested')
  const budget = new TextBudget()
  const text = { language, budget }
  const read = readOpenHorse(book, fields, '', { text, isUntested, sex: fields['sex'] })
  // Of an animal of which all is known no figures are needed.
  const population =
    !isOpen && !says(fields, 'population') ? undefined : readPopulation(book.model, fields['population'])
  const known = knownHorse(book, 'animal', read, spokenOf([read], population))
  const horse = { ...known, isAlive: isOpen }
  const question = { population, horses: [horse] }
  const asks = [{ kind: 'coat', horse: ANIMAL }] as const
  return askAll(
    book,
    { question, read: [read], asks, language, limit, tokens, textSteps: budget.steps, places: ['base'] },
    ([answer], grounds) => {
      const { ask: _ask, horse: _horse, ...told } = answer as Extract<AskAnswer, { ask: 'coat' }>
      const [first] = told.results
      return {
        /** As they were sent; genes left out are not listed. */
        base: echoed(book, fields, 'base'),
        others: echoed(book, fields, 'others'),
        translate: first?.coat ?? '',
        ...(first?.tokens && { tokens: first.tokens }),
        /** Whether no other coat is possible. */
        certain: (told.total_results ?? told.results.length) === 1,
        ...told,
        ...grounds,
      }
    },
  )
}

/** What was sent, gene by gene, in canonical order of genes. */
function echoed({ model }: RuleBook, fields: Fields, name: ModelLocus['group']): GenotypeGroup {
  const group = fields[name]
  if (!isObject(group)) return {}
  return Object.fromEntries(
    model.loci.flatMap(({ key }) => {
      const value = Object.hasOwn(group, key) ? group[key] : undefined
      return value === undefined ? [] : [[key, value as readonly string[]]]
    }),
  )
}

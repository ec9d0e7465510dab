/**
 * What all that is asked comes to, and its refusal where that is too much.
 * Guarantees: what it takes at least is added up before anything is planned, and planning ends where the sum is too much. The
 * figure in a refusal is therefore a lower bound.
 */
import type { Cost, Work } from '../../inference/answer.js'
import { TooMuchWork } from '../../inference/answers/work.js'
import { ContractError } from '../contract-error.js'
import { integers, valuesOf } from '../read/accepted.js'
import type { RuleBook } from '../rule-book.js'
import type { OpenAsked } from './ask-works.js'

/** Operations, about a microsecond each, for each result that an answer may hold: 0.1 to 0.2 s of a thread, by default. */
const MOST_FOR_A_RESULT = 3

export function mostOperations({ maxResults }: RuleBook): number {
  return MOST_FOR_A_RESULT * maxResults
}

/** The least that a work costs; once it is planned, all of it. */
interface Entry {
  readonly work: Work<unknown>
  readonly cost: Cost
}

export function createPlannedCost(book: RuleBook, asked: OpenAsked) {
  const most = mostOperations(book)
  const mostRows = asked.limit ?? book.maxResults
  const known: Entry[] = []
  let sum = 0
  /** What was spent before anything was planned. */
  let spent = 0
  const refusal = (operations: number, field?: string): ContractError => {
    const whole = Math.min(Math.ceil(operations), Number.MAX_SAFE_INTEGER)
    return tooMuch(most, asked, { known, spent, operations: whole, field })
  }
  const check = (operations = sum, field?: string): void => {
    if (operations > most) throw refusal(operations, field)
  }
  return {
    /** Counts work that is done at once. Throws ContractError once it is too much. @param field that it is done for */
    spend: (operations: number, field?: string): void => {
      spent += operations
      sum += operations
      check(sum, field)
    },
    /** Throws ContractError where work that is counted later is too much by itself. */
    refuseBeyond: (operations: number): void => check(sum + operations),
    /** Throws ContractError once it is too much. */
    add: (more: readonly Work<unknown>[]): void => {
      for (const work of more) {
        known.push({ work, cost: work.least })
        sum += leastOf(work, mostRows)
      }
      check()
    },
    /** Does work of which only doing it shows how much it is. Throws ContractError where that is too much. */
    within: <Made>(work: () => Made): Made => {
      try {
        return work()
      } catch (error) {
        if (!(error instanceof TooMuchWork)) throw error
        spent += error.operations
        throw refusal(Math.max(sum + error.operations, most + 1))
      }
    },
    /** @returns what all of it comes to; throws ContractError where that is too much */
    planned: (): number => {
      known.forEach(({ work }, i) => {
        const cost = work.cost()
        sum += costOf(cost, mostRows) - leastOf(work, mostRows)
        known[i] = { work, cost }
        check()
      })
      return sum
    },
  }
}

/** A coat is named, and told as JSON. */
const A_ROW_TOLD = 12

/** @param mostRows how many coats are told at most */
function costOf({ operations, rows }: Cost, mostRows: number): number {
  const telling = rows === undefined ? 0 : Math.min(rows.most, mostRows) * (A_ROW_TOLD + rows.operations)
  return operations + Math.ceil(telling)
}

function leastOf({ least: { operations, rows } }: Work<unknown>, mostRows: number): number {
  return costOf({ operations: Math.floor(operations), rows }, mostRows)
}

interface TooMuch {
  readonly known: readonly Entry[]
  readonly spent: number
  readonly operations: number
  readonly field: string | undefined
}

function tooMuch(
  most: number,
  { question: { horses, population }, read, places }: OpenAsked,
  { known, spent, operations, field }: TooMuch,
): ContractError {
  const withOneRow = known.reduce((sum, { cost }) => sum + costOf(cost, 1), spent)
  const wouldFitWithOneRow = known.length > 0 && withOneRow <= most
  const [costliest] = [...known].sort((a, b) => b.cost.operations - a.cost.operations)
  const entangled = costliest?.work.mostEntangled()
  const id = entangled === undefined ? undefined : horses[entangled]?.id
  const who = id === undefined ? '' : `; ${id} costs most`
  const isAllOpen = population === undefined && read.some(({ isUntested }) => isUntested)
  const why = isAllOpen
    ? '. Without a population, untested: population opens every gene that is left out. Send a population beside it, or ["?","?"] for the genes that matter'
    : `. Send ${wouldFitWithOneRow ? 'a limit, ' : ''}fewer animals, or fewer genes of which something is unknown`
  return new ContractError(
    'RESULT_TOO_LARGE',
    `This question takes ${operations} operations, more than ${most}${who}${why}`,
    {
      field: field ?? places?.[entangled ?? 0] ?? (id === undefined ? 'horses' : `horses.${entangled}`),
      value: operations,
      expected: valuesOf([integers(1, most)]),
    },
  )
}

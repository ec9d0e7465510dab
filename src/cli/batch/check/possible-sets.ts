/**
 * What each entry of a studbook allows, as numbered sets of pairs of copies at each locus: a cell of a gene's column, a registered
 * coat, a sex.
 * Guarantees: exact, by the inference engine's own reading of tests and coats; a copy that carries several variants is possible in
 * all animals if any cell names it.
 */
import { createInference } from '../../../inference/create-inference.js'
import type { CopyPattern, KnownHorse, Test } from '../../../inference/question.js'
import { ClientError } from '../../../operations/client-error.js'
import { readAnimal } from '../../../operations/read/animal.js'
import type { Fields } from '../../../operations/read/decode-fields.js'
import { factsOf } from '../../../operations/read/facts/animal-facts.js'
import { knownAnimal, scopeOf } from '../../../operations/read/facts/known-animal.js'
import { TextBudget } from '../../../operations/read/text-budget.js'
import type { Ruleset } from '../../../operations/ruleset.js'
import { readCell } from '../columns/cell-alleles.js'
import { SetTable } from './set-table.js'
import type { Studbook } from './studbook.js'

/** Locus → number of the set that it must be in. */
export type Restrictions = ReadonlyMap<number, number>

/** What an entry allows. */
export interface Entry {
  readonly fixed: Restrictions
  /** One of each list holds too. */
  readonly choices: readonly (readonly Restrictions[])[]
  /** Why it says nothing. */
  readonly fault?: string
}

const NOTHING: Entry = { fixed: new Map(), choices: [] }

type Sex = 'f' | 'm' | undefined
const SEXES: readonly Sex[] = [undefined, 'f', 'm']

export interface PossibleSets {
  readonly tables: readonly SetTable[]
  /** By the code of the sex (studbook.ts), then locus: the set of an animal of which nothing else is known. */
  readonly bySex: readonly (readonly number[])[]
  /** By gene column, then the number of a cell; the sex matters for genes on a sex chromosome only. */
  readonly ofCell: (column: number, cell: number, sex: number) => Entry
  readonly ofCoat: (coat: number) => Entry
}

export function createPossibleSets(ruleset: Ruleset, book: Studbook, language: string): PossibleSets {
  const { model } = ruleset
  const inference = createInference(ruleset)
  const loci = book.columns.map((key) => model.loci.find((locus) => locus.key === key) ?? model.loci[0])
  const read = (fields: Fields, sex: Sex): KnownHorse => {
    const text = { language, budget: new TextBudget() }
    const animal = readAnimal(ruleset, fields, '', { text, isUntested: true, baseMayMiss: true, sex })
    const facts = factsOf(ruleset, animal)
    // That a registered animal lives, or lived to breed, is not taken as a fact.
    return { ...knownAnimal(ruleset, '', facts, scopeOf(model, [facts], undefined)), isAlive: false }
  }
  const geneFields = (column: number, cell: number): Fields => {
    const locus = loci[column]
    const alleles = locus && readCell(locus, book.genes[column]?.texts[cell] ?? '', locus.key)
    return locus === undefined || alleles === undefined ? {} : { [locus.group]: { [locus.key]: alleles } }
  }
  const namesAll = combinations(
    model.loci.filter(({ cis }) => cis).map(({ index }) => index),
    book.genes.flatMap(({ texts }, column) =>
      texts.flatMap((_, cell) => {
        try {
          return cell === 0 ? [] : [read(geneFields(column, cell), undefined).tests]
        } catch (error) {
          if (error instanceof ClientError) return []
          throw error
        }
      }),
    ),
  )
  const ask = (animal: KnownHorse) =>
    inference.allowed({ population: undefined, horses: [animal, namesAll], isCoarse: true })
  const plain = SEXES.map((sex) => ask(read({}, sex)))
  const tables = (plain[0]?.copies ?? []).map(({ copies }) => new SetTable(copies.length))
  const numberOf = (locus: number, set: Uint8Array): number => (tables[locus] as SetTable).numberOf(set)
  const bySex = plain.map(({ pairs }) => pairs.map((sets, locus) => numberOf(locus, sets[0] as Uint8Array)))

  const entryOf = (fields: Fields, sex: Sex): Entry => {
    try {
      const { copies, pairs, constraints } = ask(read(fields, sex))
      if (copies.some((each, i) => each.copies.length ** 2 !== tables[i]?.pairs))
        throw new Error('the copies of a locus differ from entry to entry: a defect of possible-sets.ts')
      const unrestricted = bySex[SEXES.indexOf(sex)] ?? []
      const fixed = new Map<number, number>()
      pairs.forEach((sets, locus) => {
        const number = numberOf(locus, sets[0] as Uint8Array)
        if (number !== unrestricted[locus]) fixed.set(locus, number)
      })
      const choices = constraints
        .filter(({ animal, set }) => animal === 0 && set.length > 1)
        .map(({ set }) =>
          set.map((each) => new Map([...each].map(([locus, own]) => [locus, numberOf(locus, own)]))),
        )
      return { fixed, choices }
    } catch (error) {
      if (error instanceof ClientError)
        return { ...NOTHING, fault: error.message.replaceAll('seen.coat', 'coat') }
      throw error
    }
  }
  const cells = new Map<string, Entry>()
  const coats: Entry[] = [NOTHING]
  return {
    tables,
    bySex,
    ofCell: (column, cell, sex) => {
      if (cell === 0) return NOTHING
      const isSexLinked = typeof loci[column]?.noCopy === 'number'
      const ofSex = isSexLinked ? sex : 0
      const key = `${column} ${cell} ${ofSex}`
      let entry = cells.get(key)
      if (entry === undefined)
        cells.set(key, (entry = cellEntry(() => entryOf(geneFields(column, cell), SEXES[ofSex]))))
      return entry
    },
    ofCoat: (coat) =>
      (coats[coat] ??= entryOf({ seen: { coat: book.coats.texts[coat] ?? '', certain: true } }, undefined)),
  }
}

/** A cell that does not part into alleles is a fault as well. */
function cellEntry(make: () => Entry): Entry {
  try {
    return make()
  } catch (error) {
    if (error instanceof ClientError) return { ...NOTHING, fault: error.message }
    throw error
  }
}

/** An animal that names every combination of variants on one copy, so that all entries are read with the same copies. */
function combinations(cis: readonly number[], all: readonly ReadonlyMap<number, Test>[]): KnownHorse {
  const tests = cis.flatMap((locus): (readonly [number, Test])[] => {
    const terms = all
      .flatMap((each) => each.get(locus)?.pairs.flat(2) ?? [])
      .filter(({ has }) => has.length > 1)
    const copies = new Map(terms.map(({ has }) => [has.join(), has]))
    const pairs = [...copies.values()].map((has) => {
      const copy: CopyPattern = [{ has, lacks: [], more: false }]
      return [copy, copy] as const
    })
    return pairs.length === 0 ? [] : [[locus, { field: '', text: '', pairs }]]
  })
  return {
    id: 'names',
    sex: undefined,
    mother: undefined,
    father: undefined,
    isAlive: false,
    tests: new Map(tests),
    seen: [],
  }
}

/**
 * One animal of which not everything is known: `result` with signs, `seen`, `untested`, `population`.
 * Guarantees: every coat that it can have is listed; the name told first is the most probable one.
 */
import type { Fields, GenotypeGroup } from '../answers.js'
import { readCoatOptions, readLimit } from '../request/options.js'
import type { RuleBook } from '../rule-book.js'
import { shownGenes } from '../shown-genes.js'
import type { ModelLocus } from '../../model/model.js'
import { isObject } from '../request/decode-fields.js'
import { groundsOf } from './grounds.js'
import { knownHorse, readOpenHorse, readUntested, spokenOf } from './reading/open-horse.js'
import { readPopulation } from './reading/population.js'
import { boundsTold, coatsTold, type RowsAsked } from './rows.js'
import type { CoatsTold, Grounds, WorkAsked } from './shapes.js'
import { askStudy } from './study.js'

export interface OpenResultAnswer extends CoatsTold, Grounds {
  /** As they were sent; genes left out are not listed. */
  readonly base: GenotypeGroup
  readonly others: GenotypeGroup
  readonly translate: string
  /** Whether no other coat is possible. */
  readonly certain: boolean
}

/** Throws ContractError for the client's faults. */
export function askOpenResult(
  book: RuleBook,
  fields: Fields,
  fallbackLanguage: string,
): WorkAsked<OpenResultAnswer> {
  const { language } = readCoatOptions(fields, book.languages, fallbackLanguage)
  const limit = readLimit(fields, book.maxResults)
  const isUntested = readUntested(fields['untested'], 'untested')
  const read = readOpenHorse(book, fields, '', { language, isUntested, sex: fields['sex'] })
  const population = readPopulation(book.model, fields['population'])
  const horse = knownHorse(
    book,
    'animal',
    read,
    { mother: undefined, father: undefined },
    spokenOf([read], population),
  )
  const show = shownGenes(book, read.named, ['base', 'others'])
  const rows: RowsAsked = { book, language, show, limit, population }
  return {
    language,
    isSmall: false,
    isPlain: false,
    make: () => {
      let tell: () => CoatsTold = () => ({ results: [] })
      const asked = askStudy(
        book,
        { population, horses: [horse] },
        (study) => {
          if (study.fault !== undefined) {
            const work = study.coatBounds(0)
            tell = () => boundsTold(rows, work.run())
            return [work]
          }
          const work = study.coatsOf(0, { sensitivity: true, ...(limit === undefined ? {} : { limit }) })
          tell = () => coatsTold(rows, work.run())
          return [work]
        },
        population === undefined,
      )
      const evidence = asked.evidence()
      const told = tell()
      const [first] = told.results
      return {
        base: echoed(book, fields, 'base'),
        others: echoed(book, fields, 'others'),
        translate: first?.coat ?? '',
        certain: (told.total_results ?? told.results.length) === 1,
        ...told,
        ...groundsOf(book, language, asked, [read], population === undefined ? undefined : evidence),
      }
    },
  }
}

/** What was sent, gene by gene, in canonical order of genes. */
function echoed({ model }: RuleBook, fields: Fields, name: ModelLocus['group']): GenotypeGroup {
  const group = fields[name]
  if (!isObject(group)) return {}
  return Object.fromEntries(
    model.loci.flatMap(({ key }) => {
      const value = Object.hasOwn(group, key) ? group[key] : undefined
      if (value === undefined) return []
      return [[key, value as readonly string[]]]
    }),
  )
}

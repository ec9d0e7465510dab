/**
 * Foals of two parents of which not everything is known: `generateChild` with signs, `seen`, `untested`, `population`.
 * Guarantees: a request without any of these never comes here; rows are coats.
 */
import type { Fields } from '../answers.js'
import { isObject } from '../request/decode-fields.js'
import { readCrossOptions } from '../request/options.js'
import { invalidField } from '../request/refusals.js'
import type { RuleBook } from '../rule-book.js'
import { shownGenes } from '../shown-genes.js'
import { readFoals } from './reading/asks.js'
import { isOpenParent } from './reading/is-open.js'
import { foalsTold, foalsWorks } from './foals.js'
import { groundsOf } from './grounds.js'
import { knownHorse, readOpenHorse, readUntested, spokenOf } from './reading/open-horse.js'
import { missingPopulation, readPopulation } from './reading/population.js'
import { boundsTold, coatsTold, type RowsAsked } from './rows.js'
import type { CoatsTold, Grounds, WorkAsked } from './shapes.js'
import { askStudy } from './study.js'
import { readTogether } from './reading/together.js'

export interface OpenCrossAnswer extends CoatsTold, Grounds {
  readonly has_kit_linkage: boolean
  readonly has_IDK: boolean
}

const PARENTS = ['mother', 'father'] as const
const NO_PARENTS = { mother: undefined, father: undefined }
const MOTHER = 0
const FATHER = 1

/** Throws ContractError for the client's faults. */
export function askOpenCross(
  book: RuleBook,
  fields: Fields,
  fallbackLanguage: string,
): WorkAsked<OpenCrossAnswer> {
  const options = readCrossOptions(fields, book.languages, fallbackLanguage, book.maxResults)
  const { language, limit, hasIdk } = options
  if (options.band)
    throw invalidField('recombination_band', fields['recombination_band'], [
      'false, where something is not known',
    ])
  const { sexes } = fields
  if (sexes !== undefined && sexes !== null && sexes !== '')
    throw invalidField('sexes', sexes, ['nothing, where something is not known'])
  if (options.groupBy === 'coat,sex') throw invalidField('group_by', options.groupBy, ['coat'])
  const isUntested = readUntested(fields['untested'], 'untested')
  const read = PARENTS.map((parent) =>
    readOpenHorse(book, fields[parent], parent, {
      language,
      isUntested,
      sent: fields,
      sex: parent === 'mother' ? 'female' : 'male',
    }),
  )
  const areKnown = !isUntested && !PARENTS.some((parent) => isOpenParent(fields[parent]))
  const population = areKnown ? undefined : readPopulation(book.model, fields['population'])
  const isBounded = population === undefined && !areKnown
  const foals = readFoals(book, fields, '', language)
  const sides = isObject(fields['kit_linkage']) ? fields['kit_linkage'] : {}
  const isSpokenOf = spokenOf(read, population)
  const horses = read.map((horse, i) => {
    const id = i === MOTHER ? 'mother' : 'father'
    const together = readTogether(book, sides[id], `kit_linkage.${id}`)
    const known = knownHorse(book, id, horse, NO_PARENTS, isSpokenOf)
    return together.size === 0 ? known : { ...known, together }
  })
  const show = shownGenes(book, new Set(read.flatMap(({ named }) => [...named])), ['base', 'others'])
  const rows: RowsAsked = { book, language, show, limit, population }
  return {
    language,
    isSmall: false,
    isPlain: false,
    make: () => {
      let tell: () => CoatsTold = () => ({ results: [] })
      const asked = askStudy(
        book,
        { population, horses },
        (study) => {
          if (isBounded && study.fault !== undefined) {
            if (foals !== undefined) throw missingPopulation(book.model, 'several foals')
            const work = study.foalBounds(MOTHER, FATHER)
            tell = () => boundsTold(rows, work.run())
            return [work]
          }
          const work = study.foal(MOTHER, FATHER, {
            sensitivity: !areKnown,
            ...(limit === undefined ? {} : { limit }),
          })
          const several = foals === undefined ? undefined : foalsWorks(study, MOTHER, FATHER, foals)
          tell = () => ({
            ...coatsTold(rows, work.run()),
            ...(several === undefined ? {} : { foals: foalsTold(several) }),
          })
          return [work, ...(several?.works ?? [])]
        },
        isBounded,
      )
      const evidence = asked.evidence()
      return {
        ...tell(),
        has_kit_linkage: horses.some((horse) => 'together' in horse),
        has_IDK: hasIdk,
        ...groundsOf(book, language, asked, read, population === undefined ? undefined : evidence, isBounded),
      }
    },
  }
}

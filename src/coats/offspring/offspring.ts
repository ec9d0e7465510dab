/**
 * Two parents: what foals they can have, most probable first, as genotypes or as coats.
 * Guarantees: nothing is cut off silently; a large answer is never held as a whole.
 */
import { percentOf } from '../../genetics/probability.js'
import type { Declaration } from '../../model/cross/linkage.js'
import type { HorseGenotype } from '../../model/model.js'
import type { Cross } from '../../model/cross/cross.js'
import type {
  Answered,
  Fields,
  Note,
  OffspringAnswer,
  OffspringListing,
  OffspringQuestion,
} from '../answers.js'
import { answerBytes } from './answer-bytes.js'
import { ContractError } from '../contract-error.js'
import { crossCost, refuseIfTooCostly } from './cost.js'
import { coatRows, genotypeRows } from './rows.js'
import { linkageNotes, writeNote } from '../notes.js'
import { readHorse, type Horse } from '../request/horse.js'
import { readLinkageSides, readSide } from '../request/linkage.js'
import { readCrossOptions, type CrossOptions } from '../request/options.js'
import { lexiconOf, type RuleBook } from '../rule-book.js'
import { shownGenes } from '../show.js'

interface Question {
  readonly options: CrossOptions
  readonly mother: Horse
  readonly father: Horse
  readonly motherDeclares: Declaration
  readonly fatherDeclares: Declaration
}

/** Throws ContractError for the client's faults. */
export function answerOffspring(
  book: RuleBook,
  fields: Fields,
  fallbackLanguage: string,
): Answered<OffspringAnswer> {
  const { rows, envelope, language } = askOffspring(book, fields, fallbackLanguage).list()
  return { body: { results: [...rows], ...envelope }, language }
}

/** The same question, not answered yet. Throws ContractError for the client's faults. */
export function askOffspring(book: RuleBook, fields: Fields, fallbackLanguage: string): OffspringQuestion {
  const question = readQuestion(book, fields, fallbackLanguage)
  const { options, mother, father } = question
  const { language } = options
  const cost = crossCost(book, mother.genotype, father.genotype, options)
  return {
    language,
    isSmall: cost.isSmall,
    isPlain: cost.isPlain,
    list: () => {
      refuseIfTooCostly(book, cost)
      return { language, ...openListing(book, question) }
    },
  }
}

function readQuestion(book: RuleBook, fields: Fields, fallbackLanguage: string): Question {
  const options = readCrossOptions(fields, book.languages, fallbackLanguage, book.maxResults)
  const mother = readHorse(book, fields['mother'], 'mother')
  const father = readHorse(book, fields['father'], 'father')
  const sides = readLinkageSides(fields['kit_linkage'])
  const motherDeclares = readSide(book, sides, 'mother', mother.genotype)
  const fatherDeclares = readSide(book, sides, 'father', father.genotype)
  return { options, mother, father, motherDeclares, fatherDeclares }
}

type Listing = Omit<OffspringListing, 'language'>

/** Everything but the rows is worked out here; rows are when they are taken. */
function openListing(book: RuleBook, question: Question): Listing {
  const { options, mother, father, motherDeclares, fatherDeclares } = question
  const parents = [
    { name: 'mother', genotype: mother.genotype, ...motherDeclares },
    { name: 'father', genotype: father.genotype, ...fatherDeclares },
  ] as const
  const cross = book.offspring.cross(parents[0], parents[1])
  if (!options.byCoat && options.limit === undefined) refuseIfTooLarge(book, cross.genotypes)
  const safety = book.offspring.safety(cross)
  const underOthers = options.band ? (['low', 'high'] as const) : []
  const crosses: [Cross, ...Cross[]] = [
    cross,
    ...underOthers.map((end) => book.offspring.cross(parents[0], parents[1], end)),
  ]
  const show = shownGenes(book, new Set([...mother.named, ...father.named]), ['base', 'others'])
  const list = (options.byCoat ? coatRows : genotypeRows)({ book, options, show, crosses })
  if (options.limit === undefined) refuseIfTooLarge(book, list.total)
  const lexicon = lexiconOf(book.lexicons, options.language)
  const linkage = parents.map((parent) => applied(book, parent))
  const notes: readonly Note[] = [
    ...parents.flatMap(({ name, notes: ignored }) => linkageNotes(lexicon, `kit_linkage.${name}`, ignored)),
    ...linkage.flatMap(({ idle }, i) =>
      idle.map((alleles) =>
        writeNote(lexicon, 'linkage-no-effect', `kit_linkage.${parents[i]?.name ?? ''}`, alleles),
      ),
    ),
    ...safety.notes.map((code) => writeNote(lexicon, code, 'results')),
  ]
  const envelope: OffspringListing['envelope'] = {
    has_kit_linkage: linkage.some(({ changes }) => changes),
    has_IDK: options.hasIdk,
    ...(safety.lethal > 0n
      ? { live_foal_percentage: percentOf(cross.total - safety.lethal, cross.total) }
      : {}),
    ...(safety.suspected > 0n ? { suspected_loss_percentage: percentOf(safety.suspected, cross.total) } : {}),
    ...(options.limit === undefined
      ? {}
      : {
          total_results: Number(list.total),
          returned_percentage: percentOf(list.returned(), cross.total),
        }),
    ...(notes.length === 0 ? {} : { notes }),
  }
  const { count, rows, blocks } = list
  const after = `],${JSON.stringify(envelope).slice(1)}`
  return { envelope, count, rows, bytes: (check) => answerBytes('{"results":[', blocks(check), after, count) }
}

/** Which of a parent's declarations change its gametes, and the alleles of those that do not. */
function applied(
  book: RuleBook,
  parent: { readonly genotype: HorseGenotype; readonly together: Declaration['together'] },
): { readonly changes: boolean; readonly idle: readonly (readonly string[])[] } {
  const acting = [...parent.together]
  const idle = acting.filter(([group]) => !book.zygotes.changesGametes(group, parent))
  return {
    changes: idle.length < acting.length,
    idle: idle.map(([group, declared]) =>
      declared.map(({ position, allele }) => book.model.groups[group]?.loci[position]?.alleles[allele] ?? ''),
    ),
  }
}

function refuseIfTooLarge(book: RuleBook, total: bigint): void {
  if (total <= BigInt(book.maxResults)) return
  throw new ContractError(
    'RESULT_TOO_LARGE',
    `This cross has ${total} possibilities, more than the ${book.maxResults} that one answer may hold`,
    {
      field: 'limit',
      value: Number(total),
      expected: [`limit: an integer from 1 to ${book.maxResults}`, 'group_by: coat'],
    },
  )
}

/**
 * Two parents: what foals they can have, most probable first, as genotypes or as coats.
 * Guarantees: nothing is cut off silently; a large answer is never held as a whole.
 */
import { percentOf } from '../../genetics/probability.js'
import type { Declaration } from '../../model/cross/linkage.js'
import { foalsOfSex } from '../../model/cross/by-sex.js'
import type { Cross } from '../../model/cross/cross.js'
import type { Fractions } from '../../model/cross/zygotes.js'
import type { Sex } from '../../rules/tables.js'
import type { Fields } from '../read/decode-fields.js'
import { ContractError } from '../contract-error.js'
import { crossCost } from './cost.js'
import { coatRows, genotypeRows } from './rows.js'
import type { Lexicon } from '../../naming/lexicon.js'
import { joinedNotes, writeNote, type Note } from '../wording.js'
import { readHorse, type Horse } from '../read/horse.js'
import {
  idleDeclarations,
  linkageNotes,
  readLinkageSides,
  readSide,
  type LinkageSides,
} from '../read/linkage.js'
import { integers, valuesOf } from '../read/accepted.js'
import { readCrossOptions, type CrossOptions } from '../read/options.js'
import { readSexOptions, withOneCopy, type SexOptions } from '../read/sex.js'
import { lexiconOf, type RuleBook } from '../rule-book.js'
import { shownGenes } from '../shown-genes.js'

export type OffspringAnswer = Readonly<ReturnType<typeof answerOffspring>['body']>
/** A cross whose fields were read and found without a fault. */
export type OffspringQuestion = Readonly<ReturnType<typeof askOffspring>>
export type OffspringListing = Readonly<ReturnType<typeof openListing>>

/** Throws ContractError for the client's faults. */
export function answerOffspring(book: RuleBook, fields: Fields, fallbackLanguage: string) {
  const { language, list } = askOffspring(book, fields, fallbackLanguage)
  const { rows, envelope } = list()
  return { body: { results: [...rows], ...envelope }, language }
}

/** The same question, not answered yet. Throws ContractError for the client's faults. */
export function askOffspring(book: RuleBook, fields: Fields, fallbackLanguage: string) {
  const options = readCrossOptions(fields, book.languages, fallbackLanguage, book.maxResults)
  const [mother, father] = sexedParents(
    book,
    readHorse(book, fields['mother'], 'mother', { sent: fields, sex: 'female' }),
    readHorse(book, fields['father'], 'father', { sent: fields, sex: 'male' }),
  )
  const sexes = mother.sex === undefined ? undefined : book.model.sexes
  const bySex = readSexOptions(fields, sexes, options.groupBy)
  const sides = readLinkageSides(fields['kit_linkage'])
  const parents = [
    { name: 'mother', ...mother, ...readSide(book, sides, 'mother', mother.genotype) },
    { name: 'father', ...father, ...readSide(book, sides, 'father', father.genotype) },
  ] as const
  const { isSmall, isPlain, refuse } = crossCost(book, mother.genotype, father.genotype, options)
  /** Throws ContractError RESULT_TOO_LARGE, before the work where it is the work that is too much. */
  const list = () => {
    refuse()
    return openListing(book, options, bySex, parents)
  }
  return { language: options.language, isSmall, isPlain, list }
}

/** If one parent names a locus on the sex chromosome, the other one has its sex too. */
function sexedParents(book: RuleBook, mother: Horse, father: Horse): readonly [Horse, Horse] {
  if (mother.sex === father.sex) return [mother, father]
  const sexed = (parent: Horse, sex: Sex): Horse => {
    const isFilled = parent.sex !== undefined || sex !== book.model.sexes?.heterogametic
    return { ...parent, sex, genotype: isFilled ? parent.genotype : withOneCopy(book, parent.genotype) }
  }
  return [sexed(mother, 'female'), sexed(father, 'male')]
}

interface Asked extends Horse, Declaration {
  readonly name: keyof LinkageSides
}

/** Everything but the rows is worked out here; rows are when they are taken. */
function openListing(
  book: RuleBook,
  options: CrossOptions,
  bySex: SexOptions | undefined,
  parents: readonly [Asked, Asked],
) {
  const [mother, father] = parents
  const crossUnder = (fractions: Fractions): Cross => {
    const all = book.offspring.cross(mother, father, fractions)
    if (bySex?.half === undefined) return all
    return foalsOfSex(bySex.sexes, bySex.half === 'daughters' ? 'female' : 'male', all)
  }
  const cross = crossUnder('best')
  if (options.groupBy === undefined && options.limit === undefined) refuseIfTooLarge(book, cross.genotypes)
  const safety = book.offspring.safety(cross)
  const underOthers = options.band ? (['low', 'high'] as const) : []
  const crosses: [Cross, ...Cross[]] = [cross, ...underOthers.map(crossUnder)]
  const show = shownGenes(book, new Set([...mother.named, ...father.named]), ['base', 'others'])
  const listed = options.groupBy === undefined ? genotypeRows : coatRows
  const list = listed({ book, options, bySex, show, crosses })
  if (options.limit === undefined) refuseIfTooLarge(book, list.total)
  const lexicon = lexiconOf(book.lexicons, options.language)
  const idle = parents.map((parent) => idleDeclarations(book, parent))
  const notes: readonly Note[] = [
    ...parents.flatMap(({ joined }) => joinedNotes(lexicon, joined)),
    ...parents.flatMap(({ name, notes: ignored }) => linkageNotes(lexicon, name, ignored)),
    ...parents.flatMap(({ name }, i) => linkageNotes(lexicon, name, idle[i] ?? [])),
    ...(bySex === undefined ? [] : parents.flatMap((parent) => notesOfLost(book, parent, lexicon))),
    ...safety.notes.map((code) => writeNote(lexicon, code, 'results')),
  ]
  const envelope = {
    has_kit_linkage: parents.some(({ together }, i) => (idle[i]?.length ?? 0) < together.size),
    has_IDK: options.hasIdk,
    /** Which half of the foals all percentages are of. */
    ...(bySex?.half && { of: bySex.half }),
    ...(safety.lethal > 0n && { live_foal_percentage: percentOf(cross.total - safety.lethal, cross.total) }),
    ...(safety.suspected > 0n && { suspected_loss_percentage: percentOf(safety.suspected, cross.total) }),
    ...(options.limit !== undefined && {
      total_results: Number(list.total),
      returned_percentage: percentOf(list.returned(), cross.total),
    }),
    ...(notes.length > 0 && { notes }),
  }
  return {
    /** The answer but for its rows. */
    envelope,
    /** As they are taken. */
    rows: list.rows,
    source: list.source,
  }
}

/** Of a parent that is not expected to live itself, why its foals are computed all the same. */
function notesOfLost(book: RuleBook, { name, genotype }: Asked, lexicon: Lexicon): readonly Note[] {
  const { coat, notes } = book.phenotypes.of(genotype)
  return coat.viability?.status === 'lethal' ? notes.map((code) => writeNote(lexicon, code, name)) : []
}

function refuseIfTooLarge(book: RuleBook, total: bigint): void {
  if (total <= BigInt(book.maxResults)) return
  throw new ContractError(
    'RESULT_TOO_LARGE',
    `This cross has ${total} possibilities, more than the ${book.maxResults} that one answer may hold: send limit or group_by=coat`,
    {
      field: 'limit',
      value: Number(total),
      expected: valuesOf([integers(1, book.maxResults)]),
    },
  )
}

/**
 * Two parents: what foals they can have, most probable first, as genotypes or as coats.
 * Guarantees: nothing is cut off silently; finished crosses are remembered, bounded in bytes.
 * Leaves to others: reading the request (read-*.ts) and the evaluation itself (model/offspring.ts).
 */
import { percentOf } from '../genetics/probability.js'
import type { Declaration } from '../model/linkage.js'
import type { Coat, HorseGenotype } from '../model/model.js'
import type { Cross } from '../model/offspring.js'
import type { Lexicon } from '../naming/lexicon.js'
import type { Answered, Fields, Note, OffspringAnswer, Possibility } from './answers.js'
import { ContractError } from './contract-error.js'
import { linkageNotes, writeNote } from './notes.js'
import { readHorse, type Horse } from './read-horse.js'
import { readLinkageSides, readSide } from './read-linkage.js'
import { readCrossOptions, type CrossOptions } from './read-options.js'
import { lexiconOf, viabilityOf, type RuleBook } from './rule-book.js'
import { createShow } from './show.js'

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
  const options = readCrossOptions(fields, book.languages, fallbackLanguage, book.maxResults)
  const mother = readHorse(book, fields['mother'], 'mother')
  const father = readHorse(book, fields['father'], 'father')
  const sides = readLinkageSides(fields['kit_linkage'])
  const motherDeclares = readSide(book, sides, 'mother', mother.genotype)
  const fatherDeclares = readSide(book, sides, 'father', father.genotype)
  const question: Question = { options, mother, father, motherDeclares, fatherDeclares }
  const body = book.crosses.take(keyOf(question), () => evaluate(book, question))
  return { body, language: options.language }
}

/** Everything an answer depends on, in canonical spelling. */
function keyOf({ options, mother, father, motherDeclares, fatherDeclares }: Question): string {
  const horse = ({ genotype }: Horse): string => genotype.map((each) => each.text).join(' ')
  const named = [...new Set([...mother.named, ...father.named])].sort()
  const declared = [motherDeclares, fatherDeclares].map(({ together, notes }) => [[...together], notes])
  return JSON.stringify([options, named, horse(mother), horse(father), declared], (key, value: unknown) =>
    key === 'locus' ? undefined : value,
  )
}

function evaluate(book: RuleBook, question: Question): OffspringAnswer {
  const { options, mother, father, motherDeclares, fatherDeclares } = question
  const parents = [
    { name: 'mother', genotype: mother.genotype, ...motherDeclares },
    { name: 'father', genotype: father.genotype, ...fatherDeclares },
  ] as const
  const cross = book.offspring.cross(parents[0], parents[1])
  if (!options.byCoat && options.limit === undefined) refuseIfTooLarge(book, cross.genotypes)
  const safety = book.offspring.safety(cross)
  const crosses = options.band
    ? [cross, ...(['low', 'high'] as const).map((end) => book.offspring.cross(parents[0], parents[1], end))]
    : [cross]
  const list = (options.byCoat ? listCoats : listGenotypes)(book, question, crosses)
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
  return {
    results: list.results,
    has_kit_linkage: linkage.some(({ changes }) => changes),
    has_IDK: options.hasIdk,
    ...(safety.lethal > 0n
      ? { live_foal_percentage: percentOf(cross.total - safety.lethal, cross.total) }
      : {}),
    ...(safety.suspected > 0n ? { suspected_loss_percentage: percentOf(safety.suspected, cross.total) } : {}),
    ...(options.limit === undefined
      ? {}
      : { total_results: Number(list.total), returned_percentage: percentOf(list.returned, cross.total) }),
    ...(notes.length === 0 ? {} : { notes }),
  }
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

interface Listed {
  readonly results: readonly Possibility[]
  /** Elements in all, returned or not. */
  readonly total: bigint
  /** Weight of the elements returned. */
  readonly returned: bigint
}

function listGenotypes(book: RuleBook, question: Question, crosses: readonly Cross[]): Listed {
  const { language, limit } = question.options
  const lexicon = lexiconOf(book.lexicons, language)
  const show = showFor(book, question)
  const results: Possibility[] = []
  let returned = 0n
  for (const { genotype, weights } of book.offspring.genotypes(crosses)) {
    const { coat } = book.phenotypes.of(genotype)
    returned += weights[0] ?? 0n
    results.push({
      coat: book.nameOf(coat, language),
      ...percentages(weights, crosses),
      genotype: show(genotype),
      ...viabilityField(coat, lexicon),
    })
    if (results.length === limit) break
  }
  return { results, total: crosses[0]?.genotypes ?? 0n, returned }
}

function listCoats(book: RuleBook, question: Question, crosses: readonly Cross[]): Listed {
  const { language, limit } = question.options
  const lexicon = lexiconOf(book.lexicons, language)
  const show = showFor(book, question)
  const { total, list } = book.offspring.coats(crosses)
  if (limit === undefined) refuseIfTooLarge(book, total)
  const results: Possibility[] = []
  let returned = 0n
  for (const { coat, weights, genotypes, representative } of list()) {
    returned += weights[0] ?? 0n
    results.push({
      coat: book.nameOf(coat, language),
      ...percentages(weights, crosses),
      genotype: show(representative),
      genotypes: Number(genotypes),
      ...viabilityField(coat, lexicon),
    })
    if (results.length === limit) break
  }
  return { results, total, returned }
}

/** The percentage, and with it the band when the cross was asked for under other fractions too. */
function percentages(
  weights: readonly bigint[],
  crosses: readonly Cross[],
): Pick<Possibility, 'percentage' | 'percentage_band'> {
  const [percentage = 0, ...band] = weights.map((weight, i) => percentOf(weight, crosses[i]?.total ?? 1n))
  const [low, high] = band
  return low === undefined || high === undefined
    ? { percentage }
    : { percentage, percentage_band: { low, high } }
}

function viabilityField(coat: Coat, lexicon: Lexicon): Pick<Possibility, 'viability'> {
  const viability = viabilityOf(coat, lexicon)
  return viability === undefined ? {} : { viability }
}

function showFor(
  book: RuleBook,
  { mother, father }: Question,
): (genotype: HorseGenotype) => Possibility['genotype'] {
  return createShow(book, new Set([...mother.named, ...father.named]), ['base', 'others'])
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

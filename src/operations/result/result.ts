/**
 * One animal: the name of its coat and, when asked, the reasons; or every coat that it can have, where not all is known of it.
 * Guarantees: equal genotypes give equal answers, however they were spelled.
 * Leaves to others: which coats it can have (inferred-result.ts).
 */
import type { HorseGenotype } from '../../model/model.js'
import type { Lexicon } from '../../naming/lexicon.js'
import { readAnimal, type GenotypedAnimal } from '../read/animal.js'
import type { Fields } from '../read/decode-fields.js'
import { readCoatOptions, readLimit, type CoatOptions } from '../read/options.js'
import { kindOf, refuseInferred } from '../read/partly-tested.js'
import { sexLetter } from '../read/sex.js'
import { TextBudget } from '../read/text-budget.js'
import { isNothing } from '../read/values.js'
import { lexiconOf, type RuleBook } from '../rule-book.js'
import { genotypeShown, shownGenes } from '../shown-genes.js'
import { joinedNotes, writeNote, type Note } from '../wording.js'
import { explainCoat } from './explain.js'
import { inferResult } from './inferred-result.js'

/** The answer about an animal of which all genes are known. */
export type ResultAnswer = Readonly<ReturnType<typeof exactResult>>

/** Throws ContractError for the client's faults. */
export function askResult(book: RuleBook, fields: Fields, fallbackLanguage: string) {
  const options = readCoatOptions(fields, book.languages, fallbackLanguage)
  const { language } = options
  const limit = readCoatLimit(book, fields, options)
  const budget = new TextBudget()
  const text = { language, budget }
  const animal = readAnimal(book, fields, '', { sex: fields['sex'], text })
  if (animal.kind === 'genotyped')
    return { kind: 'value', body: exactResult(book, options, animal), language } as const
  const textSteps = budget.steps
  const run = inferResult(book, fields, animal, { ...options, limit, textSteps })
  return { kind: 'job', run, language } as const
}

/** Options come before the animal, and these two have a meaning only for one kind of animal. */
function readCoatLimit(book: RuleBook, fields: Fields, { explain }: CoatOptions): number | undefined {
  if (!explain && isNothing(fields['limit'])) return undefined
  const kind = kindOf(fields)
  if (kind === 'genotyped') return undefined
  if (explain) throw refuseInferred(fields, 'explain', 'false', kind)
  return readLimit(fields, book.maxResults)
}

function exactResult(book: RuleBook, { language, explain, tokens }: CoatOptions, animal: GenotypedAnimal) {
  const { genotype, genes, sex } = animal
  const { named, joined, sexLinked } = genes
  const { coat, hasNotes } = book.phenotypes.visible.of(genotype)
  const lexicon = lexiconOf(book.lexicons, language)
  const notes: readonly Note[] = [
    ...joinedNotes(lexicon, joined),
    ...(hasNotes ? notesOf(book, genotype, lexicon) : []),
  ]
  return {
    base: genotypeShown(shownGenes(book, named, ['base']), genotype),
    others: genotypeShown(shownGenes(book, named, ['others']), genotype),
    /** Where a locus on the sex chromosome was named. */
    ...(sexLinked.length > 0 && sex && { sex: sexLetter(sex) }),
    translate: book.nameOf(coat, language),
    ...(tokens && { tokens: coat.tokens }),
    ...(notes.length > 0 && { notes }),
    ...(explain && { explain: explainCoat(book, book.phenotypes.of(genotype), lexicon) }),
  }
}

function notesOf(book: RuleBook, genotype: HorseGenotype, lexicon: Lexicon): readonly Note[] {
  const phenotype = book.phenotypes.of(genotype)
  const fired = phenotype.outcomes.flatMap((outcome) => outcome.fired)
  return phenotype.notes.map((code) => {
    const asked = Object.keys(fired.find((rule) => rule.notes.includes(code))?.when ?? {})
    const locus = book.model.loci.find((each) => asked.includes(each.key))
    if (locus === undefined) return writeNote(lexicon, code, 'translate')
    return writeNote(lexicon, code, `${locus.group}.${locus.key}`, genotype[locus.index]?.alleles)
  })
}

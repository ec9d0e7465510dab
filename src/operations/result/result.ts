/**
 * One horse: the name of its coat and, when asked, the reasons.
 * Guarantees: equal genotypes give equal answers, however they were spelled.
 */
import type { HorseGenotype } from '../../model/model.js'
import type { Lexicon } from '../../naming/lexicon.js'
import type { Fields } from '../read/decode-fields.js'
import { explainCoat } from './explain.js'
import { joinedNotes, writeNote, type Note } from '../wording.js'
import { readHorse } from '../read/horse.js'
import { readCoatOptions } from '../read/options.js'
import { sexLetter } from '../read/sex.js'
import { lexiconOf, type RuleBook } from '../rule-book.js'
import { genotypeShown, shownGenes } from '../shown-genes.js'

export type ResultAnswer = Readonly<ReturnType<typeof answerResult>['body']>

/** Throws ContractError for the client's faults. */
export function answerResult(book: RuleBook, fields: Fields, fallbackLanguage: string) {
  const { language, explain, tokens } = readCoatOptions(fields, book.languages, fallbackLanguage)
  const { genotype, named, joined, sex } = readHorse(book, fields, '', { sex: fields['sex'] })
  const { coat, hasNotes } = book.phenotypes.visible.of(genotype)
  const lexicon = lexiconOf(book.lexicons, language)
  const notes: readonly Note[] = [
    ...joinedNotes(lexicon, joined),
    ...(hasNotes ? notesOf(book, genotype, lexicon) : []),
  ]
  const body = {
    base: genotypeShown(shownGenes(book, named, ['base']), genotype),
    others: genotypeShown(shownGenes(book, named, ['others']), genotype),
    /** Where a locus on the sex chromosome was named. */
    ...(sex && { sex: sexLetter(sex) }),
    translate: book.nameOf(coat, language),
    ...(tokens && { tokens: coat.tokens }),
    ...(notes.length > 0 && { notes }),
    ...(explain && { explain: explainCoat(book, book.phenotypes.of(genotype), lexicon) }),
  }
  return { body, language }
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

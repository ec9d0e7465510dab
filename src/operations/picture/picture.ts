/**
 * What a picture of one animal shows: its visible tokens, its age, what is said beside it.
 * Guarantees: the same animal has the same seed, however it was written and whatever loci the rules come to know; a coat that
 * does not live has a note in place of a picture, and so has an animal without artwork.
 * Leaves to others: drawing it (picture/picture.ts).
 */
import { SHOWN_NOTE, LETHAL_NOTE, UNDRAWN_NOTE } from '../../naming/check-words.js'
import type { Subject } from '../../picture/picture.js'
import type { Fields } from '../read/decode-fields.js'
import { readGenotyped } from '../read/animal.js'
import { readAge, readLanguage } from '../read/options.js'
import { lexiconOf, type RuleBook } from '../rule-book.js'
import { writeNote } from '../wording.js'

/** Throws ContractError for the client's faults. */
export function answerPicture(book: RuleBook, fields: Fields, fallbackLanguage: string): Subject {
  const language = readLanguage(fields, book.languages, fallbackLanguage)
  const asked = readAge(fields)
  const { genotype } = readGenotyped(book, fields, '', { sex: fields['sex'] })
  const { coat } = book.phenotypes.visible.of(genotype)
  const { picture: tables } = book.model.source
  const lexicon = lexiconOf(book.lexicons, language)
  const told = { language, name: book.nameOf(coat, language) }
  const say = (note: string): string => writeNote(lexicon, note, 'picture').text
  if (tables === undefined) return { ...told, description: say(UNDRAWN_NOTE), shown: undefined }
  if (coat.viability?.status === 'lethal') {
    const cause = lexicon.causes[coat.viability.cause] ?? ''
    return { ...told, description: `${say(LETHAL_NOTE)} ${cause}`, shown: undefined }
  }
  const age = asked ?? tables.appearance.usual_age
  const written = genotype.filter((own, index) => own !== book.alleleMemo.absent[index])
  const seed = written.map(({ locus, text }) => `${locus.key}=${text}`).join(' ')
  const description = say(SHOWN_NOTE).replace('{age}', () => String(age))
  return { ...told, description, shown: { tables, tokens: coat.tokens, age, seed } }
}

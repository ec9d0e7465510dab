/**
 * What a picture of one animal shows: its visible tokens, its age, what is said beside it.
 * Guarantees: spots depend on the variants that show and on nothing else, so that they stay where they are however a
 * genotype is written, whatever it carries unseen, and whatever loci the rules come to know; a coat that does not live has a
 * note in place of a picture, and so has an animal without artwork.
 * Leaves to others: drawing it (picture/picture.ts).
 */
import { SHOWN_NOTE, LETHAL_NOTE, UNDRAWN_NOTE } from '../../naming/check-words.js'
import type { HorseGenotype } from '../../model/model.js'
import type { Subject } from '../../picture/picture.js'
import type { Fields } from '../read/decode-fields.js'
import { readGenotyped } from '../read/animal.js'
import { readAge, readLanguage } from '../read/options.js'
import { lexiconOf, type Ruleset } from '../ruleset.js'
import { writeNote } from '../wording.js'

/** Throws ClientError for the client's faults. */
export function answerPicture(ruleset: Ruleset, fields: Fields, fallbackLanguage: string): Subject {
  const language = readLanguage(fields, ruleset.languages, fallbackLanguage)
  const asked = readAge(fields)
  const { genotype } = readGenotyped(ruleset, fields, '', { sex: fields['sex'] })
  const { coat } = ruleset.phenotypes.visible.of(genotype)
  const { picture: tables } = ruleset.model.source
  const lexicon = lexiconOf(ruleset.lexicons, language)
  const told = { language, name: ruleset.nameOf(coat, language) }
  const say = (note: string): string => writeNote(lexicon, note, 'picture').text
  if (tables === undefined) return { ...told, description: say(UNDRAWN_NOTE), shown: undefined }
  if (coat.viability?.status === 'lethal') {
    const cause = lexicon.causes[coat.viability.cause] ?? ''
    return { ...told, description: `${say(LETHAL_NOTE)} ${cause}`, shown: undefined }
  }
  const age = asked ?? tables.appearance.usual_age
  const seed = seedOf(ruleset, genotype, coat.tokens)
  const description = say(SHOWN_NOTE).replace('{age}', () => String(age))
  return { ...told, description, shown: { tables, tokens: coat.tokens, age, seed } }
}

/** The genotype at the loci that decide on the tokens, wild types left out. @param tokens those that are drawn */
function seedOf({ model, alleleMemo }: Ruleset, genotype: HorseGenotype, tokens: readonly string[]): string {
  const deciding = model.tables.filter(({ source }) =>
    source.rules.some(({ then }) => then.some((token) => tokens.includes(token))),
  )
  const loci = new Set(deciding.flatMap(({ columns }) => columns.map(({ locus }) => locus)))
  return genotype
    .filter((own, index) => loci.has(index) && own !== alleleMemo.absent[index])
    .map(({ locus, text }) => `${locus.key}=${text}`)
    .join(' ')
}

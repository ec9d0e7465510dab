/**
 * Prepares the subject of a picture: visible tokens, age and alternative text. picture/picture.ts draws it.
 * Guarantees: spots depend only on the visible variants, so that they stay in place however a genotype is written, whatever
 * else it carries and whatever loci are added to the rules. A lethal genotype and a rule set without artwork get a note instead
 * of a picture.
 */
import { SHOWN_NOTE, LETHAL_NOTE, UNDRAWN_NOTE } from '../../naming/check-words.js'
import type { HorseGenotype } from '../../model/model.js'
import type { Subject } from '../../picture/picture.js'
import type { Fields } from '../read/decode-fields.js'
import { readGenotyped } from '../read/animal.js'
import { readAge, readLanguage } from '../read/options.js'
import { lexiconOf, type Ruleset } from '../ruleset.js'
import { writeNote } from '../wording.js'

/** Throws ClientError with the request's first fault. */
export function answerPicture(ruleset: Ruleset, fields: Fields, fallbackLanguage: string): Subject {
  const language = readLanguage(fields, ruleset.languages, fallbackLanguage)
  const requestedAge = readAge(fields)
  const { genotype } = readGenotyped(ruleset, fields, '', { sex: fields['sex'] })
  const { coat } = ruleset.phenotypes.visible.of(genotype)
  const { picture: tables } = ruleset.model.source
  const lexicon = lexiconOf(ruleset.lexicons, language)
  const named = { language, name: ruleset.nameOf(coat, language) }
  const say = (note: string): string => writeNote(lexicon, note, 'picture').text
  if (tables === undefined) return { ...named, description: say(UNDRAWN_NOTE), shown: undefined }
  if (coat.viability?.status === 'lethal') {
    const cause = lexicon.causes[coat.viability.cause] ?? ''
    return { ...named, description: `${say(LETHAL_NOTE)} ${cause}`, shown: undefined }
  }
  const age = requestedAge ?? tables.appearance.usual_age
  const seed = seedOf(ruleset, genotype, coat.tokens)
  const description = say(SHOWN_NOTE).replace('{age}', () => String(age))
  return { ...named, description, shown: { tables, tokens: coat.tokens, age, seed } }
}

/** The genotype at the loci that affect the drawn tokens, without wild types. @param tokens that are drawn */
function seedOf({ model, alleleMemo }: Ruleset, genotype: HorseGenotype, tokens: readonly string[]): string {
  const deciding = model.tables.filter(({ source }) =>
    source.rules.some(({ then }) => then.some((token) => tokens.includes(token))),
  )
  const loci = new Set(deciding.flatMap(({ columns }) => columns.map(({ locus }) => locus)))
  return genotype
    .filter((atLocus, index) => loci.has(index) && atLocus !== alleleMemo.absent[index])
    .map(({ locus, text }) => `${locus.key}=${text}`)
    .join(' ')
}

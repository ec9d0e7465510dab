/**
 * Prepares the subject of a picture: visible tokens, age and alternative text. picture/picture.ts draws it.
 * Guarantees: the spots of a pattern depend only on the base genes and on the alleles behind the pattern, so that they stay in
 * place however a genotype is written, whatever else the animal has and whatever loci are added to the rules. A lethal genotype and
 * a rule set without artwork get a note instead of a picture.
 */
import { SHOWN_NOTE, LETHAL_NOTE, UNDRAWN_NOTE } from '../../naming/check-words.js'
import type { HorseGenotype, ModelLocus, Outcome } from '../../model/model.js'
import type { Visible } from '../../picture/appearance.js'
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
  const { coat, outcomes } = ruleset.phenotypes.of(genotype)
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
  const visible = { tokens: coat.tokens, ...readBy(ruleset, genotype, outcomes) }
  const description = say(SHOWN_NOTE).replace('{age}', () => String(age))
  return { ...named, description, shown: { tables, visible, age } }
}

/** The rules that apply, each with the alleles that it reads; wild types are left out. */
function readBy(
  { model, alleleMemo }: Ruleset,
  genotype: HorseGenotype,
  outcomes: readonly Outcome[],
): Omit<Visible, 'tokens'> {
  const textOf = (isRead: (index: number, locus: ModelLocus) => boolean): string =>
    genotype
      .filter((atLocus, index) => isRead(index, atLocus.locus) && atLocus !== alleleMemo.absent[index])
      .map(({ locus, text }) => `${locus.key}=${text}`)
      .join(' ')
  const causes = outcomes.flatMap(({ fired }, at) => {
    if (fired.length === 0) return []
    const loci = new Set(model.tables[at]?.columns.map(({ locus }) => locus))
    const alleles = textOf((index) => loci.has(index))
    return fired.map(({ id, then }) => ({ rule: id, gives: then, alleles }))
  })
  return { causes, seed: textOf((_, { required }) => required) }
}

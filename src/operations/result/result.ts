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
import { lexiconOf, type Ruleset } from '../ruleset.js'
import { genotypeShown, shownGenes } from '../shown-genes.js'
import { joinedNotes, writeNote, type Note } from '../wording.js'
import { explainCoat } from './explain.js'
import { inferResult } from './inferred-result.js'

/** The answer about an animal of which all genes are known. */
export type ResultAnswer = Readonly<ReturnType<typeof exactResult>>

/** Throws ClientError for the client's faults. */
export function askResult(ruleset: Ruleset, fields: Fields, fallbackLanguage: string) {
  const options = readCoatOptions(fields, ruleset.languages, fallbackLanguage)
  const { language } = options
  const limit = readCoatLimit(ruleset, fields, options)
  const budget = new TextBudget()
  const text = { language, budget }
  const animal = readAnimal(ruleset, fields, '', { sex: fields['sex'], text })
  if (animal.kind === 'genotyped')
    return { kind: 'value', body: exactResult(ruleset, options, animal), language } as const
  const textSteps = budget.steps
  const run = inferResult(ruleset, fields, animal, { ...options, limit, textSteps })
  return { kind: 'job', run, language } as const
}

/** Options come before the animal, and these two have a meaning only for one kind of animal. */
function readCoatLimit(ruleset: Ruleset, fields: Fields, { explain }: CoatOptions): number | undefined {
  if (!explain && isNothing(fields['limit'])) return undefined
  const kind = kindOf(fields)
  if (kind === 'genotyped') return undefined
  if (explain) throw refuseInferred(fields, 'explain', 'false', kind)
  return readLimit(fields, ruleset.maxResults)
}

function exactResult(ruleset: Ruleset, { language, explain, tokens }: CoatOptions, animal: GenotypedAnimal) {
  const { genotype, genes, sex } = animal
  const { named, joined, sexLinked } = genes
  const { coat, hasNotes } = ruleset.phenotypes.visible.of(genotype)
  const lexicon = lexiconOf(ruleset.lexicons, language)
  const notes: readonly Note[] = [
    ...joinedNotes(lexicon, joined),
    ...(hasNotes ? notesOf(ruleset, genotype, lexicon) : []),
  ]
  return {
    base: genotypeShown(shownGenes(ruleset, named, ['base']), genotype),
    others: genotypeShown(shownGenes(ruleset, named, ['others']), genotype),
    /** Where a locus on the sex chromosome was named. */
    ...(sexLinked.length > 0 && sex && { sex: sexLetter(sex) }),
    translate: ruleset.nameOf(coat, language),
    ...(tokens && { tokens: coat.tokens }),
    ...(notes.length > 0 && { notes }),
    ...(explain && { explain: explainCoat(ruleset, ruleset.phenotypes.of(genotype), lexicon) }),
  }
}

function notesOf(ruleset: Ruleset, genotype: HorseGenotype, lexicon: Lexicon): readonly Note[] {
  const phenotype = ruleset.phenotypes.of(genotype)
  const fired = phenotype.outcomes.flatMap((outcome) => outcome.fired)
  return phenotype.notes.map((code) => {
    const asked = Object.keys(fired.find((rule) => rule.notes.includes(code))?.when ?? {})
    const locus = ruleset.model.loci.find((each) => asked.includes(each.key))
    if (locus === undefined) return writeNote(lexicon, code, 'translate')
    return writeNote(lexicon, code, `${locus.group}.${locus.key}`, genotype[locus.index]?.alleles)
  })
}

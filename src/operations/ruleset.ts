/**
 * One loaded rule set with everything that answers from it: model, evaluators, words.
 * Guarantees: immutable but for bounded memories; replaced as a whole when rules change.
 * Leaves to others: making it (open-ruleset.ts) and asking it (result.ts, offspring.ts, genes.ts).
 */
import { createWorkEstimate } from '../model/cross/cross-work.js'
import { createGenotypes } from '../model/phenotype/genotypes.js'
import { linkageVocabulary } from '../model/cross/linkage.js'
import { createBoundedMap, once } from '../common/memo.js'
import type { Coat, HorseGenotype, Model } from '../model/model.js'
import { createOffspring } from '../model/cross/cross.js'
import { createVisibleCoats } from '../model/phenotype/coat-automaton.js'
import { phenotypeOf } from '../model/phenotype/phenotype.js'
import { createZygotes } from '../model/cross/zygotes.js'
import type { Lexicon } from '../naming/lexicon.js'
import { nameCoat } from '../naming/name.js'
import { createNameReader } from '../naming/read-name.js'
import { createAlleleMemo } from './read/genes/gene.js'

/** One gene of an answer. */
export interface ShownGene {
  readonly key: string
  readonly allelesOf: (genotype: HorseGenotype) => readonly string[]
  /** Indices of the linkage groups that `allelesOf` looks at. */
  readonly groups: readonly number[]
}

export type Ruleset = ReturnType<typeof createRuleset>

/** In each language; some hundred bytes each. */
const MAX_NAMES = 20_000
const MAX_SHOWN = 200

export function createRuleset(model: Model, lexicons: ReadonlyMap<string, Lexicon>, maxResults: number) {
  const genotypes = createGenotypes(model)
  const zygotes = createZygotes(model, genotypes)
  /** Language codes in manifest order. */
  const languages: readonly string[] = [...lexicons.keys()]
  /** Names by language and the coat's key. */
  const namesBy = new Map(
    languages.map((language) => [language, createBoundedMap<string, string>(MAX_NAMES)]),
  )
  return Object.freeze({
    model,
    /** The manifest's version and 12 hex digits of the revision. */
    version: `${model.version}+${model.revision.slice(0, 12)}`,
    genotypes,
    phenotypes: {
      of: (horse: HorseGenotype) => phenotypeOf(model, horse),
      /** Coats alone, without reasons, many times faster: for answers that give no more, and for foals. */
      visible: createVisibleCoats(model),
    },
    zygotes,
    offspring: createOffspring(model, zygotes),
    estimateWork: createWorkEstimate(model, genotypes),
    linkage: linkageVocabulary(model),
    /** What was written of horses before. */
    alleleMemo: createAlleleMemo(model, genotypes),
    /** The genes that answers show, by the groups wanted and the extra genes named. */
    shown: createBoundedMap<string, readonly ShownGene[]>(MAX_SHOWN),
    /** Every token that some rule gives, in table order. */
    tokens: once((): readonly string[] => {
      const rules = model.tables.flatMap(({ source }) => source.rules)
      return [...new Set(rules.flatMap(({ then }) => then))]
    }),
    /** Reads coats' names back. */
    nameReader: once(() => createNameReader(model.source)),
    lexicons,
    languages,
    maxResults,
    /** The coat's name in a language of `languages`. */
    nameOf: ({ key, tokens }: Coat, language: string): string => {
      const names = inLanguage(namesBy, language)
      return names.known(key) ?? names.keep(key, nameCoat(lexiconOf(lexicons, language), tokens))
    },
  })
}

export function lexiconOf(lexicons: ReadonlyMap<string, Lexicon>, language: string): Lexicon {
  return inLanguage(lexicons, language)
}

function inLanguage<Value>(values: ReadonlyMap<string, Value>, language: string): Value {
  const value = values.get(language)
  if (value === undefined) throw new Error(`no lexicon for ${language}: a defect of the caller`)
  return value
}

/**
 * One loaded rule set with everything that answers from it: model, evaluators, words.
 * Guarantees: immutable but for bounded memories; replaced as a whole when rules change.
 * Leaves to others: making it (open-rule-book.ts) and asking it (result.ts, offspring.ts, genes.ts).
 */
import { createWorkEstimate, type EstimateWork } from '../model/cross/cross-work.js'
import { createGenotypes, type Genotypes } from '../model/phenotype/genotypes.js'
import { linkageVocabulary, type LinkageVocabulary } from '../model/cross/linkage.js'
import { createBoundedMap, type BoundedMap } from '../model/memo.js'
import type { Coat, HorseGenotype, Model } from '../model/model.js'
import { createOffspring, type Offspring } from '../model/cross/cross.js'
import { createPhenotypes, type Phenotypes } from '../model/phenotype/phenotype.js'
import { createZygotes, type Zygotes } from '../model/cross/zygotes.js'
import type { Lexicon } from '../naming/lexicon.js'
import { nameCoat } from '../naming/name.js'
import type { Frame } from './offspring/answer-bytes.js'
import { createAlleleMemo, type AlleleMemo } from './request/gene.js'

/** One gene of an answer. */
export interface ShownGene {
  readonly key: string
  readonly allelesOf: (genotype: HorseGenotype) => readonly string[]
  /** Indices of the linkage groups that `allelesOf` looks at. */
  readonly groups: readonly number[]
}

export interface RuleBook {
  readonly model: Model
  /** The manifest's version and 12 hex digits of the revision. */
  readonly version: string
  readonly genotypes: Genotypes
  readonly phenotypes: Phenotypes
  readonly zygotes: Zygotes
  readonly offspring: Offspring
  readonly estimateWork: EstimateWork
  readonly linkage: LinkageVocabulary
  /** What was written of horses before. */
  readonly alleleMemo: AlleleMemo
  /** The genes that answers show, by the groups wanted and the extra genes named. */
  readonly shown: BoundedMap<string, readonly ShownGene[]>
  readonly lexicons: ReadonlyMap<string, Lexicon>
  /** Language codes in manifest order. */
  readonly languages: readonly string[]
  readonly maxResults: number
  readonly memoryIn: (language: string) => WordMemory
  /** The coat's name in a language of `languages`. */
  readonly nameOf: (coat: Coat, language: string) => string
}

/** What is remembered in one language: names, and parts of rows of crosses that stood in a checked row. */
export interface WordMemory {
  /** By the coat's key. */
  readonly names: BoundedMap<string, string>
  readonly frames: BoundedMap<string, Frame>
  /** A gene with its alleles, by the list of these that an interned genotype has. */
  readonly genes: WeakMap<readonly string[], string>
  /** Percentages, and counts of genotypes. */
  readonly figures: BoundedMap<string, true>
}

/** In each language; some hundred bytes each. */
const MOST_NAMES = 20_000
const MOST_FIGURES = 8_192
const MOST_SHOWN = 200

export function createRuleBook(
  model: Model,
  lexicons: ReadonlyMap<string, Lexicon>,
  maxResults: number,
): RuleBook {
  const genotypes = createGenotypes(model)
  const phenotypes = createPhenotypes(model)
  const zygotes = createZygotes(model, genotypes)
  const languages = [...lexicons.keys()]
  const memories = new Map(languages.map((language) => [language, createWordMemory()]))
  const memoryIn = (language: string): WordMemory => inLanguage(memories, language)
  return Object.freeze({
    model,
    version: `${model.version}+${model.revision.slice(0, 12)}`,
    genotypes,
    phenotypes,
    zygotes,
    offspring: createOffspring(model, zygotes, phenotypes),
    estimateWork: createWorkEstimate(model, genotypes),
    linkage: linkageVocabulary(model),
    alleleMemo: createAlleleMemo(model, genotypes),
    shown: createBoundedMap<string, readonly ShownGene[]>(MOST_SHOWN),
    lexicons,
    languages,
    maxResults,
    memoryIn,
    nameOf: ({ key, tokens }: Coat, language: string) => {
      const { names } = memoryIn(language)
      return names.known(key) ?? names.keep(key, nameCoat(lexiconOf(lexicons, language), tokens))
    },
  })
}

function createWordMemory(): WordMemory {
  return {
    names: createBoundedMap(MOST_NAMES),
    frames: createBoundedMap(MOST_NAMES),
    genes: new WeakMap(),
    figures: createBoundedMap(MOST_FIGURES),
  }
}

export function lexiconOf(lexicons: ReadonlyMap<string, Lexicon>, language: string): Lexicon {
  return inLanguage(lexicons, language)
}

function inLanguage<Value>(values: ReadonlyMap<string, Value>, language: string): Value {
  const value = values.get(language)
  if (value === undefined) throw new Error(`no lexicon for ${language}: a defect of the caller`)
  return value
}

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
import type { ViabilityAnswer } from './answers.js'
import { createCheckedParts, type CheckedParts } from './offspring/checked-parts.js'
import { createAlleleMemo, type AlleleMemo } from './request/horse.js'

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
  /** Parts of rows of crosses that were checked in this language. */
  readonly checkedParts: (language: string) => CheckedParts
  /** The coat's name in a language of `languages`. */
  readonly nameOf: (coat: Coat, language: string) => string
}

/** In each language; some hundred bytes each. */
const MOST_NAMES = 20_000
const MOST_SHOWN = 200

export function createRuleBook(
  model: Model,
  lexicons: ReadonlyMap<string, Lexicon>,
  maxResults: number,
): RuleBook {
  const genotypes = createGenotypes(model)
  const phenotypes = createPhenotypes(model)
  const zygotes = createZygotes(model, genotypes)
  const words = new Map([...lexicons].map(([language, lexicon]) => [language, wordsOf(lexicon)]))
  const wordsIn = (language: string): Words => words.get(language) ?? wordsOf(lexiconOf(lexicons, language))
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
    languages: [...lexicons.keys()],
    maxResults,
    checkedParts: (language: string) => wordsIn(language).checkedParts,
    nameOf: (coat: Coat, language: string) => wordsIn(language).nameOf(coat),
  })
}

/** What is remembered in one language. */
interface Words {
  readonly checkedParts: CheckedParts
  readonly nameOf: (coat: Coat) => string
}

function wordsOf(lexicon: Lexicon): Words {
  const names = createBoundedMap<string, string>(MOST_NAMES)
  const nameNow = ({ key, tokens }: Coat): string => names.keep(key, nameCoat(lexicon, tokens))
  return {
    checkedParts: createCheckedParts(),
    nameOf: (coat) => names.known(coat.key) ?? nameNow(coat),
  }
}

export function lexiconOf(lexicons: ReadonlyMap<string, Lexicon>, language: string): Lexicon {
  const lexicon = lexicons.get(language)
  if (lexicon === undefined) throw new Error(`no lexicon for ${language}: a defect of the caller`)
  return lexicon
}

/** The viability of a coat as answers tell it; undefined for a coat that is expected to live. */
export function viabilityOf(coat: Coat, lexicon: Lexicon): ViabilityAnswer | undefined {
  if (coat.viability === undefined) return undefined
  const { status, evidence, cause } = coat.viability
  return { status, evidence, cause: lexicon.causes[cause] ?? cause }
}

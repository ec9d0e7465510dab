/**
 * One loaded rule set with everything that answers from it: model, evaluators, words.
 * Guarantees: immutable but for bounded memories; replaced as a whole when rules change.
 * Leaves to others: making it (open.ts) and asking it (result.ts, offspring.ts, genes.ts).
 */
import { createGenotypes, type Genotypes } from '../model/genotypes.js'
import { linkageVocabulary, type LinkageVocabulary } from '../model/linkage.js'
import { createMemo, type Memo } from '../model/memo.js'
import type { Coat, Model } from '../model/model.js'
import { createOffspring, type Offspring } from '../model/offspring.js'
import { createPhenotypes, type Phenotypes } from '../model/phenotype.js'
import { createZygotes, type Zygotes } from '../model/zygotes.js'
import type { Lexicon } from '../naming/lexicon.js'
import { nameCoat } from '../naming/name.js'
import type { OffspringAnswer, ViabilityAnswer } from './answers.js'
import type { CoatFrames } from './row-text.js'

export interface RuleBook {
  readonly model: Model
  /** The manifest's version and 12 hex digits of the revision. */
  readonly version: string
  readonly genotypes: Genotypes
  readonly phenotypes: Phenotypes
  readonly zygotes: Zygotes
  readonly offspring: Offspring
  readonly linkage: LinkageVocabulary
  readonly lexicons: ReadonlyMap<string, Lexicon>
  /** Language codes in manifest order. */
  readonly languages: readonly string[]
  readonly maxResults: number
  readonly crosses: Memo<OffspringAnswer>
  /** What was rendered of coats in a language, as long as they are remembered. */
  readonly framesIn: (language: string) => CoatFrames
  /** The coat's name in a language of `languages`. */
  readonly nameOf: (coat: Coat, language: string) => string
}

const NAME_BYTES = 8 * 2 ** 20
const CROSS_BYTES = 64 * 2 ** 20
/** About what one possibility of a remembered answer holds, shared strings left aside. */
const BYTES_PER_POSSIBILITY = 600

export function createRuleBook(
  model: Model,
  lexicons: ReadonlyMap<string, Lexicon>,
  maxResults: number,
): RuleBook {
  const genotypes = createGenotypes(model)
  const phenotypes = createPhenotypes(model)
  const zygotes = createZygotes(model, genotypes)
  const names = createMemo<{ readonly name: string }>(
    NAME_BYTES,
    ({ name }, key) => 2 * (name.length + key.length),
    'names',
  )
  const frames = new Map<string, CoatFrames>([...lexicons.keys()].map((each) => [each, new WeakMap()]))
  return Object.freeze({
    model,
    version: `${model.version}+${model.revision.slice(0, 12)}`,
    genotypes,
    phenotypes,
    zygotes,
    offspring: createOffspring(model, zygotes, phenotypes),
    linkage: linkageVocabulary(model),
    lexicons,
    languages: [...lexicons.keys()],
    maxResults,
    crosses: createMemo<OffspringAnswer>(
      CROSS_BYTES,
      (answer, key) => key.length * 2 + answer.results.length * BYTES_PER_POSSIBILITY,
      'crosses',
    ),
    framesIn: (language: string) => frames.get(language) ?? new WeakMap(),
    nameOf: (coat: Coat, language: string) => {
      const lexicon = lexiconOf(lexicons, language)
      return names.take(`${language} ${coat.tokens.join(' ')}`, () => ({
        name: nameCoat(lexicon, coat.tokens),
      })).name
    },
  })
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

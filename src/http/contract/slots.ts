/**
 * Fills the document's slots from the loaded rules: which genes, which alleles, which languages.
 * Guarantees: pure; touches only the schemas named here, so that a new allele needs no edit of the document.
 * Pairs and their order are not said here: the model knows them better than a schema can say.
 */
import type { Coats } from '../../coats/answers.js'
import type { GeneVocabulary } from '../../coats/catalogue.js'
import { tagPattern } from '../../coats/request/language-tag.js'
import { LONGEST_COMPLETED_LIST } from '../../model/phenotype/read-alleles.js'
import { UNPHASED } from '../../rules/notation.js'
import type { Json } from './contract.js'

/** What the slots are filled from. */
export type SlotSource = Pick<Coats, 'vocabulary' | 'languages' | 'linkageSpellings'>

/** The slot schemas by name, under `components.schemas` of the document. */
export function renderSlots(source: SlotSource): Readonly<Record<string, Json>> {
  const { vocabulary, languages, linkageSpellings } = source
  const base = vocabulary.filter((gene) => gene.group === 'base')
  const others = vocabulary.filter((gene) => gene.group === 'others')
  return {
    Language: { description: 'A language of the names', type: 'string', enum: languages },
    RequestLanguage: {
      description: 'A language of the names, in any case, a region after it allowed',
      type: 'string',
      pattern: tagPattern(languages),
      examples: languages,
    },
    RequestBaseGenes: requestSchema(base, 'Genes that must be there'),
    RequestOtherGenes: requestSchema(others, 'A gene left out is wild type'),
    AnswerBaseGenes: answerSchema(base, 'As interpreted'),
    AnswerOtherGenes: answerSchema(others, 'As interpreted'),
    AnswerGenotype: answerSchema(vocabulary, 'A whole genotype'),
    LinkageAlleles: {
      description: 'Alleles together on one chromosome copy',
      type: 'array',
      items: { type: 'string', enum: linkageSpellings },
    },
  }
}

/** The document with its slots filled; the one given is left as it is. */
export function fillSlots(document: Json, source: SlotSource): Json {
  const components = document['components'] as Json
  const schemas = components['schemas'] as Json
  return { ...document, components: { ...components, schemas: { ...schemas, ...renderSlots(source) } } }
}

function requestSchema(genes: readonly GeneVocabulary[], description: string): Json {
  const required = genes.filter((gene) => gene.required)
  return genesSchema(genes, required, description, (gene) => gene.spellings)
}

function answerSchema(genes: readonly GeneVocabulary[], description: string): Json {
  const always = genes.filter((gene) => gene.required || gene.listed)
  return genesSchema(genes, always, description, (gene) => gene.alleles)
}

function genesSchema(
  genes: readonly GeneVocabulary[],
  required: readonly GeneVocabulary[],
  description: string,
  spellingsOf: (gene: GeneVocabulary) => readonly string[],
): Json {
  return {
    description,
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required: required.map(({ gene }) => gene) }),
    properties: Object.fromEntries(genes.map((gene) => [gene.gene, allelesSchema(gene, spellingsOf(gene))])),
  }
}

/** The most items an array can hold: an unphased list with its word, and two alleles of another gene. */
const LONGEST_ARRAY = LONGEST_COMPLETED_LIST + 3

function allelesSchema(gene: GeneVocabulary, spellings: readonly string[]): Json {
  if (!gene.cis) {
    const least = gene.notation === 'compact' ? 1 : 2
    return { type: 'array', minItems: least, maxItems: 2, items: { type: 'string', enum: spellings } }
  }
  const one = spellings.map((spelling) => spelling.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return {
    type: 'array',
    minItems: 1,
    maxItems: LONGEST_ARRAY,
    items: { type: 'string', pattern: `^(?:${UNPHASED}|(?:${one})(?:\\+(?:${one}))*)$` },
  }
}

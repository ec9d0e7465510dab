/**
 * Fills the rule-dependent components of the contract: genes, alleles and languages.
 * Guarantees: pure; changes only the components named here, so that a new allele needs no edit of openapi.yaml. Combinations of
 * alleles are left to the model, because a schema cannot express them.
 */
import type { Ruleset } from '../../../operations/ruleset.js'
import { vocabularyOf, type GeneVocabulary } from '../../../operations/genes/genes.js'
import { tagPattern } from '../../../common/language-tag.js'
import { UNPHASED } from '../../../rules/notation.js'
import type { Json } from '../../../common/json.js'

/** Prefix of the schema names of alleles, followed by the gene's key. */
const ALLELE = 'Allele_'
/** Name of the schema of linked alleles. */
const LINKED = 'LinkageAllele'
/** The schema of a copy with unknown alleles. */
const UNKNOWN_COPY = { $ref: '#/components/schemas/UnknownCopy' }

/** Components of the document by kind and name. */
export function renderSlots(ruleset: Ruleset) {
  const { languages } = ruleset
  const vocabulary = vocabularyOf(ruleset)
  /** Every spelling that a declaration of phase may hold. */
  const linkageSpellings = [...ruleset.linkage.keys()]
  const base = vocabulary.filter((gene) => gene.group === 'base')
  const others = vocabulary.filter((gene) => gene.group === 'others')
  const canonical = new Set(vocabulary.flatMap((gene) => gene.alleles))
  const schemas = {
    Language: { description: 'A language of the names', type: 'string', enum: languages },
    RequestLanguage: {
      description: 'A language of the names, in any case, a region after it allowed',
      type: 'string',
      pattern: tagPattern(languages),
      examples: languages,
    },
    RequestBaseGenes: genesSchema(base, 'Genes that must be there'),
    RequestOtherGenes: genesSchema(others, 'A gene left out is wild type'),
    // Separate from the schemas above, so that generated clients keep precise types for alleles.
    OpenBaseGenes: genesSchema(base, 'Genes that must be there, of which something is not known', OPEN),
    OpenOtherGenes: genesSchema(others, 'Genes of which something is not known', OPEN),
    PedigreeBaseGenes: genesSchema(base, 'What is known of them', { ...OPEN, isThere: () => false }),
    AnswerBaseGenes: genesSchema(base, 'As interpreted', ANSWERED),
    AnswerOtherGenes: genesSchema(others, 'As interpreted', ANSWERED),
    AnswerGenotype: genesSchema(vocabulary, 'A whole genotype', ANSWERED),
    ...Object.fromEntries(
      vocabulary.map(({ gene, alleles }) => [ALLELE + gene, wordsOf(`An allele of ${gene}`, alleles)]),
    ),
    ...linkageSchemas(
      linkageSpellings.filter((spelling) => canonical.has(spelling)),
      linkageSpellings.filter((spelling) => !canonical.has(spelling)),
    ),
  }
  return { schemas, links: { Coat: coatLink(base, others) } }
}

/** A copy of the document with its slots filled. */
export function fillSlots(document: Json, ruleset: Ruleset): Json {
  const components = document['components'] as Json
  const slots = renderSlots(ruleset)
  // Drop the schemas of genes that these rules lack.
  const kept = Object.entries(components['schemas'] as Json).filter(
    ([name]) => Object.hasOwn(slots.schemas, name) || !(name.startsWith(ALLELE) || name === LINKED),
  )
  const schemas = { ...Object.fromEntries(kept), ...slots.schemas }
  const links = { ...(components['links'] as Json), ...slots.links }
  return { ...document, components: { ...components, schemas, links } }
}

/** Schemas of kit_linkage. Without linked genes no allele can be declared. */
function linkageSchemas(alleles: readonly string[], aliases: readonly string[]): Json {
  const list = { description: 'Alleles together on one chromosome copy', type: 'array' }
  if (alleles.length === 0) return { LinkageAlleles: { ...list, maxItems: 0, items: {} } }
  return {
    [LINKED]: wordsOf('An allele of a gene that is linked with others', alleles),
    LinkageAlleles: { ...list, items: { title: 'allele', ...anyOf(LINKED, oneOfThese(aliases)) } },
  }
}

/** Notation of genes in one kind of object. */
interface Writing {
  /** Whether the gene is required. */
  readonly isThere: (gene: GeneVocabulary) => boolean
  readonly spellings: (gene: GeneVocabulary) => readonly string[]
  /** Accepted items other than alleles. */
  readonly signs: readonly Json[]
}

const KNOWN: Writing = {
  isThere: ({ required }) => required,
  spellings: ({ spellings, noCopy }) => (noCopy === null ? spellings : [...spellings, noCopy]),
  signs: [],
}
const OPEN: Writing = { ...KNOWN, signs: [UNKNOWN_COPY] }
const ANSWERED: Writing = { isThere: isAlwaysShown, spellings: ({ alleles }) => alleles, signs: [] }

function isAlwaysShown({ required, listed }: GeneVocabulary): boolean {
  return required || listed
}

function genesSchema(genes: readonly GeneVocabulary[], description: string, writing = KNOWN): Json {
  const required = genes.filter(writing.isThere).map(({ gene }) => gene)
  return {
    description,
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(genes.map((gene) => [gene.gene, genotypeOf(gene, writing)])),
  }
}

function genotypeOf(gene: GeneVocabulary, writing: Writing): Json {
  const { notation, mostItems, joined, noCopy, alleles } = gene
  const spellings = writing.spellings(gene)
  const joinable = spellings.filter((spelling) => joined.includes(spelling))
  const aliases = spellings.filter((spelling) => !alleles.includes(spelling) && !joined.includes(spelling))
  const one = pattern(joinable)
  return {
    type: 'array',
    minItems: notation === 'compact' || noCopy !== null ? 1 : 2,
    maxItems: mostItems,
    items: anyOf(
      ALLELE + gene.gene,
      oneOfThese(gene.cis ? [...aliases, UNPHASED] : aliases),
      joinable.length > 0 && { type: 'string', pattern: `^${one}(?:\\+${one})*$` },
      ...writing.signs,
    ),
  }
}

function wordsOf(description: string, words: readonly string[]): Json {
  const constants = constantsOf(words)
  const isClear = words.every((word, index) => word.toUpperCase() === constants[index])
  return { description, type: 'string', enum: words, ...(!isClear && { 'x-enum-varnames': constants }) }
}

/** Unique names of constants. Client generators write them in upper case, and some drop one of two that differ only in case. */
function constantsOf(words: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  for (const word of words) {
    let name = word.toUpperCase().replace(/\W/g, '_')
    while (taken.has(name)) name = `LOWER_${name}`
    taken.add(name)
  }
  return [...taken]
}

/** Canonical spellings refer to a named schema, which keeps generated clients small; other spellings are patterns. */
function anyOf(name: string, ...spellings: readonly (Json | false)[]): Json {
  const canonical = { $ref: `#/components/schemas/${name}` }
  const others = spellings.filter((each) => each !== false)
  return others.length === 0 ? canonical : { anyOf: [canonical, ...others] }
}

function oneOfThese(spellings: readonly string[]): Json | false {
  return spellings.length > 0 && { type: 'string', pattern: `^${pattern(spellings)}$` }
}

function pattern(spellings: readonly string[]): string {
  return `(?:${spellings.map((spelling) => spelling.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`
}

/**
 * A link from a foal to its coat: its genotype split into the two groups. OpenAPI's name is `requestBody`, but OpenAPI Generator
 * refuses documents in which that is not a string.
 */
function coatLink(base: readonly GeneVocabulary[], others: readonly GeneVocabulary[]): Json {
  const group = (genes: readonly GeneVocabulary[]): Json =>
    Object.fromEntries(
      genes.filter(isAlwaysShown).map(({ gene }) => [gene, `$response.body#/results/0/genotype/${gene}`]),
    )
  return {
    operationId: 'calculateCoat',
    description: 'The most probable of the offspring, by the genes that each shows',
    'x-requestBody': { base: group(base), others: group(others) },
  }
}

/**
 * Examples made of the genes of the loaded rules: a request for each question, and a request refused.
 * Guarantees: names no gene that these rules have not; the refusal is the service's own, never typed.
 * Leaves to others: their places in the document (examples.ts, commands/contract.ts).
 */
import type { Coats } from '../../coats/answers.js'
import type { GeneVocabulary } from '../../coats/catalogue.js'
import { ContractError } from '../../coats/contract-error.js'
import type { Json } from './contract.js'
import { errorBody, type ErrorBody } from '../errors.js'

/** One request by endpoint, of the genes these rules cannot do without. */
export function ownExamples({ vocabulary }: Pick<Coats, 'vocabulary'>): Readonly<Record<string, Json>> {
  const genotype = ownGenotype(vocabulary)
  const example = (value: Json): Json => ({ genes: { summary: 'Genes of the loaded rules', value } })
  return {
    'coats.result': example(genotype),
    'coats.generateChild': example({ mother: genotype, father: genotype }),
  }
}

/** What a client reads after a frequent mistake: a gene's alleles written as text and not as an array. */
export function refusalExample(
  { vocabulary, result }: Pick<Coats, 'vocabulary' | 'result'>,
  fallbackLanguage: string,
): ErrorBody {
  const gene = vocabulary.find(({ group }) => group === 'base') ?? vocabulary[0]
  if (gene === undefined) throw new Error('a rule set without a gene: a defect of the loader')
  const genotype = ownGenotype(vocabulary)
  const group = { ...(genotype[gene.group] as Json), [gene.gene]: gene.alleles.slice(0, 2).join('') }
  try {
    result({ ...genotype, [gene.group]: group }, fallbackLanguage)
  } catch (error) {
    if (error instanceof ContractError) return errorBody(error)
    throw error
  }
  throw new Error(`alleles of ${gene.gene} written as text were accepted: a defect of the reader`)
}

function ownGenotype(vocabulary: readonly GeneVocabulary[]): Json {
  const groupOf = (group: 'base' | 'others'): Json =>
    Object.fromEntries(
      vocabulary
        .filter((gene) => gene.required && gene.group === group)
        .map(({ gene, alleles }) => [gene, [alleles[0], alleles[1] ?? alleles[0]]]),
    )
  const others = groupOf('others')
  return { base: groupOf('base'), ...(Object.keys(others).length === 0 ? {} : { others }) }
}

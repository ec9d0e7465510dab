/**
 * Parses a genotype as typed on the command line: `extension=E/e agouti=A/a kit=To+DW20/n`.
 * Guarantees: returns the fields that an HTTP client would send, so that both are validated by the same code.
 */
import type { Fields } from '../../operations/read/decode-fields.js'
import type { GeneVocabulary } from '../../operations/genes/genes.js'
import { Refusal } from '../report.js'

/** Genes are separated by spaces or commas, alleles by `/`. @param option name for messages, such as `--mother` */
export function readGenotypeText(
  text: string,
  vocabulary: readonly GeneVocabulary[],
  option: string,
): Fields {
  const base: Record<string, readonly string[]> = {}
  const others: Record<string, readonly string[]> = {}
  for (const word of text.split(/[\s,;]+/).filter((each) => each !== '')) {
    const [gene = '', alleles, ...more] = word.split('=')
    if (alleles === undefined || alleles === '' || more.length > 0) {
      throw new Refusal(`error: "${word}" in ${option}: write each gene as gene=allele/allele`)
    }
    const group = vocabulary.find((each) => each.gene === gene)?.group === 'base' ? base : others
    if (Object.hasOwn(group, gene)) throw new Refusal(`error: "${word}" in ${option}: ${gene} is named twice`)
    group[gene] = alleles.split('/')
  }
  return { base, others }
}

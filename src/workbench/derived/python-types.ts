/**
 * The genes and alleles of the rules as a Python module, so that type checkers find misspelt alleles.
 * Guarantees: the spellings that requests accept, canonical ones first; where alleles can be combined on a copy the
 * type is `str`, because no list holds all combinations.
 */
import type { GeneVocabulary } from '../../operations/genes/genes.js'
import { UNPHASED } from '../../rules/notation.js'

export function renderPythonTypes(genes: readonly GeneVocabulary[], languages: readonly string[]): string {
  const inGroup = (group: GeneVocabulary['group']) => genes.filter((gene) => gene.group === group)
  const [base, others] = [inGroup('base'), inGroup('others')]
  return [
    '"""Languages, genes and alleles of the rules that Robe ships.',
    '',
    'Written by `robe rules finish`.',
    '"""',
    '',
    'from typing import Literal, Sequence, TypedDict',
    '',
    `Language = Literal[${quoted(languages)}]`,
    ...[...base, ...others].map(alleleType),
    ...typedDict('BaseGenes(TypedDict)', 'Genes that must be there.', base, typeName),
    ...typedDict('OtherGenes(TypedDict, total=False)', 'A gene left out is wild type.', others, typeName),
    ...typedDict('Genotype(BaseGenes, OtherGenes)', 'All genes of an answer.', [], typeName),
    ...typedDict('PartlyTestedBaseGenes(TypedDict, total=False)', PARTLY_TESTED, base, () => 'str'),
    ...typedDict('PartlyTestedOtherGenes(TypedDict, total=False)', PARTLY_TESTED, others, () => 'str'),
    '',
  ].join('\n')
}

const PARTLY_TESTED = 'Alleles, and signs for unknown ones such as `?`, `X|Y` and `!X`.'

function alleleType(gene: GeneVocabulary): string {
  const { alleles, spellings, joined, cis, noCopy } = gene
  const combined = alleles.filter((allele) => joined.includes(allele)).slice(0, 2)
  if (joined.length > 0) return `${typeName(gene)} = str  # alleles combine, as in ${combined.join('+')}`
  const accepted = [...spellings, ...(cis ? [UNPHASED] : []), ...(noCopy === null ? [] : [noCopy])]
  return `${typeName(gene)} = Literal[${quoted([...new Set([...alleles, ...accepted])])}]`
}

function typedDict(
  head: string,
  meaning: string,
  genes: readonly GeneVocabulary[],
  typeOf: (gene: GeneVocabulary) => string,
): readonly string[] {
  const fields = genes.map((gene) => `    ${gene.gene}: Sequence[${typeOf(gene)}]`)
  return ['', '', `class ${head}:`, `    """${meaning}"""`, ...(fields.length > 0 ? ['', ...fields] : [])]
}

function typeName({ gene }: GeneVocabulary): string {
  return `${gene.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}Allele`
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(', ')
}

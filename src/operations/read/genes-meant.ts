/**
 * Finds the gene that a client meant by a word that is not a gene's key: a misspelling, a symbol, a common name, an allele or a hint.
 */
import type { Model, ModelLocus } from '../../model/model.js'
import { nearest } from '../../common/nearest.js'
import { foldedName } from './known-fields.js'

/** The gene that a word means, by its symbol or name, an allele, a hint, a misspelling or a prefix. Hints and prefixes must be unambiguous. */
export function geneMeant({ loci }: Pick<Model, 'loci'>, word: string): ModelLocus | undefined {
  // An allele may have a name in words, such as tobiano.
  const isCalled = ({ source }: ModelLocus): boolean => source.alleles.some(({ name }) => name === word)
  const known =
    loci.find((locus) => namesOf(locus).includes(word) || isCalled(locus)) ??
    homesOf(loci, word)[0] ??
    only(loci.filter((locus) => isHinted(locus, word)))
  if (known !== undefined) return known
  const near = nearest(word, loci.flatMap(namesOf))
  if (near !== undefined) return loci.find((locus) => namesOf(locus).includes(near))
  return only(loci.filter((locus) => isPrefixOf(word, locus)))
}

function only<Value>(values: readonly Value[]): Value | undefined {
  return values.length === 1 ? values[0] : undefined
}

/** Whether the word is a hint of the gene, or one of its alleles in another case. */
export function isHinted({ spellings, wildType, source }: ModelLocus, word: string): boolean {
  const folded = foldedName(word)
  const isSpelling = ([spelling, allele]: readonly [string, number]): boolean =>
    folded.length > 2 && allele !== wildType && foldedName(spelling) === folded
  return (source.hints ?? []).some((hint) => foldedName(hint) === folded) || [...spellings].some(isSpelling)
}

/** All genes that a word may mean, in manifest order. */
export function genesPerhaps({ loci }: Pick<Model, 'loci'>, word: string): readonly ModelLocus[] {
  const hinted = loci.filter((locus) => isHinted(locus, word))
  return hinted.length > 0 ? hinted : loci.filter((locus) => isPrefixOf(word, locus))
}

/** Whether the word is a prefix of a word in the names of the gene or its alleles. */
function isPrefixOf(word: string, { key, source }: ModelLocus): boolean {
  const names = [key, source.name, ...source.alleles.map(({ name }) => name)]
  const words = names.flatMap((name) => name.split(/[ ,()]+/))
  return word.length > 1 && words.some((each) => each.startsWith(word.toLowerCase()))
}

export function namesOf({ key, source }: ModelLocus): readonly string[] {
  return [key, source.gene, ...source.name.split(', ')]
}

/** Genes with a variant of this spelling. Wild types are left out, because most genes spell them the same. */
export function homesOf(loci: readonly ModelLocus[], name: string): readonly ModelLocus[] {
  return loci.filter(({ spellings, wildType }) => spellings.has(name) && spellings.get(name) !== wildType)
}

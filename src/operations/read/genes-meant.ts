/**
 * Finds the gene that a client meant by a word that is not a gene's key: a misspelling, a symbol, a common name, an allele or a hint.
 * Guarantees: a gene only where the word stands for no other one.
 */
import type { Model, ModelLocus } from '../../model/model.js'
import { nearest } from '../../common/nearest.js'
import { foldedName } from './known-fields.js'

/** The gene that a name which is no gene's key stands for: another case, a slip, its symbol, an allele of it. */
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
  return only(loci.filter((locus) => isBeginningOf(word, locus)))
}

function only<Value>(values: readonly Value[]): Value | undefined {
  return values.length === 1 ? values[0] : undefined
}

/** Whether clients use the word for the gene, or for an allele of it in another case. */
export function isHinted({ spellings, wildType, source }: ModelLocus, word: string): boolean {
  const folded = foldedName(word)
  const isSpelling = ([spelling, allele]: readonly [string, number]): boolean =>
    folded.length > 2 && allele !== wildType && foldedName(spelling) === folded
  return (source.hints ?? []).some((hint) => foldedName(hint) === folded) || [...spellings].some(isSpelling)
}

/** Several genes that a word may stand for, in manifest order. */
export function genesPerhaps({ loci }: Pick<Model, 'loci'>, word: string): readonly ModelLocus[] {
  const hinted = loci.filter((locus) => isHinted(locus, word))
  return hinted.length > 0 ? hinted : loci.filter((locus) => isBeginningOf(word, locus))
}

/** Whether a word of its names, or of those of its alleles, begins so. */
function isBeginningOf(word: string, { key, source }: ModelLocus): boolean {
  const names = [key, source.name, ...source.alleles.map(({ name }) => name)]
  const words = names.flatMap((name) => name.split(/[ ,()]+/))
  return word.length > 1 && words.some((each) => each.startsWith(word.toLowerCase()))
}

export function namesOf({ key, source }: ModelLocus): readonly string[] {
  return [key, source.gene, ...source.name.split(', ')]
}

/** Genes with an allele of this spelling that is not their wild type: that one is called alike in most. */
export function homesOf(loci: readonly ModelLocus[], name: string): readonly ModelLocus[] {
  return loci.filter(({ spellings, wildType }) => spellings.has(name) && spellings.get(name) !== wildType)
}

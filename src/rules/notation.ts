/**
 * Words of the notation of genotypes that are no alleles, and that therefore no allele may be called.
 * Leaves to others: what they mean (model/phenotype/read-alleles.ts).
 */

/** Says of two variants at a `cis` locus that nobody knows whether they lie on one copy; longer lists imply it. */
export const UNPHASED = 'unphased'

/** Where a word of a language has the names of variants: `pattern ({variants})`. */
export const VARIANTS = '{variants}'

/** The two parts of a token that names a variant, such as `pattern/X9`; undefined for any other token. */
export function variantOf(token: string): { readonly of: string; readonly name: string } | undefined {
  const [, of = '', name = ''] = /^(.+)\/([A-Z].*)$/.exec(token) ?? []
  return name === '' ? undefined : { of, name }
}

/**
 * Words of the notation of genotypes that are no alleles, and that therefore no allele may be called.
 * Leaves to others: what they mean (model/phenotype/read-alleles.ts).
 */

/** Says of two variants at a `cis` locus that nobody knows whether they lie on one copy; longer lists imply it. */
export const UNPHASED = 'unphased'

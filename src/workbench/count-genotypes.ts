/**
 * How many genotypes of a space have only parts of some kind.
 * Guarantees: exact; nothing is listed, since parts of different components combine freely.
 */

interface Counted {
  readonly genotypes: bigint
}

/** @param wanted what each part of a genotype must be; all genotypes are counted where it is left out */
export function countGenotypes<Part extends Counted>(
  space: readonly { readonly parts: readonly Part[] }[],
  wanted: (part: Part) => boolean = () => true,
): bigint {
  const counts = space.map(({ parts }) =>
    parts.filter(wanted).reduce((sum, { genotypes }) => sum + genotypes, 0n),
  )
  return counts.reduce((product, count) => product * count, 1n)
}

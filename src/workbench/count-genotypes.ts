/**
 * How many genotypes of a space have only parts of some kind.
 * Guarantees: exact; nothing is listed, since parts of different components combine freely.
 */

interface Counted {
  readonly genotypes: bigint
}

/** @param wanted what each part of a genotype must be; all genotypes are counted where it is left out */
export function countGenotypes<Part extends Counted, Component>(
  space: readonly (Component & { readonly parts: readonly Part[] })[],
  wanted: (part: Part, component: Component) => boolean = () => true,
): bigint {
  const counts = space.map((component) =>
    component.parts
      .filter((part) => wanted(part, component))
      .reduce((sum, { genotypes }) => sum + genotypes, 0n),
  )
  return counts.reduce((product, count) => product * count, 1n)
}

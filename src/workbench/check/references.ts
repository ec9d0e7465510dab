/**
 * References that cannot be looked up, that nothing cites, or whose OMIA id is of another species.
 * Guarantees: hints only. No species is known here: the OMIA suffix that most ids of the rule set have is taken for its own.
 */
import { hint, type Diagnostic } from '../../rules/diagnostic.js'
import type { Place, RuleTables } from '../../rules/tables.js'

export function referenceRemarks(source: RuleTables): readonly Diagnostic[] {
  const cited = citedIds(source)
  const own = Object.entries(source.references).flatMap(([id, { doi, url, omia, place }]) => [
    ...((doi ?? url ?? omia) === undefined
      ? [
          hint('NO_ADDRESS', place, {
            what: `the reference ${id} has no doi, url or omia.`,
            why: 'Readers cannot look it up.',
            fix: 'add the address at which you read it; without one leave it as it is, and never guess.',
          }),
        ]
      : []),
    ...(cited.has(id)
      ? []
      : [
          hint('UNCITED_REFERENCE', place, {
            what: `nothing cites the reference ${id}.`,
            fix: `add ${id} to the cite of the statement that it supports, or remove the reference.`,
          }),
        ]),
  ])
  return [...own, ...foreignIds(source)]
}

function citedIds({ loci, tables, linkage, populations, looks }: RuleTables): ReadonlySet<string> {
  const rows = [
    ...loci.flatMap(({ alleles }) => alleles),
    ...tables.flatMap(({ rules }) => rules),
    ...linkage.flatMap(({ recombination }) => recombination),
    ...populations.flatMap((population) => population.loci),
    ...looks.flatMap(({ figure, ...look }) => (figure === undefined ? look : [look, figure])),
  ]
  return new Set(rows.flatMap(({ cite }) => cite))
}

interface OmiaId {
  readonly of: string
  readonly id: string
  readonly place: Place
}

/** `9796` of `001344-9796`: the species by its number at NCBI. */
const SPECIES = /-(\d+)$/

function foreignIds({ loci, references }: RuleTables): readonly Diagnostic[] {
  const ids: readonly OmiaId[] = [
    ...loci.flatMap(({ locus, omia, place }) =>
      omia === undefined ? [] : [{ of: `the locus ${locus}`, id: omia, place }],
    ),
    ...Object.entries(references).flatMap(([reference, { omia, place }]) =>
      omia === undefined ? [] : [{ of: `the reference ${reference}`, id: omia, place }],
    ),
  ]
  const suffixes = ids.flatMap(({ id }) => SPECIES.exec(id)?.[1] ?? [])
  const usual = suffixes.find(
    (each) => suffixes.filter((other) => other === each).length * 2 > suffixes.length,
  )
  if (usual === undefined) return []
  return ids.flatMap(({ of, id, place }) => {
    const species = SPECIES.exec(id)?.[1]
    if (species === usual) return []
    const what =
      species === undefined
        ? `the OMIA id ${id} of ${of} does not end with a species, as most others do with -${usual}.`
        : `the OMIA id ${id} of ${of} is of another species: most others end with -${usual}.`
    return hint('FOREIGN_OMIA', place, {
      what,
      fix: `correct the id, unless the entry of another species is meant.`,
    })
  })
}

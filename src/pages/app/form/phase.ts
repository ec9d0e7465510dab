/**
 * The possible phases of linked genes to choose from, with their declaration in `kit_linkage`.
 * Guarantees: every possible phase is offered once; nothing is offered if only one is possible.
 */
import type { CatalogueGene, GenesAnswer } from '../../../operations/genes/genes.js'
import { copiesOf, isPartlyKnown, variantsOf, type Choice, type Copy, type Sex } from './choice.js'

export interface PhaseQuestion {
  /** The linkage group. */
  readonly group: string
  readonly ways: readonly PhaseWay[]
}

export interface PhaseWay {
  /** Alleles of one copy, as `kit_linkage` declares them. */
  readonly together: readonly string[]
  /** The two chromosome copies, each with its alleles in the order of the rules. */
  readonly copies: readonly [readonly Copy[], readonly Copy[]]
}

/** Maximum number of heterozygous genes. Breeders do not know the phase of more, and the number of phases doubles with each. */
const MAX_GENES = 4

export function phaseQuestions(
  choice: Choice,
  genes: GenesAnswer['genes'],
  sex: Sex,
): readonly PhaseQuestion[] {
  const groups = new Set(genes.flatMap(({ linkage_group: group }) => group ?? []))
  return [...groups].flatMap((group) => {
    const open = genes
      .filter((gene) => gene.linkage_group === group)
      .map((gene) => ({ gene, copies: copiesOf(choice, gene, sex) }))
      .filter(({ copies }) => copies.length === 2 && copies[0] !== copies[1] && !isPartlyKnown(copies))
      .slice(0, MAX_GENES)
    return open.length < 2 ? [] : [{ group, ways: waysOf(open) }]
  })
}

/** Whether the alleles are those declared for this phase. */
export function isWay({ together }: PhaseWay, alleles: readonly string[]): boolean {
  return [...together].sort().join() === [...alleles].sort().join()
}

interface OpenGene {
  readonly gene: CatalogueGene
  readonly copies: readonly Copy[]
}

function waysOf(open: readonly OpenGene[]): readonly PhaseWay[] {
  // The first gene is fixed, because swapping the copies of all genes gives the same phase.
  const turns = Array.from({ length: 2 ** (open.length - 1) }, (_, way) => way * 2)
  return turns.map((turn) => {
    const onCopy = (copy: 0 | 1): readonly { gene: CatalogueGene; copy: Copy }[] =>
      open.map(({ gene, copies }, i) => ({ gene, copy: copies[((turn >> i) & 1) ^ copy] ?? '' }))
    return {
      together: onCopy(0).flatMap(({ gene, copy }) => declared(gene, copy)),
      copies: [onCopy(0).map(({ copy }) => copy), onCopy(1).map(({ copy }) => copy)],
    }
  })
}

/** The declaration of an allele. A wild type includes its gene, because many genes spell it the same. */
function declared({ gene, wild_type: wildType }: CatalogueGene, copy: Copy): readonly string[] {
  return copy === wildType ? [`${copy}@${gene}`] : variantsOf(copy)
}

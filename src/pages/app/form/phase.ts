/**
 * Which alleles of linked genes lie together on one chromosome copy: what can be asked, and how each answer is declared.
 * Guarantees: every way the copies can be is offered once; nothing is asked where only one way is possible.
 * Leaves to others: what it changes for the foals (model/cross/).
 */
import type { CatalogueGene, GenesAnswer } from '../../../operations/genes/genes.js'
import { copiesOf, UNKNOWN, variantsOf, type Choice, type Copy, type Sex } from './choice.js'

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

/** Of more genes than these nobody knows the phase, and the ways to choose from double with each. */
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
      .filter(({ copies: [one, other] }) => other !== undefined && one !== other && other !== UNKNOWN)
      .slice(0, MAX_GENES)
    return open.length < 2 ? [] : [{ group, ways: waysOf(open) }]
  })
}

/** Whether the alleles are those that the way declares. */
export function isWay({ together }: PhaseWay, alleles: readonly string[]): boolean {
  return [...together].sort().join() === [...alleles].sort().join()
}

interface OpenGene {
  readonly gene: CatalogueGene
  readonly copies: readonly Copy[]
}

function waysOf(open: readonly OpenGene[]): readonly PhaseWay[] {
  // The first gene's copies stay where they are: to turn all of them round changes nothing.
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

/** A wild type is declared with its gene, since many genes call it the same. */
function declared({ gene, wild_type: wildType }: CatalogueGene, copy: Copy): readonly string[] {
  return copy === wildType ? [`${copy}@${gene}`] : variantsOf(copy)
}

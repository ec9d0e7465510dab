/**
 * The rows of a small answer as one text of JSON, put together from parts that rows share, most of them remembered.
 * Guarantees: the text that JSON.stringify would write of the same rows; each name, gene and percentage stood in a
 * row that was checked as a whole before any of it is given away, in this answer or an earlier one.
 * Leaves to others: many rows (foal-text.ts).
 */
import { followFoals } from '../model/coat-lookup.js'
import { genotypeOfChoice } from '../model/zygotes.js'
import type { RankedFoal } from '../model/offspring.js'
import type { CheckRows, Possibility } from './answers.js'
import { byChoice } from './by-choice.js'
import type { FoalParts } from './foal-text.js'
import type { ShownGene } from './rule-book.js'

const MOST_KEPT = 512

/** A gene that is not the same in all foals, and what stands before it. */
interface VaryingGene {
  readonly before: string
  readonly textOf: (choice: ArrayLike<number>) => string
}

export function renderFew(
  { groups, coats, genes, frameOf, percentageText, rowOf, memory }: FoalParts,
  foals: Iterable<RankedFoal>,
  check: CheckRows,
): string {
  const unchecked: Possibility[] = []
  const toKeep: (() => void)[] = []
  // The first row is checked in any case, and with it what stands around the rows.
  let isUnchecked = true
  const met = <Part>(part: Part, keep: (part: Part) => void): Part => {
    isUnchecked = true
    toKeep.push(() => keep(part))
    return part
  }
  const geneText = ({ key, groups: needed, allelesOf }: ShownGene, choice: ArrayLike<number>): string => {
    const alleles = allelesOf(genotypeOfChoice(groups, choice, needed))
    return (
      memory.genes.get(alleles) ??
      met(`${JSON.stringify(key)}:${JSON.stringify(alleles)}`, (text) => memory.genes.set(alleles, text))
    )
  }
  const only = new Int32Array(groups.length)
  const varying: VaryingGene[] = []
  let constant = ''
  for (const [i, gene] of genes.entries()) {
    if (i > 0) constant += ','
    if (gene.groups.every((g) => groups[g]?.outcomes.length === 1)) constant += geneText(gene, only)
    else {
      const textOf = byChoice(groups, gene.groups, MOST_KEPT, (choice) => geneText(gene, choice))
      varying.push({ before: constant, textOf })
      constant = ''
    }
  }
  const end = `${constant}}`
  const coatOf = followFoals(coats)
  let weight: bigint | undefined
  let percentage = ''
  let text = ''
  for (const foal of foals) {
    const { choice, weights } = foal
    const coat = coatOf(choice)
    const frame =
      memory.frames.known(coat.key) ?? met(frameOf(coat), (made) => memory.frames.keep(coat.key, made))
    if (weights[0] !== weight) {
      weight = weights[0]
      percentage = percentageText(weight ?? 0n)
      if (memory.percentages.known(percentage) === undefined)
        met(percentage, (made) => memory.percentages.keep(made, made))
    }
    text += `${text === '' ? '' : ','}${frame.before}${percentage},"genotype":{`
    for (const { before, textOf } of varying) text += before + textOf(choice)
    text += `${end}${frame.after}}`
    if (isUnchecked) unchecked.push(rowOf(foal))
    isUnchecked = false
  }
  check(unchecked)
  for (const keep of toKeep) keep()
  return text
}

/**
 * The rows of a small answer as bytes of JSON: text put together from pieces that rows share, encoded once.
 * Guarantees: the bytes that JSON.stringify would write of the same rows; each name, gene and percentage stood in a
 * row that was checked as a whole before any byte of it is given away.
 * Leaves to others: many rows (foal-text.ts).
 */
import { stateOf, type CoatState } from '../model/coat-lookup.js'
import { genotypeOfChoice } from '../model/zygotes.js'
import type { RankedFoal } from '../model/offspring.js'
import { byChoice } from './by-choice.js'
import type { FoalText } from './foal-text.js'

const MOST_KEPT = 512

export function renderFew(
  { groups, coats, genes, frameOf, percentageText, check }: FoalText,
  foals: Iterable<RankedFoal>,
): Buffer {
  let isUnchecked = false
  const geneTexts = genes.map(({ key, groups: needed, allelesOf }, i) =>
    byChoice(groups, needed, MOST_KEPT, (choice) => {
      isUnchecked = true
      const alleles = allelesOf(genotypeOfChoice(groups, choice, needed))
      return `${i === 0 ? '' : ','}${JSON.stringify(key)}:${JSON.stringify(alleles)}`
    }),
  )
  const frames = new Map<CoatState, ReturnType<FoalText['frameOf']>>()
  let weight: bigint | undefined
  let percentage = ''
  let text = ''
  for (const { choice, weights } of foals) {
    const state = stateOf(coats, choice)
    let frame = frames.get(state)
    if (frame === undefined) {
      isUnchecked = true
      frames.set(state, (frame = frameOf(coats.coatAt(state))))
    }
    if (weights[0] !== weight) {
      isUnchecked = true
      weight = weights[0]
      percentage = `${percentageText(weight ?? 0n)},"genotype":{`
    }
    text += `${text === '' ? '' : ','}${frame.before}${percentage}`
    for (const geneText of geneTexts) text += geneText(choice)
    text += `}${frame.after}}`
    if (isUnchecked) check(choice, weight ?? 0n)
    isUnchecked = false
  }
  return Buffer.from(text)
}

/** What the result of a test means for the animal and its offspring, by the number of copies of each variant. */
import type { CatalogueGene, GenesAnswer } from '../../../../operations/genes/genes.js'
import { variantsOf } from '../../form/choice.js'
import type { TestFound, TestResult, TestsFound } from '../../form/plan/find-tests.js'
import type { Page } from '../page.js'

export interface FocusAllele {
  readonly allele: string
  /** Its name with its symbol. */
  readonly label: string
  /** The percentage of animals that carry it. */
  readonly share: number
  /** Whether it is there, so that only the number of copies is open. */
  readonly isSure: boolean
}

/** The variants of which the test tells something: those that may be absent, or else those of which the number of copies is open. */
export function focusAlleles(
  genes: GenesAnswer['genes'],
  { gene, results }: TestFound,
): readonly FocusAllele[] {
  const found = genes.find((each) => each.gene === gene)
  if (found === undefined) return []
  const all = found.alleles.flatMap(({ allele, name }): readonly FocusAllele[] => {
    const counts = results.map((result) => countOf(result, allele))
    if (allele === found.wild_type || counts.every((each) => each === counts[0])) return []
    const share = results.reduce(
      (sum, { percentage }, at) => sum + ((counts[at] ?? 0) > 0 ? percentage : 0),
      0,
    )
    return [{ allele, label: labelOf(found, allele, name), share, isSure: counts.every((each) => each > 0) }]
  })
  const open = all.filter(({ isSure }) => !isSure)
  return open.length > 0 ? open : all
}

function labelOf({ name: gene }: CatalogueGene, allele: string, name = ''): string {
  const called = name === '' ? gene : name
  return called.endsWith(')') ? `${called.slice(0, -1)}, ${allele})` : `${called} (${allele})`
}

function countOf({ alleles }: TestResult, allele: string): number {
  return alleles.filter((copy) => variantsOf(copy).includes(allele)).length
}

export function meaningsOf(
  { words, catalogue }: Page,
  { coats, chance }: TestsFound,
  test: TestFound,
  result: TestResult,
): readonly string[] {
  return focusAlleles(catalogue.genes, test).map(({ allele, label }) => {
    const count = countOf(result, allele)
    if (count === 0) return words.say('carriesNone', { allele: label })
    const coat = chance === undefined ? coats[test.gene]?.[allele] : undefined
    const text = words.say(count === 1 ? 'carriesOne' : 'carriesTwo', { allele: label })
    return count === 1 && coat !== undefined ? `${text} ${words.say('canThenBe', { coat })}` : text
  })
}

/**
 * Interns locus genotypes: one object per distinct genotype, with its classes in every table.
 * Guarantees: equal text, equal object while it is remembered; bounded, however many a client makes up.
 */
import { dosageOf, pairText, type Pair } from '../../genetics/genotype.js'
import { copyText } from '../../genetics/locus.js'
import { classOf } from '../compile/classes.js'
import type { Dosage } from '../compile/predicate.js'
import { createMemo } from '../../common/memo.js'
import { UNPHASED } from '../../rules/notation.js'
import type { LocusGenotype, Model, ModelLocus } from '../model.js'

/** About what one interned genotype holds, and room for some ten thousand. */
const BYTES_PER_GENOTYPE = 600
const MAX_BYTES = 8 * 2 ** 20

export type Genotypes = ReturnType<typeof createGenotypes>

export function createGenotypes(model: Model) {
  const memo = createMemo<LocusGenotype>(MAX_BYTES, () => BYTES_PER_GENOTYPE, 'genotypes')
  const sorters = model.loci.map((locus) => createSorter(model, locus))
  /** @param asList shown as an unphased list, even if it can mean one pair only */
  const of = (locus: ModelLocus, layouts: readonly Pair[], asList = false): LocusGenotype => {
    const text = layouts.map((pair) => pairText(locus, pair)).join('|') + (asList ? '|' : '')
    return memo.take(`${locus.index} ${text}`, () => {
      const layout = layouts[0] as Pair
      const dosage = dosageOf(locus, layout)
      const alleles = Object.freeze(asList ? listed(locus, dosage) : shown(locus, layout))
      const { classes, kind } = (sorters[locus.index] as Sorter)(dosage)
      return Object.freeze({ locus, layouts, text, alleles, classes, kind })
    })
  }
  return {
    of,
    /** Homozygous wild type. Only for loci that may be left out. */
    wildType: (locus: ModelLocus): LocusGenotype => {
      const { wildType } = locus
      if (wildType === null)
        throw new Error(`${locus.key} has no wild type to assume: a defect of the caller`)
      return of(locus, [[[wildType], [wildType]]])
    },
  }
}

type Sorter = (dosage: Dosage) => Pick<LocusGenotype, 'classes' | 'kind'>

/** Sorts the genotypes of a locus by the tables that read it, and numbers the combinations of classes that are met. */
function createSorter({ tables }: Model, { index }: ModelLocus): Sorter {
  const reading = tables.flatMap((table) =>
    table.columns.filter(({ locus }) => locus === index).map((column) => ({ table: table.index, column })),
  )
  const kinds = new Map<string, number>()
  return (dosage) => {
    const classes = new Uint16Array(tables.length)
    for (const { table, column } of reading) classes[table] = classOf(column, dosage)
    const met = reading.map(({ table }) => classes[table]).join()
    const kind = kinds.get(met) ?? kinds.size
    kinds.set(met, kind)
    return { classes, kind }
  }
}

/**
 * A pair as answers show it: with compact notation the wild type never stands beside another copy, and an only copy
 * stands alone.
 */
function shown(locus: ModelLocus, [first, second]: Pair): readonly string[] {
  if (locus.noCopy !== null && second[0] === locus.noCopy) return [copyText(locus, first)]
  const texts = [copyText(locus, first), copyText(locus, second)]
  if (!locus.compact || locus.wildType === null) return texts
  const wild = locus.alleles[locus.wildType]
  const carried = texts.filter((text) => text !== wild)
  return carried.length === 0 ? texts.slice(0, 1) : carried
}

/** An unphased list in canonical order; a variant on both copies is named twice. Two alone need the word. */
function listed(locus: ModelLocus, dosage: Dosage): readonly string[] {
  const names = locus.alleles.flatMap((name, allele) =>
    allele === locus.wildType ? [] : Array<string>(dosage[allele] ?? 0).fill(name),
  )
  return names.length > 2 ? names : [...names, UNPHASED]
}

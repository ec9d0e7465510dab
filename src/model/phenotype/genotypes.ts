/**
 * Interns locus genotypes: one object per distinct genotype, with its classes in every table.
 * Guarantees: equal text, equal object while it is remembered; bounded, however many a client makes up.
 */
import { dosageOf, pairOf, pairText, type Pair } from '../../genetics/genotype.js'
import { copyText } from '../../genetics/locus.js'
import { classOf } from '../compile/classes.js'
import { createMemo } from '../memo.js'
import { UNPHASED } from '../../rules/notation.js'
import type { CompiledTable, LocusGenotype, Model, ModelLocus, TableColumn } from '../model.js'

/** About what one interned genotype holds, and room for some ten thousand. */
const BYTES_PER_GENOTYPE = 600
const MOST_BYTES = 8 * 2 ** 20

export interface Genotypes {
  /** @param asList shown as an unphased list, even if it can mean one pair only */
  readonly of: (locus: ModelLocus, layouts: readonly Pair[], asList?: boolean) => LocusGenotype
  /** Homozygous wild type. Only for loci that may be left out. */
  readonly wildType: (locus: ModelLocus) => LocusGenotype
  /** The only copy that it has of a locus on the sex chromosome. */
  readonly hemizygous: (locus: ModelLocus, allele: number) => LocusGenotype
}

export function createGenotypes(model: Model): Genotypes {
  const memo = createMemo<LocusGenotype>(MOST_BYTES, () => BYTES_PER_GENOTYPE, 'genotypes')
  const reading = model.loci.map((locus) => readersOf(model, locus))
  const of = (locus: ModelLocus, layouts: readonly Pair[], asList = false): LocusGenotype => {
    const text = layouts.map((pair) => pairText(locus, pair)).join('|') + (asList ? '|' : '')
    const readers = reading[locus.index] as Readers
    return memo.take(`${locus.index} ${text}`, () =>
      describe(readers, model.tables.length, locus, layouts, text, asList),
    )
  }
  return {
    of,
    wildType: (locus) => {
      const { wildType } = locus
      if (wildType === null)
        throw new Error(`${locus.key} has no wild type to assume: a defect of the caller`)
      return of(locus, [pairOf([wildType], [wildType])])
    },
    hemizygous: (locus, allele) => of(locus, [pairOf([allele], [locus.noCopy ?? 0])]),
  }
}

/** The tables that read a locus, and what combinations of their classes were met there. */
interface Readers {
  readonly columns: readonly { readonly table: CompiledTable; readonly column: TableColumn }[]
  readonly kinds: Map<string, number>
}

function readersOf({ tables }: Model, { index }: ModelLocus): Readers {
  const columns = tables.flatMap((table) =>
    table.columns.filter((column) => column.locus === index).map((column) => ({ table, column })),
  )
  return { columns, kinds: new Map() }
}

function describe(
  { columns, kinds }: Readers,
  tables: number,
  locus: ModelLocus,
  layouts: readonly Pair[],
  text: string,
  asList: boolean,
): LocusGenotype {
  const layout = layouts[0] as Pair
  const dosage = dosageOf(locus, layout)
  const classes = new Uint16Array(tables)
  let met = ''
  for (const { table, column } of columns) {
    const own = classOf(column, dosage)
    classes[table.index] = own
    met += String.fromCharCode(own)
  }
  const kind = kinds.get(met) ?? kinds.size
  kinds.set(met, kind)
  const alleles = asList ? listed(locus, dosage) : shown(locus, layout)
  return Object.freeze({ locus, layouts, text, alleles: Object.freeze(alleles), classes, kind })
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
function listed(locus: ModelLocus, dosage: Uint8Array): readonly string[] {
  const names = locus.alleles.flatMap((name, allele) =>
    allele === locus.wildType ? [] : Array<string>(dosage[allele] ?? 0).fill(name),
  )
  return names.length > 2 ? names : [...names, UNPHASED]
}

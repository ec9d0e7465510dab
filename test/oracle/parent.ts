/**
 * One parent as the decisions read it (D4–D6, D14): its possible layouts, and what its declaration demands.
 * Guarantees: written from the decisions alone; expects a request that is valid, in canonical spelling.
 * Leaves to others: gametes and zygotes (brute-force.ts).
 */
import type { Facts } from './facts.js'

/** gene key → alleles as the request writes them; base and other genes in one object. */
export type Genes = Readonly<Record<string, readonly string[]>>

/** What lies on one chromosome copy at one locus: its variants in file order, none for the wild type. */
export type Copy = readonly string[]

/** The two copies of each locus; which of the two strands holds the first is a question of phase. */
export type Layout = ReadonlyMap<string, readonly [Copy, Copy]>

export interface Parent {
  /** Equally likely. */
  readonly layouts: readonly Layout[]
  /** KIT came as an unphased laboratory list. */
  readonly isUnphased: boolean
  readonly dose: (locus: string, allele: string) => number
}

export function parentOf(facts: Facts, genes: Genes): Parent {
  const written = lift(genes)
  const pairs = new Map<string, readonly [Copy, Copy][]>()
  for (const locus of facts.loci.values()) {
    const all = written[locus.key] ?? []
    const entries = all.filter((text) => text !== 'unphased')
    // D41: two single variants, one of which is never without the other, are two lines about one copy.
    const whole = entries.map((text) => copyOf(facts, locus.key, text))
    const [a, b] = entries
    const isOneCopy =
      a !== b && entries.length === 2 && whole.some((copy) => entries.every((e) => copy.includes(e)))
    const copies = isOneCopy
      ? whole.filter((copy) => entries.every((e) => copy.includes(e))).slice(0, 1)
      : whole
    pairs.set(
      locus.key,
      copies.length > 2 || entries.length < all.length
        ? spread(facts, locus.key, entries)
        : [[copies[0] ?? [], copies[1] ?? []]],
    )
  }
  let layouts: Layout[] = [new Map()]
  for (const [key, choices] of pairs) {
    layouts = layouts.flatMap((layout) => choices.map((pair) => new Map([...layout, [key, pair]])))
  }
  const [any] = layouts
  const dose = (locus: string, allele: string): number =>
    (any?.get(locus) ?? []).filter((copy) => copy.includes(allele)).length
  return { layouts, isUnphased: [...pairs.values()].some((choices) => choices.length > 1), dose }
}

/** D6: SW2 written under kit is an allele of pax3. */
function lift(genes: Genes): Genes {
  const kit = genes['kit'] ?? []
  const lifted = kit.filter((text) => text === 'SW2')
  if (lifted.length === 0) return genes
  return { ...genes, kit: kit.filter((text) => text !== 'SW2'), pax3: lifted }
}

function copyOf(facts: Facts, key: string, text: string): Copy {
  const locus = facts.loci.get(key)
  if (locus === undefined) throw new Error(`unknown gene ${key}`)
  if (!locus.cis) return text === locus.wildType ? [] : [text]
  const variants = text.split('+').filter((variant) => variant !== locus.wildType)
  for (const variant of variants) {
    const other = locus.alwaysWith.get(variant)
    if (other !== undefined && !variants.includes(other)) variants.push(other)
  }
  return variants.sort((a, b) => locus.order.indexOf(a) - locus.order.indexOf(b))
}

/** D5: every way to lay a list of variants on two copies; the two copies have no order. */
function spread(facts: Facts, key: string, entries: readonly string[]): readonly [Copy, Copy][] {
  const distinct = [...new Set(entries)]
  const seen = new Map<string, [Copy, Copy]>()
  for (let mask = 0; mask < 2 ** distinct.length; mask++) {
    const sides = [0, 1].map((side) =>
      distinct.filter((variant, i) => twice(entries, variant) || ((mask >> i) & 1) === side),
    )
    const [one, other] = sides.map((side) => copyOf(facts, key, side.join('+') || 'n').join('+')).sort()
    const layout = [one, other].map((text) => (text === '' || text === undefined ? [] : text.split('+')))
    seen.set(`${one}/${other}`, [layout[0] ?? [], layout[1] ?? []])
  }
  return [...seen.values()]
}

function twice(entries: readonly string[], variant: string): boolean {
  return entries.filter((each) => each === variant).length === 2
}

/** The alleles that must lie on one strand. */
export type Demand = readonly { readonly locus: string; readonly allele: string }[]

/** D14, for one linkage group: undefined when nothing acts. */
export function demandOf(
  facts: Facts,
  group: readonly string[],
  parent: Parent,
  declared: readonly string[],
): Demand | undefined {
  const named = [...new Set(declared)].flatMap((allele) => {
    const locus = group.find((key) => facts.loci.get(key)?.order.includes(allele) === true)
    return locus === undefined || allele === facts.loci.get(locus)?.wildType ? [] : [{ locus, allele }]
  })
  // Carried on neither copy, or on both (which includes homozygous loci): dropped.
  const left = named.filter(({ locus, allele }) => parent.dose(locus, allele) === 1)
  const layouts = parent.layouts.filter((layout) => left.every((each) => fits(layout, left, each)))
  if (layouts.length === 0) return undefined
  const loci = new Set(left.map(({ locus }) => locus))
  const acts = loci.size > 1 || (parent.isUnphased && left.length > 1)
  return acts ? left : undefined
}

/** Whether the alleles of one locus can lie on one strand in this layout. */
function fits(layout: Layout, left: Demand, { locus }: Demand[number]): boolean {
  const together = left.filter((each) => each.locus === locus)
  return (layout.get(locus) ?? []).some((copy) => together.every(({ allele }) => copy.includes(allele)))
}

/**
 * Every foal of two parents, the slow way: each layout, phase, strand path and gamete is an object of its own with
 * an exact fraction; zygotes are made pair by pair and those that look alike in an answer are added up.
 * Guarantees: knows Mendel's laws and the decisions, nothing of the evaluator that it judges.
 */
import Fraction from 'fraction.js'
import { fractionBetween, type Facts } from './facts.js'
import { demandOf, parentOf, type Copy, type Demand, type Genes, type Layout, type Parent } from './parent.js'

/** A strand path through one linkage group, or a whole gamete: gene key → the copy handed on. */
interface Gamete {
  readonly copies: ReadonlyMap<string, Copy>
  readonly weight: Fraction
}

/** A gamete and the text of each of its copies, gene by gene. */
interface WrittenGamete extends Gamete {
  readonly texts: readonly string[]
}

export interface Foal {
  /** Flat, as an answer shows it. */
  readonly genotype: Genes
  readonly weight: Fraction
  /** Orders genotypes canonically (D11): compare element by element. */
  readonly rank: readonly number[]
}

export interface Expected {
  /** Most probable first, canonical order among equals. */
  readonly foals: readonly Foal[]
  readonly hasLinkage: boolean
}

export interface ParentQuestion {
  readonly genes: Genes
  readonly declared: readonly string[]
}

const ZERO = new Fraction(0)
const ONE = new Fraction(1)
const HALF = new Fraction(1, 2)

/** @param mostPairs undefined is the answer where there are more pairs of gametes: brute force has its price */
export function everyFoal(
  facts: Facts,
  mother: ParentQuestion,
  father: ParentQuestion,
  mostPairs = Infinity,
): Expected | undefined {
  const named = new Set([...Object.keys(mother.genes), ...Object.keys(father.genes)])
  const [eggs, sperm] = [mother, father].map((question) => gametesOf(facts, question))
  if (eggs === undefined || sperm === undefined) throw new Error('two parents')
  if (eggs.gametes.length * sperm.gametes.length > mostPairs) return undefined
  const zygotes = new Map<string, { readonly zygote: Zygote; readonly weight: Fraction }>()
  for (const egg of eggs.gametes) {
    for (const cell of sperm.gametes) {
      const pairs = egg.texts.map((one, i) => [one, cell.texts[i] ?? ''].sort().join('/'))
      const id = pairs.join(' ')
      const known = zygotes.get(id)
      const weight = egg.weight.mul(cell.weight).add(known?.weight ?? ZERO)
      zygotes.set(id, { zygote: known?.zygote ?? zygoteOf(egg, cell), weight })
    }
  }
  const foals = new Map<string, Foal>()
  for (const { zygote, weight } of zygotes.values()) {
    const genotype = show(facts, zygote, named)
    const id = textOf(genotype)
    const { weight: before, rank } = foals.get(id) ?? { weight: ZERO, rank: rankOf(facts, zygote) }
    foals.set(id, { genotype, weight: before.add(weight), rank })
  }
  return {
    foals: [...foals.values()].sort((a, b) => b.weight.compare(a.weight) || compareNumbers(a.rank, b.rank)),
    hasLinkage: eggs.changed || sperm.changed,
  }
}

/** The same text for the same genotype, whatever the order of its genes. */
export function textOf(genotype: Genes): string {
  return JSON.stringify(Object.entries(genotype).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** A weight as an answer states it. */
export function percent(weight: Fraction): number {
  return weight.mul(100).valueOf()
}

function gametesOf(
  facts: Facts,
  { genes, declared }: ParentQuestion,
): { readonly gametes: readonly WrittenGamete[]; readonly changed: boolean } {
  const parent = parentOf(facts, genes)
  let gametes: readonly Gamete[] = [{ copies: new Map(), weight: ONE }]
  let changed = false
  for (const group of facts.groups) {
    const demand = demandOf(facts, group, parent, declared)
    const parts = groupGametes(facts, group, parent, demand)
    if (demand !== undefined) changed ||= !sameGametes(parts, groupGametes(facts, group, parent, undefined))
    gametes = gametes.flatMap((whole) =>
      parts.map((part) => ({
        copies: new Map([...whole.copies, ...part.copies]),
        weight: whole.weight.mul(part.weight),
      })),
    )
  }
  const written = gametes.map((each) => ({
    ...each,
    texts: [...each.copies.values()].map((copy) => copy.join('+')),
  }))
  return { gametes: written, changed }
}

/** Every layout × phase that the demand allows, equally likely; every strand path through each; like gametes added up. */
function groupGametes(
  facts: Facts,
  group: readonly string[],
  parent: Parent,
  demand: Demand | undefined,
): readonly Gamete[] {
  const phased = parent.layouts.flatMap((layout) => everyPhase(group, layout))
  const allowed = phased.filter((strands) =>
    strands.some((strand) =>
      (demand ?? []).every(({ locus, allele }) => strand.get(locus)?.includes(allele) === true),
    ),
  )
  const found = new Map<string, Gamete>()
  for (const strands of allowed) {
    for (const path of everyPath(group.length)) {
      const steps = path.slice(1).map((side, i) => {
        const fraction = fractionBetween(facts, group[i] ?? '', group[i + 1] ?? '', parent.dose)
        return side === path[i] ? ONE.sub(fraction) : fraction
      })
      const weight = [HALF, new Fraction(1, allowed.length), ...steps].reduce((a, b) => a.mul(b))
      const copies = new Map(group.map((key, i) => [key, strands[path[i] ?? 0]?.get(key) ?? []]))
      const id = JSON.stringify([...copies])
      found.set(id, { copies, weight: weight.add(found.get(id)?.weight ?? ZERO) })
    }
  }
  return [...found.values()].filter(({ weight }) => weight.compare(ZERO) > 0)
}

type Strand = ReadonlyMap<string, Copy>

/** The two strands in every arrangement of this layout's copies. */
function everyPhase(group: readonly string[], layout: Layout): readonly (readonly [Strand, Strand])[] {
  return everyPath(group.length).map((sides) => {
    const strand = (flip: 0 | 1): Strand =>
      new Map(group.map((key, i) => [key, layout.get(key)?.[sides[i] === flip ? 0 : 1] ?? []]))
    return [strand(0), strand(1)]
  })
}

/** All sequences of sides 0 and 1. */
function everyPath(length: number): readonly (readonly number[])[] {
  return Array.from({ length: 2 ** length }, (_, bits) => Array.from({ length }, (__, i) => (bits >> i) & 1))
}

function sameGametes(some: readonly Gamete[], others: readonly Gamete[]): boolean {
  const text = (each: Gamete): string => `${JSON.stringify([...each.copies])} ${each.weight.toFraction()}`
  return some.map(text).sort().join() === others.map(text).sort().join()
}

type Zygote = ReadonlyMap<string, readonly [Copy, Copy]>

function zygoteOf(egg: Gamete, cell: Gamete): Zygote {
  return new Map([...egg.copies].map(([key, copy]) => [key, [copy, cell.copies.get(key) ?? []] as const]))
}

/** D4–D6: listed genes and those named; kit compact; SW2 under pax3 if that was named, else beside kit. */
function show(facts: Facts, zygote: Zygote, named: ReadonlySet<string>): Genes {
  const shown: Record<string, readonly string[]> = {}
  for (const locus of facts.loci.values()) {
    if (!locus.listed && !named.has(locus.key)) continue
    const copies = inOrder(facts, locus.key, zygote).map((copy) => copy.join('+') || (locus.wildType ?? ''))
    shown[locus.key] = copies
    if (!locus.compact) continue
    const lent = named.has('pax3') ? [] : (zygote.get('pax3') ?? []).flatMap((copy) => [...copy])
    const variants = [...copies.filter((text) => text !== locus.wildType), ...lent]
    shown[locus.key] = variants.length === 0 ? [locus.wildType ?? ''] : variants
  }
  return shown
}

function inOrder(facts: Facts, key: string, zygote: Zygote): readonly Copy[] {
  const copies = zygote.get(key) ?? [[], []]
  return [...copies].sort((a, b) => compareNumbers(ordinals(facts, key, a), ordinals(facts, key, b)))
}

/** A copy by the file's order of alleles; a wild copy stands where the wild type stands. */
function ordinals(facts: Facts, key: string, copy: Copy): readonly number[] {
  const { order = [], wildType } = facts.loci.get(key) ?? {}
  return (copy.length === 0 ? [wildType ?? ''] : copy).map((variant) => order.indexOf(variant))
}

function rankOf(facts: Facts, zygote: Zygote): readonly number[] {
  const manifest = [...facts.loci.keys()]
  return facts.groups.flatMap((group) =>
    manifest
      .filter((key) => group.includes(key))
      // -1 ends a copy, so that a prefix comes before what continues it.
      .flatMap((key) => inOrder(facts, key, zygote).flatMap((copy) => [...ordinals(facts, key, copy), -1])),
  )
}

function compareNumbers(some: readonly number[], others: readonly number[]): number {
  const at = some.findIndex((value, i) => value !== others[i])
  if (at === -1) return some.length - others.length
  return (some[at] ?? 0) - (others[at] ?? -1)
}
